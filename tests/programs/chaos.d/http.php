<?php
/*
 * HTTP: curl, one by one and several at a time, and PHP's own streams. Files with known contents, of which parts are asked.
 * SOAP, to which the answer is the question.
 */
final class Http_Work extends Work
{
    public const WORKERS = 12;
    public const EXPECTED = [Refused::class, SoapFault::class];
    private const FILES = ['1k.bin' => 1024, '100k.bin' => 102400, '1m.bin' => 1 << 20];
    private string $contents;
    private ?CurlHandle $shared = null;
    private ?SoapClient $sharedSoap = null;

    protected function prepare(): void
    {
        $this->contents = (string) file_get_contents("{$this->server['root']}/1m.bin");
    }

    public function open(): void
    {
    }

    public function choose(Worker $worker): array
    {
        $deeds = extension_loaded('curl') ? ['own', 'own', 'fresh', 'shared', 'callback', 'multi', 'multi', 'slow'] : [];
        $soap = extension_loaded('soap') ? ['soap', 'soap'] : [];
        $deed = $worker->pick([...$deeds, ...$soap, 'stream', 'contents']);
        return ["HTTP $deed", fn() => $this->$deed($worker)];
    }

    /** @return array{string, int, int} URL, first and last byte */
    private function question(Worker $worker, bool $tls = true): array
    {
        $file = $worker->pick(array_keys(self::FILES));
        $first = $worker->between(0, self::FILES[$file] - 1);
        $last = $worker->between($first, self::FILES[$file] - 1);
        $ways = $this->server['ways'];
        $where = match (true) {
            $tls && $worker->chance(30) && isset($ways['nginx_tls']) => "https://127.0.0.1:$ways[nginx_tls]",
            $worker->chance(80) => "http://127.0.0.1:$ways[nginx]",
            default => "http://127.0.0.1:{$this->server['port']}",
        };
        return ["$where/$file", $first, $last];
    }

    private function expect(int $first, int $last, mixed $answer): void
    {
        if ($answer !== substr($this->contents, $first, $last - $first + 1)) {
            throw new Wrong("not bytes $first to $last: " . (is_string($answer) ? strlen($answer) . ' bytes, ' : '')
                . substr(json_encode($answer), 0, 60));
        }
    }

    private function ask(CurlHandle $curl, Worker $worker, array $options = []): void
    {
        [$url, $first, $last] = $this->question($worker);
        curl_setopt_array($curl, $options + $this->options($url, $first, $last, $worker));
        $this->judge($curl, curl_exec($curl), $first, $last);
    }

    private function options(string $url, int $first, int $last, Worker $worker): array
    {
        return [
            CURLOPT_URL => $url,
            CURLOPT_RANGE => "$first-$last",
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_CAINFO => $this->server['certificate'] ?? null,
            CURLOPT_HTTP_VERSION => $worker->chance(50) ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1,
            CURLOPT_CONNECTTIMEOUT => 12,
            CURLOPT_TIMEOUT_MS => $worker->chance(30) ? $worker->milliseconds(5000) : 0,
        ];
    }

    private function judge(CurlHandle $curl, mixed $answer, int $first, int $last): void
    {
        if ($answer === false) {
            throw new Refused('curl: ' . curl_errno($curl) . ' ' . curl_strerror(curl_errno($curl)));
        }
        if (curl_getinfo($curl, CURLINFO_RESPONSE_CODE) !== 206) {
            throw new Refused('curl: status ' . curl_getinfo($curl, CURLINFO_RESPONSE_CODE));
        }
        $this->expect($first, $last, $answer);
    }

    private function own(Worker $worker): void
    {
        $this->ask($worker->own['curl'] ??= curl_init(), $worker);
    }

    private function fresh(Worker $worker): void
    {
        $this->ask(curl_init(), $worker);
    }

    /** Each call waits for its turn. Options of the handle are shared, so all workers ask for the same page. */
    private function shared(Worker $worker): void
    {
        $curl = $this->shared ??= curl_init();
        curl_setopt_array($curl, [CURLOPT_URL => "http://127.0.0.1:{$this->server['ways']['nginx']}/1k.bin", CURLOPT_RETURNTRANSFER => true]);
        $answer = curl_exec($curl);
        if ($answer !== false) {
            $this->expect(0, 1023, $answer);
        }
    }

    /** The callback that gets the bytes lets others run. */
    private function callback(Worker $worker): void
    {
        [$url, $first, $last] = $this->question($worker);
        $bytes = '';
        $curl = curl_init();
        curl_setopt_array($curl, $this->options($url, $first, $last, $worker));
        curl_setopt($curl, CURLOPT_WRITEFUNCTION, function ($curl, string $more) use (&$bytes, $worker): int {
            $worker->chance(20) ? Async\delay(1) : Async\suspend();
            $bytes .= $more;
            return strlen($more);
        });
        $this->judge($curl, curl_exec($curl) ? $bytes : false, $first, $last);
    }

