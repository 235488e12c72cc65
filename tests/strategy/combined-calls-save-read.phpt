--TEST--
CombinedStore, saveRead(): the members that are asked, the log records and the outcome are those of the package
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin('require "'.__DIR__.'/members.inc"; ask("saveRead");');
?>
--EXPECT--
ConsensusStrategy, saveRead, failing: none
  A->saveRead(r)
  B->saveRead(r)
  C->saveRead(r)
  = NULL
ConsensusStrategy, saveRead, failing: A
  A->saveRead(r)
  B->saveRead(r)
  C->saveRead(r)
  = NULL
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(SharedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
ConsensusStrategy, saveRead, failing: C
  A->saveRead(r)
  B->saveRead(r)
  C->saveRead(r)
  = NULL
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(SharedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: C refuses}
ConsensusStrategy, saveRead, failing: A B
  A->saveRead(r)
  B->saveRead(r)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(SharedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(SharedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: B refuses}
  log info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=2
ConsensusStrategy, saveRead, failing: B C
  A->saveRead(r)
  B->saveRead(r)
  C->saveRead(r)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(SharedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: B refuses}
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(SharedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: C refuses}
  log info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=1 failure=2
ConsensusStrategy, saveRead, failing: A B C
  A->saveRead(r)
  B->saveRead(r)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(SharedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(SharedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: B refuses}
  log info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=2
UnanimousStrategy, saveRead, failing: none
  A->saveRead(r)
  B->saveRead(r)
  C->saveRead(r)
  = NULL
UnanimousStrategy, saveRead, failing: A
  A->saveRead(r)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(SharedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
  log info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=1
UnanimousStrategy, saveRead, failing: C
  A->saveRead(r)
  B->saveRead(r)
  C->saveRead(r)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(SharedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: C refuses}
  log info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=2 failure=1
UnanimousStrategy, saveRead, failing: A B
  A->saveRead(r)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(SharedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
  log info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=1
UnanimousStrategy, saveRead, failing: B C
  A->saveRead(r)
  B->saveRead(r)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(SharedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: B refuses}
  log info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=1 failure=1
UnanimousStrategy, saveRead, failing: A B C
  A->saveRead(r)
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = Symfony\Component\Lock\Exception\LockConflictedException: 
  log debug: One store failed to save the "{resource}" lock. | resource=Key(r) store=object(SharedStore) exception={Symfony\Component\Lock\Exception\LockConflictedException: A refuses}
  log info: Failed to store the "{resource}" lock. Quorum has not been met. | resource=Key(r) success=0 failure=1
The package 7.4 prints the same.
