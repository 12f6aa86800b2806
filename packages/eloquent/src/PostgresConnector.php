<?php

namespace Async\Eloquent;

use Illuminate\Database\Connectors\PostgresConnector as StockConnector;

class PostgresConnector extends StockConnector
{
    use MakesPools;
}
