<?php
/*
 * nginx with static files. root: folder of the documents, with 1k.bin, 100k.bin and 1m.bin. /slow/FILE sends a file at
 * 20 KiB/s, /soap answers any SOAP request with its action. tls_port with certificate: HTTP/1.1 and HTTP/2.
 */
final class Server_nginx extends Server_Kind
{
    protected const PORTS = ['port', 'tls_port'];

    public function missing(): ?string
    {
        return server_program('nginx') ? null : 'nginx';
    }

    public function prepare(): void
    {
        mkdir("$this->data/www", 0755);
        foreach (['1k' => 1024, '100k' => 102400, '1m' => 1 << 20] as $name => $size) {
            file_put_contents("$this->data/www/$name.bin", substr(str_repeat(implode(range('a', 'z')), intdiv($size, 26) + 1), 0, $size));
        }
        if (!$this->makeCertificate()) {
            unset($this->ports['tls_port']);
        }
    }

    private function configuration(): string
    {
        $temporary = implode(array_map(fn($name) => "  {$name}_temp_path $this->data/tmp-$name;\n",
            ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']));
        $tls = isset($this->ports['tls_port']) ? "    listen 127.0.0.1:{$this->ports['tls_port']} ssl http2 backlog=1024;\n"
            . "    ssl_certificate $this->data/server.crt;\n    ssl_certificate_key $this->data/server.key;\n" : '';
        // The answer repeats the question: its name is in the header, with quotes.
        $envelope = 'http://schemas.xmlsoap.org/soap/envelope/';
        $answer = '<?xml version="1.0"?><e:Envelope xmlns:e="' . $envelope . '"><e:Body><answer><return>$http_soapaction</return></answer>'
            . '</e:Body></e:Envelope>';
        $user = $this->isRoot() ? "user root;\n" : '';
        return <<<CONF
            {$user}daemon off;
            worker_processes 1;
            pid $this->data/pid;
            error_log $this->data/error.log;
            events { worker_connections 2000; }
            http {
            $temporary
              access_log off;
              types { text/plain txt; }
              default_type application/octet-stream;
              client_max_body_size 64m;
              keepalive_requests 100000;
              server {
                listen 127.0.0.1:{$this->ports['port']} backlog=1024;
            $tls
                root $this->data/www;
                location /slow/ { alias $this->data/www/; limit_rate 20k; }
                location /soap { default_type text/xml; return 200 '$answer'; }
              }
            }
            CONF;
    }

    protected function commands(): array
    {
        file_put_contents("$this->data/nginx.conf", $this->configuration());
        return [[server_program('nginx'), '-p', $this->data, '-e', "$this->data/error.log", '-c', "$this->data/nginx.conf"]];
    }

    protected function isReady(): bool
    {
        return str_starts_with($this->ask('port', "HEAD / HTTP/1.0\r\n\r\n"), 'HTTP/1.1 ');
    }

    protected function more(): array
    {
        return ['root' => "$this->data/www"] + $this->certificate();
    }
}
