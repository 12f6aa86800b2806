<?php
/* What both kinds of clients of curl ask, and what they tell of a transfer. */

abstract class Curl_Client extends Client
{
    public const SERVER = 'http';

    protected function path(): string
    {
        $n = $this->between(0, 30000);
        $ms = $this->between(0, 5);
        return $this->pick(['/echo', '/echo?a=b', '/echo', '/cookies', '/size/100/1', '/gzip', "/size/$n/$ms", "/size/$n/$ms", '/size/10/0', "/chunks/{$this->between(0, 20)}/$ms", '/gzip',
            "/redirect/{$this->between(1, 4)}", '/cookies', '/basic', '/digest', "/status/{$this->pick([200, 204, 301, 304, 404, 500, 503])}",
            '/close', '/short', '/reset', '/garbage', '/old', '/count', '/count', '/silent', '/nowhere']);
    }

    /** Options of a random request; what its callbacks saw is put into $seen. */
    protected function request(array &$seen): array
    {
        $path = $this->path();
        $base = $this->percent(4) ? "http://127.0.0.1:{$this->deadPort()}" : $this->server['base'];
        $options = [CURLOPT_URL => $base . $path, CURLOPT_RETURNTRANSFER => true];
        // Where curl and the server wait for each other.
        $slow = 2000;
        if ($path === '/silent') {
            $slow = 100;
        }
        foreach ([CURLOPT_HEADER => [true], CURLOPT_FOLLOWLOCATION => [true], CURLOPT_MAXREDIRS => [1, 2], CURLOPT_USERPWD => ['user:secret', 'user:wrong'],
            CURLOPT_HTTPAUTH => [CURLAUTH_BASIC, CURLAUTH_DIGEST, CURLAUTH_ANY], CURLOPT_ENCODING => ['', 'gzip'], CURLOPT_RANGE => ['2-9', '5-', '-3', '999999-'],
            CURLOPT_NOBODY => [true], CURLOPT_CUSTOMREQUEST => ['DELETE', 'PATCH'], CURLOPT_HTTP_VERSION => [CURL_HTTP_VERSION_1_0, CURL_HTTP_VERSION_1_1],
            CURLOPT_COOKIE => ['x=y'], CURLOPT_COOKIEFILE => [''], CURLOPT_USERAGENT => ['same'], CURLOPT_REFERER => ['http://r/'], CURLOPT_FORBID_REUSE => [true],
            CURLOPT_FRESH_CONNECT => [true], CURLOPT_FAILONERROR => [true], CURLOPT_HTTPHEADER => [['X-Own: 1', 'Expect:'], ['Accept:']], CURLOPT_AUTOREFERER => [true],
            CURLOPT_RESUME_FROM => [3], CURLOPT_TCP_NODELAY => [false], CURLOPT_BUFFERSIZE => [1024], CURLOPT_UNRESTRICTED_AUTH => [true], CURLOPT_FILETIME => [true],
            CURLOPT_MAXFILESIZE => [5000], CURLOPT_CONNECTTIMEOUT_MS => [10000], CURLOPT_CERTINFO => [true],
            CURLOPT_NOSIGNAL => [true, false], CURLOPT_IGNORE_CONTENT_LENGTH => [false], CURLOPT_PROTOCOLS => [CURLPROTO_HTTP, CURLPROTO_FTP]] as $name => $values) {
            $value = $this->pick($values);
            $this->percent(6) && $options += [$name => $value];
        }
        $options[CURLOPT_TIMEOUT_MS] = $slow;
        $this->percent(25) && $options = $this->body($options, $seen) + $options;
        return $this->callbacks($seen) + $options;
    }

