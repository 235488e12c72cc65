--TEST--
Whatever the logger of a CombinedStore throws, nothing is left on any member
--FILE--
<?php
require __DIR__.'/interrupted.inc';
require __DIR__.'/../../inc/logger.inc';

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\InMemoryStore;
use Symfony\Component\Lock\Strategy\UnanimousStrategy;

class Loud extends ArrayLogger
{
    public function __construct(private string $level, private Throwable $what)
    {
    }

    public function log($level, $message, array $context = []): void
    {
        parent::log($level, $message, $context);
        if ($level === $this->level) {
            throw $this->what;
        }
    }
}

foreach ([new DomainException('disk full'), new Error('stop')] as $what) {
    group('the logger, '.$what::class, function () use ($what) {
        foreach (['debug', 'info', 'notice'] as $level) {
            foreach (['save', 'putOffExpiration', 'delete'] as $method) {
                $members = [
                    new Member('lost'),
                    new InMemoryStore(),
                    new Thrower('delete', new DomainException('cannot')),
                    new Member('fails'),
                ];
                $store = new CombinedStore($members, new UnanimousStrategy());
                $store->setLogger($logger = new Loud($level, $what));
                $outcome = outcome(
                    fn () => 'putOffExpiration' === $method
                        ? $store->putOffExpiration(new Key('r'), 10)
                        : $store->$method(new Key('r')),
                );
                if (in_array($level, $logger->levels(), true)) {
                    same("$level in $method", $what::class.': '.$what->getMessage(), $outcome);
                }
                nothing_left("$level in $method", $members);
            }
        }
    });
}

// The records of a logger and the traces of exceptions refer to each other.
gc_collect_cycles();
?>
--EXPECT--
ok: the logger, DomainException
ok: the logger, Error
