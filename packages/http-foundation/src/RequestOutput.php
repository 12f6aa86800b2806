<?php

declare(strict_types=1);

namespace Async\HttpFoundation;

use Symfony\Component\HttpFoundation\Response;

use function Async\completeHeaders;

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
    /** The output buffer is gone. */
    private bool $hasEnded = false;

    /** Begin to keep the output. Called inside of the request's scope. */
    public function begin(): void
    {
        $this->level = ob_get_level();
        ob_start($this->take(...));
        // After the shutdown functions of the request. The request may have ended our buffer long before.
        register_shutdown_function(fn() => register_shutdown_function(fn() => $this->takeHeaders($this->hasEnded)));
    }

    /** The request has answered, or thrown: what was kept goes where output goes, as all that follows. */
    public function end(?Response $answer = null): void
    {
        if ($this->isOver) {
            return;
        }
        $answer && RequestHeaders::complete($answer);
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
        RequestHeaders::replace($response, $this->headers);

        return $response;
    }

    /** @param bool $areLast no code of the request will follow that could set others */
    private function takeHeaders(bool $areLast): void
    {
        if ($areLast) {
            $this->text = completeHeaders() . $this->text;
        }
        $this->status = http_response_code() ?: 200;
        $this->headers = headers_list();
    }

    private function take(string $text, int $phase): string
    {
        if ($phase & PHP_OUTPUT_HANDLER_CLEAN) {
            $this->hasEnded = $this->hasEnded || $phase & PHP_OUTPUT_HANDLER_FINAL;

            return '';
        }
        $this->text .= $text;
        if ($this->isOver) {
            [$text, $this->text] = [$this->text, ''];

            return $text;
        }
        if ($phase & PHP_OUTPUT_HANDLER_FINAL) {
            $this->hasEnded = true;
            $this->takeHeaders(true);
        }

        return '';
    }
}