    private function body(array $options, array &$seen): array
    {
        $bytes = $this->bytes($this->pick([10, 3000, 50000]));
        $file = $this->stream($bytes);
        return match ($this->between(0, 4)) {
            0 => [CURLOPT_POST => true, CURLOPT_POSTFIELDS => $bytes],
            1 => [CURLOPT_POST => true, CURLOPT_POSTFIELDS => 'a=1&b=' . strlen($bytes)],
            // The boundary is random.
            2 => [CURLOPT_URL => $this->server['base'] . '/size/20/0', CURLOPT_POSTFIELDS => ['a' => 'x', 'f' => new CURLStringFile($bytes, 'name.txt')]],
            3 => [CURLOPT_UPLOAD => true, CURLOPT_INFILE => $file, CURLOPT_INFILESIZE => strlen($bytes)],
            4 => [CURLOPT_UPLOAD => true, CURLOPT_INFILESIZE => $this->pick([-1, strlen($bytes)]), CURLOPT_READFUNCTION => function ($curl, $none, int $most) use ($file, &$seen) {
                $seen['read'] = ($seen['read'] ?? 0) + 1 > 0;
                $this->napAnywhere();
                return (string) fread($file, min($most, 900));
            }],
        };
    }

    /** Some callbacks of curl. The size of chunks depends on the network, so only their sum goes into the transcript. */
    private function callbacks(array &$seen): array
    {
        $options = [];
        if ($this->percent(15)) {
            $most = $this->percent(25) ? $this->between(0, 5000) : PHP_INT_MAX;
            $options[CURLOPT_WRITEFUNCTION] = function ($curl, string $data) use (&$seen, $most) {
                $this->napAnywhere();
                $seen['written'] = substr(($seen['written'] ?? '') . $data, 0, $most);
                return strlen($seen['written']) === $most ? 0 : strlen($data);
            };
        }
        if ($this->percent(15)) {
            $stop = $this->percent(15);
            $options[CURLOPT_HEADERFUNCTION] = function ($curl, string $line) use (&$seen, $stop) {
                $this->napAnywhere();
                $seen['headers'][] = $line;
                return $stop && str_starts_with($line, 'X-') ? -1 : strlen($line);
            };
        }
        if ($this->percent(10)) {
            // Of several transfers the others would be left wherever they are.
            $throws = $this->percent(20) && $this instanceof CurlEasy_Client;
            $options += [CURLOPT_NOPROGRESS => false, CURLOPT_XFERINFOFUNCTION => function ($curl, $all, $now) use (&$seen, $throws) {
                $seen['progress'] = true;
                $this->napAnywhere();
                if ($throws && $now > 0) {
                    throw new LogicException('enough');
                }
                return 0;
            }];
        }
        if ($this->percent(8)) {
            $options[CURLOPT_WRITEHEADER] = $seen['header file'] = fopen('php://memory', 'w+');
        }
        if ($this->percent(8) && !isset($options[CURLOPT_WRITEFUNCTION])) {
            $options += [CURLOPT_RETURNTRANSFER => false, CURLOPT_FILE => $seen['file'] = fopen('php://temp', 'w+')];
        }
        return $options;
    }

    protected function tell(CurlHandle $curl, array $seen): void
    {
        foreach (['header file', 'file'] as $name) {
            isset($seen[$name]) && rewind($seen[$name]);
        }
        if (curl_errno($curl) === CURLE_OPERATION_TIMEOUTED) {
            $this->note('timed out', curl_getinfo($curl, CURLINFO_RESPONSE_CODE));
            return;
        }
        $this->call('info', fn() => array_intersect_key(curl_getinfo($curl), array_flip(['http_code', 'content_type', 'header_size', 'redirect_count',
            'size_download', 'download_content_length', 'upload_content_length', 'num_connects', 'redirect_url', 'url', 'http_version', 'scheme'])));
        $this->call('more', fn() => [curl_errno($curl), curl_error($curl), curl_getinfo($curl, CURLINFO_COOKIELIST),
            curl_getinfo($curl, CURLINFO_HTTP_CONNECTCODE), curl_getinfo($curl, CURLINFO_OS_ERRNO) > 0, curl_getinfo($curl, CURLINFO_HTTPAUTH_AVAIL)]);
        // A callback sees more or less of what it was given, as the network has it, when it breaks off.
        $seen && $this->note('seen', curl_errno($curl) === CURLE_OK || curl_errno($curl) === CURLE_WRITE_ERROR ? $seen : array_keys($seen));
    }
}
