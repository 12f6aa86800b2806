<?php
/* memcached. socket: a second server, which shares nothing with the one at the port. */
final class Server_memcached extends Server_Kind
{
    public function missing(): ?string
    {
        return server_program('memcached') ? null : 'memcached';
    }

    protected function commands(): array
    {
        $common = [server_program('memcached'), '-m', '32', '-c', '1000', '-t', '2', '-U', '0', ...$this->isRoot() ? ['-u', 'root'] : []];
        return [[...$common, '-l', '127.0.0.1', '-p', (string) $this->ports['port']], [...$common, '-s', "$this->data/socket"]];
    }

    protected function isReady(): bool
    {
        return str_starts_with($this->ask('port', "version\r\n"), 'VERSION')
            && str_starts_with($this->ask("$this->data/socket", "version\r\n"), 'VERSION');
    }

    protected function more(): array
    {
        return ['socket' => "$this->data/socket"];
    }
}
