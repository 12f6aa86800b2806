#!/usr/bin/env php
<?php
declare(strict_types=1);
namespace App;
return await spawn {
    return [basename(__FILE__), basename(__DIR__), __LINE__, __NAMESPACE__];
};