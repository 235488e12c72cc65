--TEST--
Unserialized stores: one that stands in front of itself is refused
--FILE--
<?php
require __DIR__.'/store-payloads.inc';

use Symfony\Component\Lock\Store as S;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

group('a store in front of itself', function () {
    $combined = S\CombinedStore::class;
    $text = sprintf(
        'O:%d:"%s":2:{%sa:1:{i:0;r:1;}%s%s}',
        strlen($combined),
        $combined,
        serialize("\0$combined\0stores"),
        serialize("\0$combined\0strategy"),
        serialize(new ConsensusStrategy()),
    );
    raises('combined', Error::class, 'has not been correctly initialized', fn () => unserialize($text));
    $retry = S\RetryTillSaveStore::class;
    $text = sprintf(
        'O:%d:"%s":3:{%sr:1;%si:1;%si:1;}',
        strlen($retry),
        $retry,
        serialize("\0$retry\0decorated"),
        serialize("\0$retry\0retrySleep"),
        serialize("\0$retry\0retryCount"),
    );
    raises('retry', Error::class, 'has not been correctly initialized', fn () => unserialize($text));
});
?>
--EXPECT--
ok: a store in front of itself