    private function multi(Worker $worker): void
    {
        $multi = curl_multi_init();
        $handles = $questions = [];
        foreach (range(1, $worker->between(2, 6)) as $i) {
            [$url, $first, $last] = $questions[$i] = $this->question($worker);
            $handles[$i] = curl_init();
            curl_setopt_array($handles[$i], $this->options($url, $first, $last, $worker));
            curl_multi_add_handle($multi, $handles[$i]);
        }
        do {
            curl_multi_exec($multi, $running);
            if ($running) {
                curl_multi_select($multi, 1);
            }
        } while ($running);
        $codes = [];
        while ($message = curl_multi_info_read($multi)) {
            $codes[array_search($message['handle'], $handles, true)] = $message['result'];
        }
        foreach ($handles as $i => $handle) {
            if (($codes[$i] ?? -1) === CURLE_OK && curl_getinfo($handle, CURLINFO_RESPONSE_CODE) === 206) {
                $this->expect($questions[$i][1], $questions[$i][2], curl_multi_getcontent($handle));
            }
            curl_multi_remove_handle($multi, $handle);
        }
        if (array_filter($codes)) {
            throw new Refused('curl_multi: ' . curl_strerror(max($codes)));
        }
    }

    /** At 20 KiB/s, with a limit. */
    private function slow(Worker $worker): void
    {
        $curl = $worker->own['curl'] ??= curl_init();
        curl_setopt_array($curl, [CURLOPT_URL => "http://127.0.0.1:{$this->server['ways']['nginx']}/slow/100k.bin", CURLOPT_RANGE => null,
            CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT_MS => $worker->milliseconds(2000)]);
        $answer = curl_exec($curl);
        if ($answer !== false) {
            throw new Wrong('5 s in 2: ' . strlen($answer));
        }
        throw new Refused('curl: ' . curl_errno($curl) . ' ' . curl_strerror(curl_errno($curl)));
    }

    private function contents(Worker $worker): void
    {
        [$url, $first, $last] = $this->question($worker);
        $answer = file_get_contents($url, context: stream_context_create([
            'http' => ['header' => "Range: bytes=$first-$last", 'timeout' => 12],
            'ssl' => ['cafile' => $this->server['certificate'] ?? null],
        ]));
        if ($answer === false) {
            throw new Refused('file_get_contents');
        }
        // A body that ends early is no failure for stock PHP.
        $this->expect($first, min($last, $first + strlen($answer) - 1), $answer);
        if (strlen($answer) < $last - $first + 1) {
            throw new Refused('file_get_contents: less');
        }
    }

    /** The answer of the server is the question. */
    private function soap(Worker $worker): void
    {
        $soap = match ($worker->between(1, 3)) {
            1 => $worker->own['soap'] ??= $this->soapClient($worker),
            2 => $this->sharedSoap ??= $this->soapClient($worker),
            3 => $this->soapClient($worker),
        };
        $token = $worker->token();
        $answer = $soap->__soapCall($token, []);
        if ($answer !== "\"urn:chaos#$token\"") {
            throw new Wrong('not the answer: ' . substr(json_encode($answer), 0, 200) . " instead of $token");
        }
    }

    private function soapClient(Worker $worker): SoapClient
    {
        $ways = $this->server['ways'];
        $tls = $worker->chance(30) && isset($ways['nginx_tls']);
        return new SoapClient(null, [
            'location' => $tls ? "https://127.0.0.1:$ways[nginx_tls]/soap" : "http://127.0.0.1:$ways[nginx]/soap",
            'uri' => 'urn:chaos',
            'connection_timeout' => 12,
            // With it, stock PHP keeps the connection of a client that is gone until the end of the request.
            'keep_alive' => false,
            'stream_context' => stream_context_create(['ssl' => ['cafile' => $this->server['certificate'] ?? null]]),
        ]);
    }

    private function stream(Worker $worker): void
    {
        $port = $worker->chance(80) ? $this->server['ways']['nginx'] : $this->server['port'];
        $stream = stream_socket_client("tcp://127.0.0.1:$port", $code, $message, 12);
        $stream || throw new Refused("stream_socket_client: $message");
        stream_set_timeout($stream, 12);
        foreach (range(1, 3) as $i) {
            [, $first, $last] = $this->question($worker, false);
            $last = min($last, 102399);
            $first = min($first, $last);
            fwrite($stream, "GET /100k.bin HTTP/1.1\r\nHost: localhost\r\nRange: bytes=$first-$last\r\n\r\n");
            do {
                $line = fgets($stream);
                $line !== false || throw new Refused('fgets');
            } while ($line !== "\r\n");
            $body = '';
            while (strlen($body) < $last - $first + 1) {
                $more = fread($stream, $last - $first + 1 - strlen($body));
                $more !== false && $more !== '' || throw new Refused('fread');
                $body .= $more;
            }
            $this->expect($first, $last, $body);
        }
    }

    public function close(): array
    {
        $this->shared = $this->sharedSoap = null;
        return [];
    }
}
