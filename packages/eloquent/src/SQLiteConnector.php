<?php

namespace Async\Eloquent;

use Illuminate\Database\Connectors\SQLiteConnector as StockConnector;

class SQLiteConnector extends StockConnector
{
    use MakesPools;
}
