--TEST--
Slock\KeepAlive renews nothing through a MongoDB\Driver\Manager while the driver calls a subscriber: it is in the middle of what it does, and would abort
--EXTENSIONS--
mongodb
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc'; need('mongodb'); ?>
--FILE--
<?php
require __DIR__.'/../inc/mongodb.inc';
require __DIR__.'/keep.inc';

use MongoDB\Driver\Command;
use MongoDB\Driver\Manager;
use MongoDB\Driver\Monitoring as M;
use Slock\KeepAlive;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MongoDbStore;

/** Renewed after a third of it, give or take a tenth. */
const TTL = 4.5;

/** Computes until a time that it is told, once, when the driver asks a server how it is. */
final class Computes implements M\SDAMSubscriber
{
    public ?float $until = null;
    public bool $called = false;

    public function serverHeartbeatStarted(M\ServerHeartbeatStartedEvent $event): void
    {
        $this->compute();
    }

    private function compute(): void
    {
        if (null !== $this->until) {
            [$until, $this->until, $this->called] = [$this->until, null, true];
            compute(max(0.0, $until - now()));
        }
    }

    public function serverChanged(M\ServerChangedEvent $event): void
    {
        $this->compute();
    }

    public function serverClosed(M\ServerClosedEvent $event): void
    {
    }

    public function serverHeartbeatFailed(M\ServerHeartbeatFailedEvent $event): void
    {
    }

    public function serverHeartbeatSucceeded(M\ServerHeartbeatSucceededEvent $event): void
    {
        $this->compute();
    }

    public function serverOpening(M\ServerOpeningEvent $event): void
    {
    }

    public function topologyChanged(M\TopologyChangedEvent $event): void
    {
    }

    public function topologyClosed(M\TopologyClosedEvent $event): void
    {
    }

    public function topologyOpening(M\TopologyOpeningEvent $event): void
    {
    }
}

$manager = new Manager(mongodb_server().'/?heartbeatFrequencyMS=500');
$manager->addSubscriber($computes = new Computes());
$names = ['database' => mongodb_database(), 'collection' => 'lock', 'gcProbability' => 0.0];
group('a subscriber that takes long', function () use ($manager, $names, $computes) {
    $lock = new Lock(new Key(unique()), new MongoDbStore($manager, $names), TTL);
    check('acquired', $lock->acquire());
    $begun = now();
    $keep = new KeepAlive($lock);
    usleep(600000);
    $computes->until = $begun + 1.9;
    $manager->executeCommand('admin', new Command(['ping' => 1]));
    check('called', $computes->called);
    check('renewed', compute(10, fn () => $lock->getRemainingLifetime() > TTL - 1.0));
    check('lost', !$keep->isLost());
});
mongodb_admin(mongodb_database(), ['dropDatabase' => 1]);
?>
--EXPECT--
ok: a subscriber that takes long
