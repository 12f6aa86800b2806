<?php
// Coroutines that go on when the main script has ended, one that never ends by itself, open streams and locks.
require __DIR__ . '/together.inc';
$late = function () {
    usleep(20_000);
    echo "late\n";
};
$file = fopen(__FILE__, 'r');
flock($file, LOCK_SH);
if (function_exists('Async\spawn')) {
    Async\spawn($late);
    $scope = new Async\Scope();
    $GLOBALS['kept'] = $scope->spawn(fn() => Async\delay(60_000));
    $GLOBALS['stream'] = stream_socket_client((string) getenv('SOAK_BACKEND'));
    $scope->cancel();
} else {
    register_shutdown_function($late);
}
echo "main\n";
