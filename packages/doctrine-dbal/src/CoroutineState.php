<?php

namespace Async\Doctrine\DBAL;

use Doctrine\DBAL\Driver\Connection as DriverConnection;

/** What Doctrine\DBAL\Connection remembers of its connection, for one coroutine. The names are those of its properties. */
final class CoroutineState
{
    public const PROPERTIES = ['_conn', 'transactionNestingLevel', 'transactionIsolationLevel', 'isRollbackOnly'];

    public ?DriverConnection $_conn;
    public int $transactionNestingLevel;
    public mixed $transactionIsolationLevel;
    public bool $isRollbackOnly;

    public function __construct()
    {
        $this->forget();
    }

    /** As before the first call. */
    public function forget(): void
    {
        $this->_conn = null;
        $this->transactionNestingLevel = 0;
        $this->transactionIsolationLevel = null;
        $this->isRollbackOnly = false;
    }
}
