<?php
/*
 * The command line of PHPUnit, or of Pest where it is there, in a coroutine when the environment says so:
 * phpunit-inside.php AUTOLOAD [arguments].
 */
$autoload = $argv[1];
array_splice($argv, 1, 1);
$_SERVER['argv'] = $argv;
$_SERVER['argc'] = count($argv);
// For tests in processes of their own.
define('PHPUNIT_COMPOSER_INSTALL', realpath($autoload));
require $autoload;
$pest = dirname($autoload) . '/pestphp/pest/bin/pest';
if (is_file($pest)) {
    $start = fn() => require $pest;
    exit(getenv('REAL_USERS_INSIDE') ? Async\await(Async\spawn($start)) : $start());
}
$run = fn(): int => class_exists(PHPUnit\TextUI\Application::class)
    ? (new PHPUnit\TextUI\Application)->run($_SERVER['argv'])
    : (new PHPUnit\TextUI\Command)->run($_SERVER['argv'], false);
exit(getenv('REAL_USERS_INSIDE') ? Async\await(Async\spawn($run)) : $run());
