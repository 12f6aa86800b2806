<?php
/* Redis. No password. socket. tls_port with certificate, if it can. */
final class Server_redis extends Server_Kind
{
    protected const PORTS = ['port', 'tls_port'];

    public function missing(): ?string
    {
        return $this->program() ? null : 'redis-server';
    }

    private function program(): ?string
    {
        return server_program('redis-server', 'valkey-server');
    }

    public function prepare(): void
    {
        if (!str_contains((string) shell_exec('ldd ' . escapeshellarg($this->program())), 'libssl') || !$this->makeCertificate()) {
            unset($this->ports['tls_port']);
        }
    }

    protected function commands(): array
    {
        $tls = isset($this->ports['tls_port']) ? ['--tls-port', $this->ports['tls_port'], '--tls-cert-file', "$this->data/server.crt",
            '--tls-key-file', "$this->data/server.key", '--tls-ca-cert-file', "$this->data/server.crt", '--tls-auth-clients', 'no'] : [];
        return [array_map('strval', [$this->program(), '--bind', '127.0.0.1', '--port', $this->ports['port'], '--unixsocket',
            "$this->data/socket", '--unixsocketperm', '777', '--save', '', '--appendonly', $this->durable ? 'yes' : 'no',
            '--appendfsync', 'always', '--dir', $this->data,
            '--tcp-backlog', '511', '--databases', '16', ...$tls])];
    }

    protected function isReady(): bool
    {
        return str_starts_with($this->ask('port', "PING\r\n"), '+PONG');
    }

    protected function more(): array
    {
        return ['socket' => "$this->data/socket"] + $this->certificate();
    }
}
