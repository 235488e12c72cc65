--TEST--
MongoDbStore: an @ in the query of the URI shows nothing of what stands before and after it
--FILE--
<?php
require __DIR__.'/../../inc/slock.inc';

use Symfony\Component\Lock\Store\MongoDbStore;

$show = function (string $uri): string {
    try {
        ob_start();
        var_dump(new MongoDbStore($uri));

        return ob_get_clean();
    } catch (Throwable $e) {
        return ob_get_clean().chain($e);
    }
};
foreach ([
    'a later option' => 'mongodb://h/db?collection=c&appName=job@host7&tlsCertificateKeyFilePassword=s3cret',
    'in the password' => 'mongodb://h/db?collection=c&tlsCertificateKeyFilePassword=a@s3cret',
    'of the user, too' => 'mongodb://u:s3cret@h/db?collection=c&tlsCertificateKeyFilePassword=a@s3cret',
    'not even valid' => 'mongodb://u:s3cret@h:x/db?collection=c&tlsCertificateKeyFilePassword=a@s3cret',
] as $what => $uri) {
    $shown = $show($uri);
    check($what, !str_contains($shown, 's3cret'), $shown);
}
check('the server is shown', str_contains($show('mongodb://u:s3cret@h7/db?collection=c'), 'h7'));
?>
--EXPECT--
ok: a later option
ok: in the password
ok: of the user, too
ok: not even valid
ok: the server is shown
