<?php
/* The tests that Symfony's contracts bring for each HTTP client. */
use Symfony\Component\HttpClient\{NativeHttpClient, CurlHttpClient};
use Symfony\Contracts\HttpClient\HttpClientInterface;
use Symfony\Contracts\HttpClient\Test\HttpClientTestCase;

class SymfonyContractTest extends HttpClientTestCase
{
    protected function getHttpClient(string $testCase): HttpClientInterface
    {
        return getenv('REAL_USERS_CLIENT') === 'curl' ? new CurlHttpClient : new NativeHttpClient;
    }
}
