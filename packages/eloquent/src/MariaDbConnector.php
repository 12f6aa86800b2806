<?php

namespace Async\Eloquent;

use Illuminate\Database\Connectors\MariaDbConnector as StockConnector;

class MariaDbConnector extends StockConnector
{
    use MakesPools;
}
