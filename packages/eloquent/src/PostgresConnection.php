<?php

namespace Async\Eloquent;

use Illuminate\Database\PostgresConnection as StockConnection;

class PostgresConnection extends StockConnection
{
    use SharedConnection;
}
