<?php
/*
 * What a build without some native clients says: every class exists, phpinfo() tells, and a DSN that needs a client that is
 * missing is refused with the option of configure that would build it. Then what a build says whose modules got lost.
 *
 *     SLOCK_TEST_MODULES=… php -n tools/without-check.php redis openssl …
 */

require __DIR__.'/../tests/inc/every-class.inc';

const QUESTIONS = <<<'CODE'
    $answers = ['missing' => [], 'refused' => []];
    foreach ($input['classes'] as $class) {
        if (!class_exists($class) && !interface_exists($class) && !trait_exists($class)) {
            $answers['missing'][] = $class;
        }
    }
    foreach ($input['dsns'] as $dsn) {
        try {
            $store = Symfony\Component\Lock\Store\StoreFactory::createStore($dsn);
            $answers['refused'][$dsn] = null;
            $store->save(new Symfony\Component\Lock\Key('x'));
        } catch (Throwable $e) {
            $answers['refused'][$dsn] = $e::class.': '.$e->getMessage();
            str_contains($e, 'secret') && $answers['refused'][$dsn] .= ' (and the secret)';
        }
    }
    ob_start();
    phpinfo(INFO_MODULES);
    $answers['info'] = ob_get_clean();
    echo json_encode($answers);
    CODE;

/** client => DSNs that need it, the option that builds it, the package it comes in, its line in phpinfo() */
const CLIENTS = [
    'redis' => [['redis://u:secret@127.0.0.1:1', 'redis:?host[127.0.0.1:1]&host[127.0.0.1:2]&redis_cluster=1', 'valkey://secret@127.0.0.1:1'], 'libhiredis-dev', 'Redis (hiredis)'],
    'openssl' => [['rediss://u:secret@127.0.0.1:1', 'valkeys://127.0.0.1:1'], 'libssl-dev', 'TLS (OpenSSL)'],
    'memcached' => [['memcached://u:secret@127.0.0.1:1'], 'libmemcached-dev', 'Memcached (libmemcached)'],
    'mongodb' => [['mongodb://u:secret@127.0.0.1:1/db?collection=c&serverSelectionTryOnce=true'], 'libmongoc-dev', 'MongoDB (libmongoc)'],
    'pgsql' => [['pgsql+advisory:host=127.0.0.1;port=1;password=secret', 'postgresql+advisory://u:secret@127.0.0.1:1/db'], 'libpq-dev', 'PostgreSQL (libpq)'],
    'zookeeper' => [['zookeeper://u:secret@127.0.0.1:1?timeout=0.2'], 'libzookeeper-st-dev', 'ZooKeeper (libzookeeper)'],
];

function ask(string $modules): array
{
    $input = ['classes' => every_class(), 'dsns' => array_merge(...array_column(CLIENTS, 0))];
    $code = '$input = json_decode(stream_get_contents(STDIN), true); '.QUESTIONS;
    $process = proc_open([PHP_BINARY, '-n', '-d', "extension=$modules/slock.so", '-r', $code], [['pipe', 'r'], ['pipe', 'w'], STDERR], $pipes);
    fwrite($pipes[0], json_encode($input));
    fclose($pipes[0]);
    $output = stream_get_contents($pipes[1]);
    $status = proc_close($process);

    return (0 === $status ? json_decode($output, true) : null) ?? throw new RuntimeException("no answer but: $output");
}

$failed = 0;
function expect(string $what, bool $holds, mixed $got): void
{
    if (!$holds) {
        ++$GLOBALS['failed'];
        echo "FAILED $what: ", var_export($got, true), "\n";
    }
}

$modules = getenv('SLOCK_TEST_MODULES');
$off = array_slice($argv, 1);
$answers = ask($modules);
expect('every class exists', [] === $answers['missing'], $answers['missing']);
foreach (CLIENTS as $name => [$dsns, $package, $line]) {
    $missing = in_array($name, $off, true) || 'openssl' === $name && in_array('redis', $off, true);
    // Without any client for Redis that one is named, and not TLS.
    $option = 'openssl' === $name && in_array('redis', $off, true) ? 'redis' : $name;
    $package = CLIENTS[$option][1];
    foreach ($dsns as $dsn) {
        $got = $answers['refused'][$dsn];
        if ($missing) {
            expect("$dsn is refused", is_string($got) && str_starts_with($got, 'Symfony\Component\Lock\Exception\InvalidArgumentException: '), $got);
            expect("$dsn names the option", is_string($got) && str_contains($got, "is not built in: install $package and configure with --with-slock-$option"), $got);
        } else {
            expect("$dsn is tried", is_string($got) && str_starts_with($got, 'Symfony\Component\Lock\Exception\LockStorageException: '), $got);
        }
        expect("$dsn keeps its secret", is_string($got) && !str_contains($got, 'secret'), $got);
    }
    if ($line) {
        $row = preg_match('/^'.preg_quote($line).' => (.*)$/m', $answers['info'], $m) ? $m[1] : null;
        expect("phpinfo(), $line", $missing ? 'not built in => -' === $row : is_string($row) && (bool) preg_match('/^([\d.]+) => (\1|OpenSSL \1|lib\w+\.so)/', $row), $row);
    }
    expect("the module of $name", 'openssl' === $name || is_file("$modules/slock_$name.so.1") !== $missing, glob("$modules/*.so*"));
}

// slock.so alone: each module that was built is missed by its name, when it is first needed.
$alone = sys_get_temp_dir().'/slock-without-'.getmypid();
mkdir($alone);
copy("$modules/slock.so", "$alone/slock.so");
$answers = ask($alone);
unlink("$alone/slock.so");
rmdir($alone);
$looked = 0;
foreach (CLIENTS as $name => [$dsns, , $line]) {
    if (in_array($name, $off, true) || 'openssl' === $name && in_array('redis', $off, true)) {
        continue;
    }
    ++$looked;
    $module = 'slock_'.('openssl' === $name ? 'redis' : $name).'.so.1';
    foreach ($dsns as $dsn) {
        $got = (string) $answers['refused'][$dsn];
        expect("$dsn without its module", str_contains($got, "cannot be loaded, is its module $module installed beside slock.so?") && !str_contains($got, 'secret'), $got);
    }
    if ($line) {
        expect("phpinfo() without $module", (bool) preg_match('/^'.preg_quote($line).' => [\d.]+ => There is none in /m', $answers['info']), $answers['info']);
    }
}
expect('a client that was built was looked for', $looked > 0 || [] === array_diff(array_keys(CLIENTS), $off), $off);
exit($failed ? 1 : 0);
