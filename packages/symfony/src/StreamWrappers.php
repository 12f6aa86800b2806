<?php

declare(strict_types=1);

namespace Async\Symfony;

use Symfony\Component\HttpClient\MockHttpClient;
use Symfony\Component\HttpClient\Response\MockResponse;
use Symfony\Component\HttpClient\Response\StreamWrapper;

/**
 * HttpClient registers a stream wrapper at its first use and remembers that in a static variable. Isolated scopes share
 * wrappers, but each has static variables of its own: the second one that came to it would fail. So it is registered
 * before there are such scopes.
 *
 * @internal
 */
final class StreamWrappers
{
    public static function register(): void
    {
        if (class_exists(StreamWrapper::class)
            && !in_array(strtr(StreamWrapper::class, '\\', '-'), stream_get_wrappers(), true)) {
            fclose((new MockHttpClient(new MockResponse()))->request('GET', 'http://localhost/')->toStream(false));
        }
    }
}
