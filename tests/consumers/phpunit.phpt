--TEST--
PHPUnit: mocks of the interfaces and of the factory, static properties that are backed up, Mockery and Prophecy
--SKIPIF--
<?php require __DIR__.'/../inc/need.inc';
need_command('phpunit');
need_file('Mockery/autoload.php');
need_file('Prophecy/autoload.php'); ?>
--FILE--
<?php
require __DIR__.'/../inc/process.inc';

file_put_contents($file = temporary_directory().'/MocksTest.php', <<<'CODE'
    <?php
    error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
    require_once 'Mockery/autoload.php';
    require_once 'Prophecy/autoload.php';

    use PHPUnit\Framework\Attributes\BackupStaticProperties;
    use PHPUnit\Framework\Attributes\Depends;
    use PHPUnit\Framework\TestCase;
    use Symfony\Component\Lock\BlockingStoreInterface;
    use Symfony\Component\Lock\Key;
    use Symfony\Component\Lock\LockFactory;
    use Symfony\Component\Lock\LockInterface;
    use Symfony\Component\Lock\PersistingStoreInterface;
    use Symfony\Component\Lock\SharedLockInterface;
    use Symfony\Component\Lock\Store\FlockStore;
    use Symfony\Component\Lock\Store\InMemoryStore;

    final class MocksTest extends TestCase
    {
        public static ?LockFactory $factory = null;
        public static ?Key $key = null;

        public function testTheFactoryIsMocked(): void
        {
            $lock = $this->createMock(SharedLockInterface::class);
            $lock->expects($this->once())->method('acquire')->with(true)->willReturn(true);
            $factory = $this->createMock(LockFactory::class);
            $factory->expects($this->once())->method('createLock')->with('invoice', 30)->willReturn($lock);
            $this->assertTrue($factory->createLock('invoice', 30)->acquire(true));
        }

        public function testTheMockedFactoryReturnsALockThatDoesNotShare(): void
        {
            $lock = $this->createMock(LockInterface::class);
            $lock->expects($this->exactly(2))->method('acquire')->willReturn(true);
            $factory = $this->createMock(LockFactory::class);
            $factory->method('createLock')->willReturn($lock);
            $factory->method('createLockFromKey')->willReturn($lock);
            $this->assertTrue($factory->createLock('invoice')->acquire());
            $this->assertTrue($factory->createLockFromKey(new Key('invoice'))->acquire());
        }

        public function testALockIsMocked(): void
        {
            $lock = $this->createMock(LockInterface::class);
            $lock->method('isAcquired')->willReturn(true);
            $lock->expects($this->once())->method('release');
            $this->assertTrue($lock->isAcquired());
            $lock->release();
        }

        public function testAStoreIsMocked(): void
        {
            $store = $this->createMock(PersistingStoreInterface::class);
            $store->expects($this->once())->method('save');
            $store->expects($this->atLeastOnce())->method('delete');
            $store->method('exists')->willReturnOnConsecutiveCalls(true, false);
            $lock = (new LockFactory($store))->createLock('invoice', null);
            $this->assertTrue($lock->acquire());
            $this->assertTrue($lock->isAcquired());
            $lock->release();
        }

        public function testAStoreThatWaitsIsMocked(): void
        {
            $store = $this->createMock(BlockingStoreInterface::class);
            $store->expects($this->once())->method('waitAndSave');
            $this->assertTrue((new LockFactory($store))->createLock('invoice', null, false)->acquire(true));
        }

        public function testANativeStoreIsMockedInPart(): void
        {
            $store = $this->getMockBuilder(FlockStore::class)->onlyMethods(['exists'])->getMock();
            $store->method('exists')->willReturn(false);
            $lock = (new LockFactory($store))->createLock('mocked'.getmypid());
            $this->assertTrue($lock->acquire());
            $this->assertFalse($lock->isAcquired());
        }

        /** @backupStaticAttributes enabled */
        #[BackupStaticProperties(true)]
        public function testStaticPropertiesAreBackedUp(): void
        {
            self::$factory = new LockFactory(new InMemoryStore());
            self::$key = new Key('static');
            $this->assertTrue(self::$factory->createLockFromKey(self::$key)->acquire());
        }

        /**
         * @depends testStaticPropertiesAreBackedUp
         * @backupStaticAttributes enabled
         */
        #[BackupStaticProperties(true)]
        #[Depends('testStaticPropertiesAreBackedUp')]
        public function testStaticPropertiesAreRestored(): void
        {
            $this->assertNull(self::$factory);
            $this->assertNull(self::$key);
        }

        public function testMockery(): void
        {
            $lock = Mockery::mock(SharedLockInterface::class);
            $lock->shouldReceive('acquire')->once()->andReturn(false);
            $factory = Mockery::mock(LockFactory::class);
            $factory->shouldReceive('createLock')->with('invoice')->andReturn($lock);
            $this->assertFalse($factory->createLock('invoice')->acquire());
            Mockery::close();
        }

        public function testProphecy(): void
        {
            $prophet = new Prophecy\Prophet();
            $lock = $prophet->prophesize(LockInterface::class);
            $lock->acquire()->willReturn(true)->shouldBeCalledOnce();
            $factory = $prophet->prophesize(LockFactory::class);
            $factory->createLock('invoice')->willReturn($lock);
            $this->assertTrue($factory->reveal()->createLock('invoice')->acquire());
            $store = $prophet->prophesize(PersistingStoreInterface::class);
            $store->save(Prophecy\Argument::type(Key::class))->shouldBeCalledOnce();
            $this->assertTrue((new LockFactory($store->reveal()))->createLock('invoice', null, false)->acquire());
            $prophet->checkPredictions();
        }

        public function testNothingCameFromPhp(): void
        {
            foreach (get_declared_classes() as $class) {
                if (str_starts_with($class, 'Symfony\Component\Lock\\')) {
                    $this->assertFalse((new ReflectionClass($class))->isUserDefined(), $class);
                }
            }
        }
    }
    CODE);
foreach (explode(':', getenv('PATH')) as $directory) {
    if (is_file($phpunit = "$directory/phpunit")) {
        break;
    }
}
$child = Child::run(
    [$phpunit, '--no-configuration', '--do-not-cache-result', $file],
    'here',
    ['ctype', 'dom', 'mbstring', 'phar', 'tokenizer', 'xml', 'xmlwriter'],
);
$said = $child->finish();
same('exit status', 0, $child->exit) || print $said;
check('all of them', str_contains($said, 'OK (11 tests'), $said);
?>
--EXPECT--
ok: exit status
ok: all of them
