<?php
/* Loads the package from the checkout. */
spl_autoload_register(function (string $class): void {
    $prefix = 'Async\\Testing\\PHPUnit\\';
    if (str_starts_with($class, $prefix)) {
        require __DIR__ . '/../../../packages/testing/src/PHPUnit/' . substr($class, strlen($prefix)) . '.php';
    }
});
