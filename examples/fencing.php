<?php
/*
 * A fencing token keeps an owner from writing whose lock has run out without its noticing: the table refuses it. Needs
 * a Redis server, and pdo_sqlite:
 *
 *     php -d extension=slock.so examples/fencing.php redis://localhost
 */

use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\RedisStore;

use function Slock\fencing_token;

// What the lock protects: an account, and the greatest token of those who have written it.
$db = new PDO('sqlite::memory:');
$db->exec('CREATE TABLE account (id INTEGER PRIMARY KEY, balance INTEGER, fence INTEGER)');
$db->exec('INSERT INTO account VALUES (7, 100, 0)');

$balance = fn (): int => (int) $db->query('SELECT balance FROM account WHERE id = 7')->fetchColumn();
$write = function (string $who, int $balance, int $token) use ($db): void {
    $update = $db->prepare('UPDATE account SET balance = ?, fence = ? WHERE id = 7 AND fence <= ?');
    $update->execute([$balance, $token, $token]);
    echo $who, $update->rowCount() ? " writes $balance.\n" : " comes too late: its write is refused.\n";
};

// Each acquisition mints a token that is greater than all before.
$dsn = $argv[1] ?? (getenv('REDIS_DSN') ?: 'redis://localhost');
$factory = new LockFactory(new RedisStore($dsn, options: ['fencing' => true]));

$first = $factory->createLock('account-7', ttl: 0.5);
if (!$first->acquire()) {
    exit("Another process works on the account.\n");
}
$token = fencing_token($first);
$seen = $balance();
echo "The first owner has read $seen, and is stopped for longer than its lock lives.\n";
usleep(600_000);

$second = $factory->createLock('account-7', ttl: 30);
$second->acquire(true);
$write('The second owner', $balance() - 30, fencing_token($second));
$second->release();

echo "The first owner goes on, and has not looked at its lock again.\n";
$write('The first owner', $seen + 50, $token);
echo 'The account has ', $balance(), ".\n";
