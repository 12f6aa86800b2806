<?php

namespace Async\Eloquent;

use Illuminate\Database\DatabaseTransactionsManager;

/** Functions to be called after a commit: each coroutine has its own, as it has its own transactions. */
class TransactionsManager extends DatabaseTransactionsManager
{
    use HasStateByCoroutine;

    public function __construct()
    {
        parent::__construct();
        $this->separateByCoroutine(['transactions', 'committedTransactions', 'pendingTransactions', 'currentTransaction']);
    }
}
