<?php
/* curl_multi: several transfers, added and removed while others are under way. */

require_once __DIR__ . '/curl.php';

final class CurlMulti_Client extends Curl_Client
{
    protected const OPERATIONS = ['several' => 20, 'added' => 8, 'removed' => 6, 'kept' => 8, 'misused' => 4, 'dropped' => 4];
    protected const ALONE = ['several'];
    private ?CurlMultiHandle $multi = null;
    private bool $hasOneConnection = false;
    /** @var array<string, array> what callbacks saw */
    private array $seen = [];

    protected function open(): void
    {
        $this->multi = curl_multi_init();
        $limit = $this->between(1, 5);
        if ($this->percent(30)) {
            $this->call('limit', fn() => curl_multi_setopt($this->multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, $limit));
            $this->hasOneConnection = $limit === 1;
        }
        $this->percent(30) && $this->call('pipelining', fn() => curl_multi_setopt($this->multi, CURLMOPT_PIPELINING, $this->pick([0, 2])));
    }

    private function make(string $name): CurlHandle
    {
        $this->seen[$name] = [];
        $curl = curl_init();
        $options = [CURLOPT_PRIVATE => $name] + $this->request($this->seen[$name]);
        // Which one gets a connection that another one has left is a question of time.
        curl_setopt_array($curl, [CURLOPT_FRESH_CONNECT => true] + $options);
        $this->note("made $name", $options[CURLOPT_URL]);
        return $curl;
    }

    /** Until all are done; what they gave, by name. */
    private function drive(CurlMultiHandle $multi, ?Closure $amid = null): array
    {
        $done = [];
        for ($rounds = 0; $rounds < 100_000; $rounds++) {
            $code = curl_multi_exec($multi, $running);
            while ($message = curl_multi_info_read($multi)) {
                $done[curl_getinfo($message['handle'], CURLINFO_PRIVATE)] = [$message['msg'], $message['result'], $code];
            }
            $amid && $amid($rounds, $running);
            if (!$running) {
                break;
            }
            curl_multi_select($multi, 0.5);
        }
        ksort($done);
        return $done;
    }

    private function finish(CurlMultiHandle $multi, array $handles, array $done): void
    {
        $this->note('done', $done);
        foreach ($handles as $name => $curl) {
            $this->call("content $name", fn() => curl_multi_getcontent($curl));
            $this->call('remove', fn() => curl_multi_remove_handle($multi, $curl));
            $this->tell($curl, $this->seen[$name]);
        }
        $this->seen = [];
    }

    protected function several(): void
    {
        $multi = $this->shared ? curl_multi_init() : $this->multi;
        $handles = [];
        for ($i = $this->between(1, 6); $i > 0; $i--) {
            $handles["h$i"] = $this->make("h$i");
            $this->call('add', fn() => curl_multi_add_handle($multi, $handles["h$i"]));
        }
        $done = null;
        $this->call('drive', function () use ($multi, &$done) {
            $done = $this->drive($multi);
        });
        $this->finish($multi, $handles, $done ?? []);
    }

    /** More of them are added while the first are under way. */
    protected function added(): void
    {
        $handles = ['h1' => $this->make('h1')];
        curl_multi_add_handle($this->multi, $handles['h1']);
        for ($left = $this->between(1, 3); $left > 0; $left--) {
            $later["l$left"] = $this->make("l$left");
        }
        $done = $this->drive($this->multi, function (int $round, int &$running) use (&$later, &$handles) {
            if ($later) {
                $name = array_key_last($later);
                $handles[$name] = array_pop($later);
                curl_multi_add_handle($this->multi, $handles[$name]);
                $running++;
            }
        });
        ksort($handles);
        $this->finish($this->multi, $handles, $done);
    }

    /** One is taken out before it has an answer. */
    protected function removed(): void
    {
        $silent = curl_init($this->server['base'] . '/silent');
        curl_setopt($silent, CURLOPT_PRIVATE, 'silent');
        $handles = ['h1' => $this->make('h1')];
        curl_multi_add_handle($this->multi, $silent);
        curl_multi_add_handle($this->multi, $handles['h1']);
        $out = false;
        $done = $this->drive($this->multi, function (int $round, int &$running) use ($silent, &$out) {
            // The other one does not begin before that when there is one connection for both.
            if (!$out && ($running <= 1 || $this->hasOneConnection)) {
                $out = true;
                $this->call('taken out', fn() => curl_multi_remove_handle($this->multi, $silent));
                $running--;
            }
        });
        $this->finish($this->multi, $handles, $done);
    }

    /** The same handle, once more. */
    protected function kept(): void
    {
        $curl = $this->make('k');
        for ($i = $this->between(1, 3); $i > 0; $i--) {
            $this->call('add', fn() => curl_multi_add_handle($this->multi, $curl));
            $this->note('done', $this->drive($this->multi));
            $this->call('content', fn() => curl_multi_getcontent($curl));
            $this->call('remove', fn() => curl_multi_remove_handle($this->multi, $curl));
            curl_setopt_array($curl, [CURLOPT_URL => $this->server['base'] . '/echo', CURLOPT_TIMEOUT_MS => 2000, CURLOPT_RETURNTRANSFER => true]);
            $this->percent(50) && $this->call('easy', fn() => curl_exec($curl));
        }
        $this->seen = [];
    }

    protected function misused(): void
    {
        $curl = curl_init($this->server['base'] . '/echo');
        curl_setopt($curl, CURLOPT_RETURNTRANSFER, true);
        $this->call('added twice', fn() => [curl_multi_add_handle($this->multi, $curl), curl_multi_add_handle($this->multi, $curl),
            curl_multi_errno($this->multi), curl_multi_strerror(7)]);
        $this->call('exec of an added one', fn() => curl_exec($curl));
        $this->call('error', fn() => [curl_errno($curl), curl_error($curl)]);
        $this->call('remove', fn() => [curl_multi_remove_handle($this->multi, $curl), curl_multi_remove_handle($this->multi, $curl)]);
        $this->call('nothing', fn() => [curl_multi_exec($this->multi, $running), $running, curl_multi_info_read($this->multi), curl_multi_select($this->multi, 0.01)]);
    }

    /** Closed in the middle. */
    protected function dropped(): void
    {
        $multi = curl_multi_init();
        $curl = curl_init($this->server['base'] . '/size/30000/5');
        curl_setopt($curl, CURLOPT_RETURNTRANSFER, true);
        curl_multi_add_handle($multi, $curl);
        curl_multi_exec($multi, $running);
        $this->note('running', $running);
        $this->percent(50) ? curl_multi_close($multi) : $multi = null;
        $this->call('then', fn() => strlen((string) curl_exec($curl)));
    }
}
