<?php
/* curl_exec(). */

require_once __DIR__ . '/curl.php';

final class CurlEasy_Client extends Curl_Client
{
    protected const OPERATIONS = ['get' => 30, 'again' => 15, 'fresh' => 10, 'shared' => 8, 'copied' => 5, 'options' => 6, 'nested' => 4, 'file' => 4,
        'encodes' => 3, 'pauses' => 3];
    protected const ALONE = ['fresh', 'shared', 'options'];
    private ?CurlHandle $curl = null;
    private ?CurlShareHandle $share = null;

    protected function open(): void
    {
        $this->curl = curl_init();
        if ($this->partner) {
            $this->share = $this->partner->share;
        } else {
            $this->share = curl_share_init();
            curl_share_setopt($this->share, CURLSHOPT_SHARE, CURL_LOCK_DATA_DNS);
            $this->shared || curl_share_setopt($this->share, CURLSHOPT_SHARE, CURL_LOCK_DATA_COOKIE);
        }
    }

    private function exec(CurlHandle $curl, array $more = []): void
    {
        $seen = [];
        $options = $more + $this->request($seen);
        $this->call('options', fn() => curl_setopt_array($curl, $options));
        $this->call('exec ' . $options[CURLOPT_URL], fn() => curl_exec($curl));
        $this->tell($curl, $seen);
    }

    /** A handle that has forgotten its options, not its connections. */
    protected function get(): void
    {
        curl_reset($this->curl);
        $this->exec($this->curl);
    }

    /** … that has not forgotten them. */
    protected function again(): void
    {
        $this->call('errno', fn() => curl_errno($this->curl));
        curl_setopt($this->curl, CURLOPT_URL, $this->server['base'] . $this->pick(['/echo', '/count', '/size/100/1']));
        curl_setopt_array($this->curl, [CURLOPT_TIMEOUT_MS => 2000, CURLOPT_RETURNTRANSFER => true]);
        $this->call('exec', fn() => curl_exec($this->curl));
        $this->call('info', fn() => [curl_errno($this->curl), curl_getinfo($this->curl, CURLINFO_RESPONSE_CODE), curl_getinfo($this->curl, CURLINFO_NUM_CONNECTS)]);
    }

    protected function fresh(): void
    {
        $this->exec(curl_init());
    }

    protected function shared(): void
    {
        $this->exec(curl_init(), [CURLOPT_SHARE => $this->share, CURLOPT_COOKIEFILE => '']);
    }

    protected function copied(): void
    {
        $copy = curl_copy_handle($this->curl);
        curl_setopt($copy, CURLOPT_URL, $this->server['base'] . '/echo');
        curl_setopt_array($copy, [CURLOPT_TIMEOUT_MS => 2000, CURLOPT_RETURNTRANSFER => true]);
        $this->call('exec', fn() => curl_exec($copy));
        $this->call('errno', fn() => [curl_errno($copy), curl_errno($this->curl)]);
    }

    protected function options(): void
    {
        $curl = curl_init($this->server['base'] . '/echo');
        $this->call('wrong', fn() => curl_setopt($curl, $this->pick([-1, 999999, CURLOPT_URL]), $this->pick(["a\0b", 5, null])));
        $this->call('post', fn() => curl_setopt($curl, CURLOPT_POSTFIELDS, ['a' => ['nested']]));
        $this->call('exec', fn() => curl_exec(curl_init($this->pick(['', 'nosuch://x', 'http://', 'http:///', 'file:///nowhere']))));
    }

    /** A request in a callback of another one. */
    protected function nested(): void
    {
        $curl = curl_init($this->server['base'] . '/size/3000/1');
        $inner = [];
        curl_setopt($curl, CURLOPT_WRITEFUNCTION, function ($curl, string $data) use (&$inner) {
            if (!$inner) {
                $other = curl_init($this->server['base'] . '/echo');
                curl_setopt($other, CURLOPT_RETURNTRANSFER, true);
                $inner[] = curl_exec($other);
                try {
                    $inner[] = curl_exec($curl);
                } catch (Error $e) {
                    $inner[] = $e;
                }
            }
            return strlen($data);
        });
        $this->call('exec', fn() => curl_exec($curl));
        $this->note('inner', $inner);
    }

    protected function file(): void
    {
        $file = tempnam('/tmp', 'same');
        file_put_contents($file, str_repeat('0123456789', 500));
        $curl = curl_init("file://$file");
        curl_setopt_array($curl, [CURLOPT_RETURNTRANSFER => true, CURLOPT_RANGE => $this->pick(['0-20', '4990-', '7-'])]);
        $this->call('read', fn() => curl_exec($curl));
        $curl = curl_init($this->server['base'] . '/size/20000/1');
        curl_setopt($curl, CURLOPT_FILE, $stream = fopen($file, 'w'));
        $this->call('into', fn() => [curl_exec($curl), fclose($stream), md5_file($file)]);
        unlink($file);
    }

    protected function encodes(): void
    {
        $text = $this->text();
        $this->call('escape', fn() => [curl_escape($this->curl, $text), curl_unescape($this->curl, '%41%00x'), curl_strerror($this->between(0, 90))]);
    }

    /** Told to pause, and goes on by itself from its progress callback. */
    protected function pauses(): void
    {
        $curl = curl_init($this->server['base'] . '/size/9000/3');
        $paused = 0;
        $got = '';
        curl_setopt_array($curl, [CURLOPT_NOPROGRESS => false, CURLOPT_WRITEFUNCTION => function ($curl, string $data) use (&$paused, &$got) {
            if ($paused++ === 0) {
                return CURL_WRITEFUNC_PAUSE;
            }
            $got .= $data;
            $this->napAnywhere();
            return strlen($data);
        }, CURLOPT_XFERINFOFUNCTION => function ($curl) use (&$paused) {
            $paused === 1 && curl_pause($curl, CURLPAUSE_CONT);
            return 0;
        }]);
        $this->call('exec', fn() => curl_exec($curl));
        $this->note('got', md5($got));
    }
}
