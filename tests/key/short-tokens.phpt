--TEST--
Key: a dump shows the beginning of a token, and nothing of one that is so short that this would be much of it
--FILE--
<?php
require __DIR__.'/../inc/slock.inc';

use Symfony\Component\Lock\Key;

function shown(string $token): string
{
    $key = new Key('name');
    $key->setState('Store', $token);
    ob_start();
    var_dump($key);

    return preg_match('/"([^"]*\.\.\.)"/', ob_get_clean(), $matches) ? $matches[1] : 'nothing';
}

same('empty', '...', shown(''));
same('23 bytes', '...', shown('abcdefghijklmnopqrstuvw'));
same('24 bytes', 'abcdef...', shown('abcdefghijklmnopqrstuvwx'));
same('44 bytes', 'abcdef...', shown(str_pad('abcdef', 44, 'x')));
?>
--EXPECT--
ok: empty
ok: 23 bytes
ok: 24 bytes
ok: 44 bytes
