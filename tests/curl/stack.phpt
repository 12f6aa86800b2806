--TEST--
libcurl with TLS and callbacks needs less than two thirds of the smallest automatic stack (IO-12)
--EXTENSIONS--
curl
openssl
--SKIPIF--
<?php
require __DIR__ . '/../inc/child.php';
skip_under_tools('frames are larger there');
?>
--FILE--
<?php
require __DIR__ . '/server.inc';
require __DIR__ . '/../io/certificate.inc';
$file = certificate();
$https = http_server($file);
$http = http_server();
$inc = var_export(__DIR__ . '/server.inc', true);
// The smallest automatic stack is 192K. A call that needs more hits the guard page and crashes.
show_php('two thirds of it', <<<PHP
    require $inc;
    \$options = [CURLOPT_SSL_VERIFYPEER => false, CURLOPT_SSL_VERIFYHOST => 0, CURLOPT_WRITEFUNCTION => function (\$h, \$data) {
        Async\delay(1);
        return strlen(preg_replace_callback('/./', fn(\$m) => \$m[0], \$data));
    }];
    foreach (['https://$https', 'http://$http', 'http://localhost:' . substr(strrchr('$http', ':'), 1)] as \$url) {
        \$all[] = Async\spawn(fn() => get("\$url/late/10/hello", \$options)[1]);
        \$all[] = Async\spawn(fn() => get("\$url/late/10/hello", \$options + [CURLOPT_ENCODING => ''])[1]);
        \$all[] = Async\spawn(function () use (\$url, \$options) {
            \$multi = curl_multi_init();
            curl_multi_add_handle(\$multi, \$handle = request("\$url/echo/10", \$options + [CURLOPT_POSTFIELDS => ['a' => str_repeat('b', 100000)]]));
            do {
                curl_multi_exec(\$multi, \$running);
                curl_multi_select(\$multi);
            } while (\$running);
            return curl_errno(\$handle);
        });
    }
    \$all[] = Async\spawn(fn() => get('https://$https/late/1/x')[1]);
    echo json_encode(array_map('Async\await', \$all));
    PHP, '-d async.stack_size=128K');
?>
--EXPECT--
-- two thirds of it
[0,0,0,0,0,0,0,0,0,60]
status 0
