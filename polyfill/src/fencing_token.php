<?php

namespace Slock;

use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockInterface;

// The extension has it.
if (!\function_exists('Slock\fencing_token')) {
    /**
     * The fencing token of the owner that this key became when it was acquired last, or null.
     *
     * The package's stores mint none. A key may have one that has come, serialized, from where the extension is.
     */
    function fencing_token(LockInterface|Key $lock): ?int
    {
        $token = $lock instanceof Key && $lock->hasState('Slock\FencingToken')
            ? $lock->getState('Slock\FencingToken')
            : null;

        // What has been XML or CSV is a text.
        if (\is_string($token) && $token === (string) (int) $token) {
            $token = (int) $token;
        }

        return \is_int($token) && $token > 0 ? $token : null;
    }
}
