<?php

namespace Async\Eloquent;

use Illuminate\Database\Connectors\MySqlConnector as StockConnector;

class MySqlConnector extends StockConnector
{
    use MakesPools;
}
