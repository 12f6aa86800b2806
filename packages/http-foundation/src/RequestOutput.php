<?php

declare(strict_types=1);

namespace Async\HttpFoundation;

use Symfony\Component\HttpFoundation\Response;

/**
 * Makes a response of what a request has printed, when exit() ends it before it has answered.
 *
 * @internal
 */
final class RequestOutput
{
    private ?Response $answer = null;
    private string $text = '';
    private int $status = 200;
    /** @var list<string> */
    private array $headers = [];
    private int $level = 0;
    private bool $isOver = false;

    /** Begin to keep the output. Called inside of the request's scope. */
    public function begin(): void
    {
        $this->level = ob_get_level();
        ob_start($this->take(...));
        // After the shutdown functions of the request. The request may have ended our buffer long before.
        register_shutdown_function(fn() => register_shutdown_function($this->takeHeaders(...)));
    }

    /** The request has answered, or thrown: what was kept goes where output goes, as all that follows. */
    public function end(?Response $answer = null): void
    {
        if ($this->isOver) {
            return;
        }
        $this->answer = $answer;
        $this->isOver = true;
        while (ob_get_level() > $this->level) {
            ob_end_flush();
        }
        // The request has ended our buffer itself.
        [$text, $this->text] = [$this->text, ''];
        echo $text;
    }

    /** The request's answer, or what an exit() in it has left. */
    public function response(): Response
    {
        if ($this->answer) {
            return $this->answer;
        }
        $response = new Response($this->text, $this->status);
        foreach ($this->headers as $header) {
            [$name, $value] = explode(':', $header, 2);
            $response->headers->set($name, trim($value), false);
        }

        return $response;
    }

    private function takeHeaders(): void
    {
        $this->status = http_response_code() ?: 200;
        $this->headers = headers_list();
    }

    private function take(string $text, int $phase): string
    {
        if ($phase & PHP_OUTPUT_HANDLER_CLEAN) {
            return '';
        }
        $this->text .= $text;
        if ($this->isOver) {
            [$text, $this->text] = [$this->text, ''];

            return $text;
        }
        if ($phase & PHP_OUTPUT_HANDLER_FINAL) {
            $this->takeHeaders();
        }

        return '';
    }
}
