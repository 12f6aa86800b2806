<?php

/* PHPStan learns the other names of classes only from PHP itself. */
if (!extension_loaded('async')) {
    require __DIR__ . '/../../stubs/async.php';
}
