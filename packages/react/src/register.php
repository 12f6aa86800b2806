<?php

/* Composer loads this file with its autoloader: a program has to call nothing. */

if (extension_loaded('async')) {
    $loop = new Async\React\CoroutineLoop();
    React\EventLoop\Loop::set($loop);
    if (class_exists(React\Async\FiberFactory::class)) {
        React\Async\FiberFactory::factory(static fn() => new Async\React\CoroutineFiber($loop));
    }
    unset($loop);
}
