--TEST--
CombinedStore, putOffExpiration(): the members that are asked, the log records and the outcome are those of the package
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin('require "'.__DIR__.'/members.inc"; ask("putOffExpiration");');
?>
--EXPECT--
ConsensusStrategy, putOffExpiration, failing: none
  A->putOffExpiration(r, 100)
  B->putOffExpiration(r, 100)
  C->putOffExpiration(r, 100)
  = NULL
ConsensusStrategy, putOffExpiration, failing: A
  A->putOffExpiration(r, 100)
  B->putOffExpiration(r, 100)
  C->putOffExpiration(r, 100)
  = NULL
  log debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
ConsensusStrategy, putOffExpiration, failing: C
  A->putOffExpiration(r, 100)
  B->putOffExpiration(r, 100)
  C->putOffExpiration(r, 100)
  = NULL
  log debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: C refuses}
ConsensusStrategy, putOffExpiration, failing: A B
  A->putOffExpiration(r, 100)
  B->putOffExpiration(r, 100)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
  log debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: B refuses}
  log notice: Failed to define the expiration for the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=2
ConsensusStrategy, putOffExpiration, failing: B C
  A->putOffExpiration(r, 100)
  B->putOffExpiration(r, 100)
  C->putOffExpiration(r, 100)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: B refuses}
  log debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: C refuses}
  log notice: Failed to define the expiration for the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=1 failure=2
ConsensusStrategy, putOffExpiration, failing: A B C
  A->putOffExpiration(r, 100)
  B->putOffExpiration(r, 100)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
  log debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: B refuses}
  log notice: Failed to define the expiration for the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=2
UnanimousStrategy, putOffExpiration, failing: none
  A->putOffExpiration(r, 100)
  B->putOffExpiration(r, 100)
  C->putOffExpiration(r, 100)
  = NULL
UnanimousStrategy, putOffExpiration, failing: A
  A->putOffExpiration(r, 100)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
  log notice: Failed to define the expiration for the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=1
UnanimousStrategy, putOffExpiration, failing: C
  A->putOffExpiration(r, 100)
  B->putOffExpiration(r, 100)
  C->putOffExpiration(r, 100)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: C refuses}
  log notice: Failed to define the expiration for the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=2 failure=1
UnanimousStrategy, putOffExpiration, failing: A B
  A->putOffExpiration(r, 100)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
  log notice: Failed to define the expiration for the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=1
UnanimousStrategy, putOffExpiration, failing: B C
  A->putOffExpiration(r, 100)
  B->putOffExpiration(r, 100)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: B refuses}
  log notice: Failed to define the expiration for the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=1 failure=1
UnanimousStrategy, putOffExpiration, failing: A B C
  A->putOffExpiration(r, 100)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to put off the expiration of the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
  log notice: Failed to define the expiration for the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=1
The package 7.4 prints the same.
