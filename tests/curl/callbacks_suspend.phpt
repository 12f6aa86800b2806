--TEST--
Callbacks of curl can suspend; other coroutines use other handles meanwhile, also with shared data (IO-12, D28)
--EXTENSIONS--
curl
--FILE--
<?php
use function Async\{spawn, await, suspend, delay};
require __DIR__ . '/server.inc';
$url = 'http://' . http_server();

/** Run a request in each of ten coroutines; $hold is called in a callback of the first, in the middle of the others. */
function beside(string $title, callable $request): void
{
    $log = [];
    $hold = function (string $what) use (&$log) {
        if (!$log) {
            // Until the nine others have ended, although they began later.
            $log[] = "first is in its $what function";
            while (count($log) < 10) {
                delay(1);
            }
        }
    };
    $first = spawn(fn() => $request(0, $hold));
    for ($i = 1; $i < 10; $i++) {
        $others[] = spawn(function () use ($i, $request, $hold, &$log) {
            while (!$log) {
                delay(1);
            }
            $result = $request($i, $hold);
            $log[] = 'another one ended';
            return $result;
        });
    }
    $answers = [await($first), ...array_map('Async\await', $others)];
    // The answers are the same, with every interleaving of the calls.
    $numbers = array_map(fn($answer) => preg_replace('/\d/', 'N', serialize($answer)), $answers);
    echo "$title: $log[0], ", count(array_unique($numbers)) === 1 ? '' : 'not ', 'the same', "\n";
    if (count(array_unique($numbers)) > 1) {
        var_dump($answers);
    }
}

$text = fn(int $i) => str_repeat((string) $i, 20000);
$requests = [
    'header' => fn($i, $hold) => get("$url/late/50/" . $text($i), [CURLOPT_HEADERFUNCTION => function ($h, $line) use ($hold) {
        $hold('header');
        return strlen($line);
    }]),
    'write' => function ($i, $hold) use ($url, $text) {
        $all = '';
        $result = get("$url/late/50/" . $text($i), [CURLOPT_WRITEFUNCTION => function ($h, $data) use ($hold, &$all) {
            $hold('write');
            $all .= $data;
            return strlen($data);
        }]);
        return [$all === $text($i), $result];
    },
    'read' => function ($i, $hold) use ($url, $text) {
        $rest = $text($i);
        return get("$url/echo/50", [CURLOPT_UPLOAD => true, CURLOPT_INFILESIZE => strlen($rest),
            CURLOPT_READFUNCTION => function ($h, $file, $size) use ($hold, &$rest) {
                $hold('read');
                $part = substr($rest, 0, 5000);
                $rest = substr($rest, strlen($part));
                return $part;
            }]);
    },
    'progress' => fn($i, $hold) => get("$url/late/50/" . $text($i), [CURLOPT_NOPROGRESS => false,
        CURLOPT_PROGRESSFUNCTION => function () use ($hold) {
            $hold('progress');
            return 0;
        }]),
    'xferinfo' => fn($i, $hold) => get("$url/late/50/" . $text($i), [CURLOPT_NOPROGRESS => false,
        CURLOPT_XFERINFOFUNCTION => function () use ($hold) {
            $hold('xferinfo');
            return 0;
        }]),
];
foreach ($requests as $name => $request) {
    beside($name, $request);
}

echo "-- with cookies, names and sessions shared\n";
$share = curl_share_init();
foreach ([CURL_LOCK_DATA_COOKIE, CURL_LOCK_DATA_DNS, CURL_LOCK_DATA_SSL_SESSION] as $data) {
    curl_share_setopt($share, CURLSHOPT_SHARE, $data);
}
$place = str_replace('127.0.0.1', 'localhost', $url);
beside('write', function ($i, $hold) use ($place, $text, $share) {
    $handle = request("$place/cookie/20/of$i", [CURLOPT_SHARE => $share, CURLOPT_COOKIEFILE => '',
        CURLOPT_WRITEFUNCTION => function ($h, $data) use ($hold) {
            $hold('write');
            return strlen($data);
        }]);
    return [curl_exec($handle), curl_exec($handle), curl_errno($handle)];
});
$handle = request("$place/cookie/1/last", [CURLOPT_SHARE => $share, CURLOPT_COOKIEFILE => '']);
var_dump(count(array_unique(explode('; ', curl_exec($handle)))));

echo "-- a handle that is used inside of its own callback\n";
$inner = null;
$handle = request("$url/late/50/x", [CURLOPT_WRITEFUNCTION => function ($h, $data) use (&$inner) {
    await(spawn(fn() => delay(5)));
    try {
        $inner = [curl_exec($h), curl_errno($h)];
    } catch (Error $e) {
        $inner = $e->getMessage();
    }
    return strlen($data);
}]);
var_dump(await(spawn(fn() => curl_exec($handle))), $inner === [false, 0] || is_array($inner) && $inner[0] === false);

echo "-- several in one multi handle, whose callbacks suspend, beside another one\n";
$run = function (int $i) use ($url, $text) {
    $multi = curl_multi_init();
    $all = ['', '', ''];
    foreach ($all as $k => $none) {
        $handles[] = $handle = request("$url/late/30/" . $text($i), [CURLOPT_WRITEFUNCTION => function ($h, $data) use (&$all, $k) {
            suspend();
            delay(5);
            $all[$k] .= $data;
            return strlen($data);
        }]);
        curl_multi_add_handle($multi, $handle);
    }
    do {
        curl_multi_exec($multi, $running);
        curl_multi_select($multi);
    } while ($running);
    return array_map(fn($s) => $s === $text($i), $all) === [true, true, true];
};
echo json_encode(array_map('Async\await', array_map(fn($i) => spawn(fn() => $run($i)), [1, 2, 3]))), "\n";
?>
--EXPECT--
header: first is in its header function, the same
write: first is in its write function, the same
read: first is in its read function, the same
progress: first is in its progress function, the same
xferinfo: first is in its xferinfo function, the same
-- with cookies, names and sessions shared
write: first is in its write function, the same
int(10)
-- a handle that is used inside of its own callback
bool(true)
bool(true)
-- several in one multi handle, whose callbacks suspend, beside another one
[true,true,true]
