<?php

namespace Async\Eloquent;

use Illuminate\Database\MySqlConnection as StockConnection;

class MySqlConnection extends StockConnection
{
    use SharedConnection;
}
