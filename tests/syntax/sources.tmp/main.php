<?php
spawn {
    echo "spawned\n";
}
echo implode(' ', [basename(__FILE__), basename($_SERVER['SCRIPT_FILENAME']), count(get_included_files())]), "\n";