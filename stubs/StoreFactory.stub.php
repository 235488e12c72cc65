<?php

/** @generate-class-entries */

namespace Symfony\Component\Lock\Store;

/** Makes the store that a DSN or a client object stands for. */
class StoreFactory
{
    /**
     * @param object|string $connection a DSN, the name of a local store, or a client object. With keep_alive=1 in a DSN the
     *     locks of the store that have a TTL are kept alive as long as they are held (docs/keep-alive.md)
     * @param bool $advisory locks of the database session instead of rows in a table; PostgreSQL and MySQL only
     * @throws \Symfony\Component\Lock\Exception\InvalidArgumentException when there is no such store
     * @tentative-return-type
     */
    public static function createStore(#[\SensitiveParameter] object|string $connection, bool $advisory = false): \Symfony\Component\Lock\PersistingStoreInterface {}
}
