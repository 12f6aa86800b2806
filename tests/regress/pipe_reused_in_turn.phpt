--TEST--
A pipe that got the number of one closed in the same turn can be waited for (lifetime rule 4)
--FILE--
<?php
Async\await(Async\spawn(function () {
    for ($i = 0; $i < 30; $i++) {
        // pclose() closes the descriptor out of sight.
        $pipe = popen('echo text', 'r');
        if (stream_get_contents($pipe) !== "text\n") {
            echo "BROKEN\n";
        }
        $pipe = null;
    }
    echo "done\n";
}));
?>
--EXPECT--
done
