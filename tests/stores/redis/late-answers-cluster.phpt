--TEST--
RedisStore through \RedisCluster: nobody's answers are taken for its own, and what the user has queued is left alone
--EXTENSIONS--
igbinary
redis
--SKIPIF--
<?php require __DIR__.'/../../inc/need.inc'; need('redis-server'); ?>
--FILE--
<?php
require __DIR__.'/late-answers.inc';

use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Store\RedisStore;

$slow = null;
group('a cluster', function () use (&$slow) {
    $slow = new SlowCluster();
});
group('late answers', fn () => late_answers_are_nobodys($slow->client(...), $slow->proxy));
group('unread answers', fn () => unread_answers_are_nobodys($slow->client(...), $slow->proxy));
group('unread errors, that come twice', function () use (&$slow) {
    foreach ([null, 'mine:'] as $prefix) {
        $client = $slow->client();
        $prefix && $client->setOption(Redis::OPT_PREFIX, $prefix);
        $store = new RedisStore($client);
        same('connected', true, lock($store, '{x}'.unique(), 30)->acquire());
        $client->set('{x}one', 'mine');
        $slow->proxy->does('hold');
        for ($i = 0; $i < 2; ++$i) {
            outcome(fn () => $client->eval('return redis.error_reply("ERR mine")', ['{x}one'], 1));
        }
        $slow->proxy->does('pass');
        $lock = lock($store, '{x}'.unique(), 30);
        same('acquired', true, $lock->acquire());
        same('the connection is right again', 'mine', $client->get('{x}one'));
        same('held', true, $lock->isAcquired());
    }
});
/** Its own error, so what is asked is the word. */
final class Asked extends RedisCluster
{
    public array $asked = [];

    public function rawCommand($cmd, ...$args): mixed
    {
        $this->asked[] = [$cmd, ...$args, $answer = parent::rawCommand($cmd, ...$args)];

        return $answer;
    }
}
group('its own error', function () {
    $cluster = new OwnCluster();
    $seeds = array_map(fn ($node) => "127.0.0.1:$node->port", $cluster->nodes);
    $client = new Asked(null, $seeds, 5, 5);
    $lock = lock(new RedisStore($client), $name = unique(), 30, false);
    foreach ($cluster->nodes as $node) {
        $node->admin->call('ACL', 'SETUSER', 'default', '-evalsha');
    }
    $e = raises('refused', LockAcquiringException::class, null, fn () => $lock->acquire());
    check('why', str_contains(chain($e), 'NOPERM'), chain($e));
    same('asked once', 1, count($client->asked));
    [$node, $command, $word, $answer] = $client->asked[0];
    same('the node of the key, for a word', [$name, 'ECHO', $answer], [$node, $command, $word]);
});
group('queued commands', fn () => queued_commands_are_left_alone($slow->client(), Redis::MULTI));
?>
--EXPECT--
ok: a cluster
ok: late answers
ok: unread answers
ok: unread errors, that come twice
ok: its own error
ok: queued commands
