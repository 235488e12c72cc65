--TEST--
CombinedStore, delete() and exists(): the members that are asked, the log records and the outcome are those of the package
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('package 7.4'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

twin('require "'.__DIR__.'/members.inc"; ask("delete"); ask("exists");');
?>
--EXPECT--
ConsensusStrategy, delete, failing: none
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = NULL
UnanimousStrategy, delete, failing: none
  A->delete(r)
  B->delete(r)
  C->delete(r)
  = NULL
ConsensusStrategy, exists, failing: none
  A->exists(r)
  B->exists(r)
  = true
ConsensusStrategy, exists, failing: A
  A->exists(r)
  B->exists(r)
  C->exists(r)
  = true
ConsensusStrategy, exists, failing: C
  A->exists(r)
  B->exists(r)
  = true
ConsensusStrategy, exists, failing: A B
  A->exists(r)
  B->exists(r)
  = false
ConsensusStrategy, exists, failing: B C
  A->exists(r)
  B->exists(r)
  C->exists(r)
  = false
ConsensusStrategy, exists, failing: A B C
  A->exists(r)
  B->exists(r)
  = false
UnanimousStrategy, exists, failing: none
  A->exists(r)
  B->exists(r)
  C->exists(r)
  = true
UnanimousStrategy, exists, failing: A
  A->exists(r)
  = false
UnanimousStrategy, exists, failing: C
  A->exists(r)
  B->exists(r)
  C->exists(r)
  = false
UnanimousStrategy, exists, failing: A B
  A->exists(r)
  = false
UnanimousStrategy, exists, failing: B C
  A->exists(r)
  B->exists(r)
  = false
UnanimousStrategy, exists, failing: A B C
  A->exists(r)
  = false
The package 7.4 prints the same.
