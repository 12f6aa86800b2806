<?php

namespace Async\Eloquent;

use Illuminate\Database\MariaDbConnection as StockConnection;

class MariaDbConnection extends StockConnection
{
    use SharedConnection;
}
