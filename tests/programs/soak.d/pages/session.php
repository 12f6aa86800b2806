<?php
require __DIR__ . '/together.inc';
session_id('soak' . bin2hex(random_bytes(8)));
session_save_path(sys_get_temp_dir());
session_start(['use_cookies' => 0]);
$_SESSION['sum'] = array_sum(together(fn() => strlen(ask('wait 5 12345')), fn() => 7));
session_write_close();
session_start(['use_cookies' => 0]);
echo $_SESSION['sum'], "\n";
session_destroy();
