--TEST--
Slock\KeepAlive renews nothing in the middle of a call on the same client object: the answer to that call stays its own, and the renewal follows
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('redis-server');
need_file('Predis/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../stores/redis/groups.inc';
require __DIR__.'/keep.inc';

use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\RedisStore;

load_predis();

/** Renewed after a third of it, give or take a tenth. */
const TTL = 4.5;
const RENEWED = 1.9;

function acquired(object $client): Lock
{
    $lock = new Lock(new Key(unique()), new RedisStore($client), TTL);
    check('acquired', $lock->acquire());

    return $lock;
}

/** Does so in a process of its own, when it has heard after how many seconds. */
function later(OwnRedis $server, array ...$commands): Child
{
    $child = Child::start(
        <<<'CODE'
        require $argv[3];
        $server = new Resp("tcp://127.0.0.1:$argv[1]");
        echo "ready\n";
        usleep((int) (fgets(STDIN) * 1e6));
        foreach (json_decode($argv[2], true) as $words) {
            // A message that nobody has heard is said again.
            while (0 === $server->call(...$words)) {
                usleep(10000);
            }
        }
        CODE,
        'here',
        [],
        [],
        [(string) $server->port, json_encode($commands), dirname(__DIR__).'/inc/redis.inc'],
    );
    same('the other process', 'ready', $child->hear());

    return $child;
}

$server = new OwnRedis();
group('Predis, waiting for an answer', function () use ($server) {
    $client = new Predis\Client(['host' => '127.0.0.1', 'port' => $server->port, 'read_write_timeout' => 10]);
    $child = later($server, ['RPUSH', 'queue', 'first', 'second']);
    $lock = acquired($client);
    $keep = new KeepAlive($lock);
    $child->say((string) RENEWED);
    same('the first', ['queue', 'first'], $client->blpop(['queue'], 8));
    check('renewed', compute(10, fn () => $lock->getRemainingLifetime() > TTL - 1.0));
    same('the second', ['queue', 'second'], $client->blpop(['queue'], 8));
    check('lost', !$keep->isLost());
    $child->finish();
});

group('\Redis, within a subscription', function () use ($server) {
    $client = new Redis();
    // How long it waits for a third message, which ends it.
    $client->connect('127.0.0.1', $server->port, 5, null, 0, 2);
    $child = later($server, ['PUBLISH', 'news', 'first'], ['PUBLISH', 'news', 'second']);
    $lock = acquired($client);
    $begun = now();
    $keep = new KeepAlive($lock, onLost: fn () => null);
    $child->say('0');
    $heard = [];
    $hear = function ($client, $channel, $message) use (&$heard, $begun) {
        $heard[] = $message;
        compute(max(0.0, $begun + RENEWED - now()));
    };
    outcome(fn () => $client->subscribe(['news'], $hear));
    same('heard', ['first', 'second'], $heard);
    $child->finish();
});
?>
--EXPECT--
ok: Predis, waiting for an answer
ok: \Redis, within a subscription
