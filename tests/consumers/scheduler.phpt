--TEST--
Scheduler: of two workers one has the schedule, and keeps it while it works; when it has ended the other one goes on, and no message comes twice
--EXTENSIONS--
ctype
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need('redis');
need_packaged('Symfony/Component/Scheduler/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

$worker = <<<'CODE'
    error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
    foreach (['Cache', 'Clock', 'Messenger', 'Scheduler'] as $component) {
        require_once "Symfony/Component/$component/autoload.php";
    }
    // Its name is one byte, which is lost in Debian's map of classes.
    require_once 'Symfony/Component/Cache/Traits/ValueWrapper.php';

    use Symfony\Component\Lock\LockFactory;
    use Symfony\Component\Lock\Store\RedisStore;
    use Symfony\Component\Scheduler\Generator\MessageGenerator;
    use Symfony\Component\Scheduler\Messenger\SchedulerTransport;
    use Symfony\Component\Scheduler\Messenger\ScheduledStamp;
    use Symfony\Component\Scheduler\RecurringMessage;
    use Symfony\Component\Scheduler\Schedule;

    final class Bill
    {
    }
    $redis = redis_url();
    $lock = (new LockFactory(new RedisStore($redis)))->createLock($argv[2], 60);
    $clock = new Symfony\Component\Clock\MockClock('2030-01-01 00:00:00 UTC');
    $schedule = (new Schedule())
        ->add(RecurringMessage::every('100 seconds', new Bill(), '2030-01-01 00:00:00 UTC'))
        ->stateful(new Symfony\Component\Cache\Adapter\FilesystemAdapter('', 0, $argv[1]))
        ->lock($lock);
    $transport = new SchedulerTransport(new MessageGenerator($schedule, 'bills', $clock));
    while (false !== $seconds = fgets(STDIN)) {
        $clock->sleep((float) $seconds);
        $bills = [];
        foreach ($transport->get() as $envelope) {
            $bills[] = $envelope->last(ScheduledStamp::class)->messageContext->triggeredAt->format('i:s');
        }
        $left = $lock->getRemainingLifetime();
        echo json_encode($bills), ', ', match (true) {
            !$lock->isAcquired() => "another worker's",
            $left > 100 && $left <= 160 => 'its own until after the next',
            default => "FAIL: $left seconds left",
        }, php_classes() ? ', FAIL: from PHP: '.json_encode(php_classes()) : '', "\n";
    }
    CODE;
$arguments = [temporary_directory(), unique()];
[$one, $two] = array_map(fn () => Child::start($worker, 'here', ['ctype'], [], $arguments), [1, 2]);
$tell = function (string $name, Child $to, int $seconds): void {
    $to->say((string) $seconds);
    echo "$name: ", $to->hear(), "\n";
};
$tell('one', $one, 0);
$tell('two', $two, 0);
$tell('one', $one, 250);
$tell('two', $two, 350);
echo 'one ends', $one->finish(), "\n";
$tell('two', $two, 100);
echo $two->finish();
?>
--EXPECT--
one: [], its own until after the next
two: [], another worker's
one: ["01:40","03:20"], its own until after the next
two: [], another worker's
one ends
two: ["05:00","06:40"], its own until after the next
