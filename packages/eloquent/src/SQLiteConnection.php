<?php

namespace Async\Eloquent;

use Illuminate\Database\SQLiteConnection as StockConnection;

class SQLiteConnection extends StockConnection
{
    use SharedConnection;
}
