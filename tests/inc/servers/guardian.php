<?php
/*
 * guardian.php KIND FOLDER LINGER DURABLE: runs one server (kinds.php) in FOLDER, writes its address there, ends it and
 * removes the folder when FOLDER/users has not been locked for LINGER seconds. Started by servers.inc only.
 *
 * In the folder:  users    locked (shared) by each client of the server, exclusively by a guardian that ends the server
 *                 start    locked by a client that starts a guardian
 *                 guardian locked by the guardian as long as it lives: the kernel releases the lock at its end
 *                 address  the result of server(), as JSON, while the server runs
 *                 failed   the reason why it did not start
 *                 again    a request to restart a dead server (private servers)
 */

require __DIR__ . '/kinds.php';

set_time_limit(0);
[, $kind, $folder, $linger, $durable] = $argv;

$alive = fopen("$folder/guardian", 'ce');
if (!flock($alive, LOCK_EX | LOCK_NB)) {
    exit(1);
}
// Left by a killed guardian. Its servers died with it.
remove_tree("$folder/data");
mkdir("$folder/data", 0711);

try {
    $server = server_kind($kind, $folder, (bool) $durable);
    $server->prepare();
    start($server, $folder);
    guard($server, $folder, (float) $linger);
} catch (Throwable $e) {
    $log = implode(array_map(fn($file) => substr((string) @file_get_contents($file), -2000), ["$folder/log", ...glob("$folder/data/*.log")]));
    file_put_contents("$folder/failed.new", $e->getMessage() . "\n$log");
    rename("$folder/failed.new", "$folder/failed");
    if (isset($server)) {
        $server->stop();
    }
    // The next client may try again. The present ones read the reason; the folder is removed after the last of them.
    $users = fopen("$folder/users", 'ce');
    fclose($alive);
    flock($users, LOCK_EX);
    remove_folder($folder, $users);
}

/** Start the server, on other ports if these are taken by now, and publish its address. */
function start(Server_Kind $server, string $folder): void
{
    for ($try = 1; !$server->start(); $try++) {
        $server->stop();
        if ($try === 3) {
            throw new RuntimeException('it ended or did not get ready');
        }
        $server->newPorts();
    }
    file_put_contents("$folder/address.new", json_encode($server->address()));
    rename("$folder/address.new", "$folder/address");
}

/** Wait until no process needs the server any more. */
function guard(Server_Kind $server, string $folder, float $linger): void
{
    $users = fopen("$folder/users", 'ce');
    $used = microtime(true);
    while (true) {
        usleep($linger ? 500000 : 50000);
        if (!$server->isRunning() && is_file("$folder/address")) {
            // The next client starts another server, or this one again.
            unlink("$folder/address");
            if ($linger) {
                throw new RuntimeException('it has died');
            }
        }
        if (is_file("$folder/again")) {
            unlink("$folder/again");
            $server->stop();
            start($server, $folder);
        }
        if (!flock($users, LOCK_EX | LOCK_NB)) {
            $used = microtime(true);
            continue;
        }
        clearstatcache();
        // A client that came and went meanwhile has touched the file.
        $used = max($used, @filemtime("$folder/users") ?: 0);
        // Locked: a client that comes now waits until the folder is gone, and makes another one.
        if (microtime(true) - $used >= $linger || !is_dir($folder)) {
            $server->stop();
            remove_folder($folder, $users);
            return;
        }
        flock($users, LOCK_UN);
    }
}

/** Remove a folder whose file "users" is locked, unless another process did and a new folder has its name. */
function remove_folder(string $folder, $users): void
{
    clearstatcache();
    if (@fileinode("$folder/users") !== fstat($users)['ino']) {
        return;
    }
    remove_tree($folder);
    // The outer folder, unless it has other servers.
    @rmdir(dirname($folder));
}

function remove_tree(string $folder): void
{
    exec('rm -rf ' . escapeshellarg($folder));
}
