<?php

namespace Async\Eloquent;

use Illuminate\Database\DatabaseManager as StockManager;

/** Laravel's manager of connections. A connection that it purges has no use for its pool. */
class DatabaseManager extends StockManager
{
    public function purge($name = null)
    {
        $before = $this->connections;
        parent::purge($name);
        foreach (array_diff_key($before, $this->connections) as $connection) {
            // Other coroutines may still be in the middle of a transaction: theirs ends with the garbage collector.
            if (method_exists($connection, 'forgetPool') && !$connection->isLent()) {
                $connection->forgetPool();
            }
        }
    }
}
