<?php
/*
 * Stands in front of a main script that is read from standard input: for each line from descriptor 3 a child runs what
 * the file at standard input holds then. Its exit status follows its output, between two zero bytes (see child.php).
 */
(function () {
    $control = fopen('php://fd/3', 'r');
    while (fgets($control) !== false) {
        // Standard input is shared with the children: the one before has read it.
        $script = fopen('php://fd/0', 'r');
        fseek($script, 0, SEEK_END);
        fseek($script, 0);
        fclose($script);
        if (!($child = pcntl_fork())) {
            return;
        }
        pcntl_waitpid($child, $status);
        $status = pcntl_wifsignaled($status) ? 128 + pcntl_wtermsig($status) : pcntl_wexitstatus($status);
        fwrite(fopen('php://fd/1', 'w'), "\0$status\0");
    }
    exit;
})();
