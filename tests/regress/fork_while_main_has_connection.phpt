--TEST--
A fork while main is in a connection's call, in a callback that waits: the child leaves that call (D28, lifetime rule 12)
--EXTENSIONS--
pcntl
curl
--FILE--
<?php
use function Async\{await, spawn, suspend};

$forker = spawn(function () {
    suspend();
    $child = pcntl_fork();
    if ($child === 0) {
        suspend();
        echo "the child goes on\n";
        return;
    }
    pcntl_waitpid($child, $status);
    echo pcntl_wifexited($status) ? 'exit ' . pcntl_wexitstatus($status) : 'signal ' . pcntl_wtermsig($status), "\n";
});
$handle = curl_init('file://' . __FILE__);
curl_setopt($handle, CURLOPT_WRITEFUNCTION, function ($handle, string $data) use ($forker) {
    await($forker);
    return strlen($data);
});
echo curl_exec($handle) ? "the main script goes on\n" : curl_error($handle);
?>
--EXPECT--
the child goes on
exit 0
the main script goes on
