<?php
/* SoapClient, without a description of the service. */

final class Soap_Client extends Client
{
    public const SERVER = 'http';
    protected const OPERATIONS = ['ask' => 20, 'fault' => 8, 'elsewhere' => 5, 'headers' => 4, 'anew' => 4];
    protected const ALONE = ['ask', 'fault'];
    private ?SoapClient $client = null;

    protected function open(): void
    {
        $this->client = $this->partner ? $this->partner->client : $this->make('/soap');
    }

    private function make(string $path): SoapClient
    {
        return new SoapClient(null, ['location' => $this->server['base'] . $path, 'uri' => 'urn:same', 'trace' => $this->percent(70),
            'exceptions' => $this->percent(70), 'keep_alive' => $this->percent(60), 'soap_version' => $this->pick([SOAP_1_1, SOAP_1_2]),
            'user_agent' => 'same', 'compression' => $this->pick([0, SOAP_COMPRESSION_ACCEPT])]);
    }

    private function sent(SoapClient $client): void
    {
        $this->shared || $this->call('sent', fn() => [$client->__getLastRequest(), preg_replace('/^Host.*$/m', '', (string) $client->__getLastRequestHeaders()),
            $client->__getLastResponseHeaders(), $client->__getLastResponse()]);
    }

    protected function ask(): void
    {
        $values = array_map(fn() => $this->pick([$this->between(0, 9), 'text', true, 1.5, null]), range(1, $this->between(1, 4)));
        $this->call('ask', fn() => $this->percent(50) ? $this->client->question(...$values) : $this->client->__soapCall('other', $values));
        $this->sent($this->client);
    }

    protected function fault(): void
    {
        $this->call('fault', fn() => $this->client->fault(1));
        $this->sent($this->client);
    }

    protected function elsewhere(): void
    {
        $client = $this->make($this->pick(['/garbage', '/reset', '/short', '/status/500', '/redirect/1', '/nowhere', '/basic', '/echo']));
        $this->call('elsewhere', fn() => $client->question(1));
        $this->sent($client);
        $this->call('refused', fn() => (new SoapClient(null, ['location' => "http://127.0.0.1:{$this->deadPort()}/", 'uri' => 'x']))->question());
        $this->call('description', fn() => new SoapClient($this->server['base'] . $this->pick(['/nowhere', '/echo'])));
    }

    protected function headers(): void
    {
        $this->client->__setSoapHeaders(new SoapHeader('urn:same', 'Own', 'value'));
        $this->client->__setCookie('x', 'y');
        $this->call('with headers', fn() => $this->client->question(2));
        $this->client->__setSoapHeaders(null);
        $this->call('location', fn() => is_string($this->client->__setLocation($this->server['base'] . '/soap')));
    }

    protected function anew(): void
    {
        $this->client = $this->make('/soap');
        $this->call('parameters', fn() => $this->client->question(new SoapParam(5, 'param0'), new SoapVar('v', XSD_STRING)));
    }
}
