--TEST--
Every block of code in README.md and docs/ is known to a test that runs it, or told here why none does
--FILE--
<?php
require __DIR__.'/../inc/documented.inc';

/*
 * What is not PHP and is not run in this directory:
 *   README.md           .ci/run runs ./dev demo and failures; ./dev test runs this. What installs changes this
 *                       machine: ./dev build runs the same but for that.
 *   docs/install.md     ./dev packages runs it, in root folders that are thrown away.
 *   docs/benchmarks.md  .ci/run runs the list and some cases; everything takes half an hour.
 */
$tested = [
    'README.md' => ['' => 2],
    'docs/benchmarks.md' => ['' => 1],
    'docs/combined.md' => ['' => 1],
    'docs/dsn.md' => ['' => 1],
    'docs/flock.md' => ['' => 1],
    'docs/install.md' => ['dockerfile' => 2, '' => 2],
    'docs/memcached.md' => ['' => 1],
    'docs/operations.md' => ['' => 7],
    'docs/semaphore.md' => ['' => 2],
];
$found = array_map(fn ($file) => 'docs/'.basename($file), glob(documents().'/docs/*.md'));
same('the pages', [], array_values(array_diff($found, PAGES)));
foreach (PAGES as $page) {
    $others = array_filter(array_column(documented($page), 0), fn ($language) => 'php' !== $language);
    same($page, $tested[$page] ?? [], array_count_values($others));
}
?>
--EXPECT--
ok: the pages
ok: README.md
ok: docs/README.md
ok: docs/benchmarks.md
ok: docs/choosing-a-store.md
ok: docs/combined.md
ok: docs/dbal.md
ok: docs/dsn.md
ok: docs/faults.md
ok: docs/fencing.md
ok: docs/flock.md
ok: docs/install.md
ok: docs/keep-alive.md
ok: docs/memcached.md
ok: docs/migration.md
ok: docs/mongodb-documents.md
ok: docs/mongodb.md
ok: docs/mysql.md
ok: docs/operations.md
ok: docs/pdo.md
ok: docs/postgresql.md
ok: docs/redis.md
ok: docs/reliability.md
ok: docs/semaphore.md
ok: docs/support.md
ok: docs/zookeeper.md
ok: polyfill/README.md
