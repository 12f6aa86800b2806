<?php

/* Composer loads this file with its autoloader: a program has to call nothing. */

if (extension_loaded('async')) {
    Revolt\EventLoop::setDriver(new Async\Revolt\CoroutineDriver());
}
