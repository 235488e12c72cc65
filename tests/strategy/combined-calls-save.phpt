--TEST--
CombinedStore, save(): the members that are asked, the log records and the outcome are those of the package
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin('require "'.__DIR__.'/members.inc"; ask("save");');
?>
--EXPECT--
ConsensusStrategy, save, failing: none
  A->save(r)
  B->save(r)
  C->save(r)
  = NULL
ConsensusStrategy, save, failing: A
  A->save(r)
  B->save(r)
  C->save(r)
  = NULL
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
ConsensusStrategy, save, failing: C
  A->save(r)
  B->save(r)
  C->save(r)
  = NULL
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: C refuses}
ConsensusStrategy, save, failing: A B
  A->save(r)
  B->save(r)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: B refuses}
  log info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=2
ConsensusStrategy, save, failing: B C
  A->save(r)
  B->save(r)
  C->save(r)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: B refuses}
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: C refuses}
  log info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=1 failure=2
ConsensusStrategy, save, failing: A B C
  A->save(r)
  B->save(r)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: B refuses}
  log info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=2
UnanimousStrategy, save, failing: none
  A->save(r)
  B->save(r)
  C->save(r)
  = NULL
UnanimousStrategy, save, failing: A
  A->save(r)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
  log info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=1
UnanimousStrategy, save, failing: C
  A->save(r)
  B->save(r)
  C->save(r)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: C refuses}
  log info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=2 failure=1
UnanimousStrategy, save, failing: A B
  A->save(r)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
  log info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=1
UnanimousStrategy, save, failing: B C
  A->save(r)
  B->save(r)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: B refuses}
  log info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=1 failure=1
UnanimousStrategy, save, failing: A B C
  A->save(r)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(PlainStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
  log info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=1
The package 7.4 prints the same.
