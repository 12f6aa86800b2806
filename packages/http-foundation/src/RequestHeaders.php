<?php

declare(strict_types=1);

namespace Async\HttpFoundation;

use Symfony\Component\HttpFoundation\Response;

use function Async\completeHeaders;

/**
 * PHP's own headers of a request, as those that Response::send() adds to under php-fpm: what header() and setcookie()
 * have set is sent, too, and the callback of header_register_callback() sees all of them, and may change them.
 *
 * @internal
 */
final class RequestHeaders
{
    private function __construct()
    {
    }

    /** Called once in the scope of the request, when its response is there. */
    public static function complete(Response $response): void
    {
        $own = headers_list();
        foreach ($response->headers->allPreserveCaseWithoutCookies() as $name => $values) {
            foreach ($values as $value) {
                header("$name: $value", strcasecmp($name, 'Content-Type') === 0);
            }
        }
        foreach ($response->headers->getCookies() as $cookie) {
            header("Set-Cookie: $cookie", false);
        }
        http_response_code($response->getStatusCode());
        $before = headers_list();
        $printed = completeHeaders();
        if ($own || headers_list() !== $before) {
            self::replace($response, headers_list());
        }
        if (http_response_code() !== $response->getStatusCode()) {
            $response->setStatusCode((int) http_response_code());
        }
        // As on stock PHP, in front of the body. A streamed one is not there yet.
        if ($printed !== '' && $response->getContent() !== false) {
            $response->setContent($printed . $response->getContent());
        }
    }

    /** @param list<string> $lines as those of headers_list(): they take the place of all headers of the response */
    public static function replace(Response $response, array $lines): void
    {
        $headers = [];
        foreach ($lines as $line) {
            [$name, $value] = explode(':', $line, 2);
            $headers[strtolower($name)][0] = $name;
            $headers[strtolower($name)][1][] = trim($value);
        }
        foreach (array_diff($response->headers->keys(), array_map(strval(...), array_keys($headers))) as $name) {
            $response->headers->remove($name);
        }
        $response->headers->remove('Set-Cookie');
        foreach ($headers as [$name, $values]) {
            $response->headers->set($name, $values);
        }
    }
}
