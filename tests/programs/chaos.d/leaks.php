<?php
/*
 * Leaks that a debug build of PHP reports, and that a client extension causes, on stock PHP as well.
 */

/* By kind: the place of the allocation and its size. */
const KNOWN_LEAKS = [
    'amqp' => [
        // ext/amqp, consume(), when a frame that is no message arrives for another channel of the connection: it reports
        // "channel mismatch", and leaks the text of its first error. All short formatted texts have this length.
        'Zend/zend_smart_str.c' => 224,
        // … when a message arrives for a closed channel ("Orphaned channel"): it leaks the AMQPEnvelope.
        'Zend/zend_objects.c' => 360,
    ],
];

/**
 * The same output without reports of leaks that are known.
 *
 * @param string[] $kinds what was worked with
 */
function without_known_leaks(string $said, array $kinds): string
{
    foreach (array_intersect_key(KNOWN_LEAKS, array_flip($kinds)) as $leaks) {
        foreach ($leaks as $place => $size) {
            $said = preg_replace('~^\[.*\]  Script:  .*\n\S+/' . preg_quote($place, '~')
                . '\(\d+\) :  Freeing 0x\w+ \(' . $size . ' bytes\), script=.*\n(?:Last leak repeated .*\n)?~m', '', $said);
        }
    }
    return str_contains($said, ' :  Freeing 0x') ? $said : preg_replace('/^=== Total \d+ memory leaks detected ===\n/m', '', $said);
}
