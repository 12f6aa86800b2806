--TEST--
select(): among several ready sources none starves, and the choice is the same in every run
--FILE--
<?php
use Async\Channel;
use function Async\select;

function counts(): array
{
    $busy = [new Channel(1), new Channel(1), new Channel(1)];
    $sources = ['never' => new Channel, 'a' => $busy[0], 'b' => $busy[1], 'c' => $busy[2]];
    $counts = ['a' => 0, 'b' => 0, 'c' => 0];
    for ($i = 0; $i < 3000; $i++) {
        foreach ($busy as $channel) {
            $channel->sendAsync($i);
        }
        $counts[select($sources)[0]]++;
    }
    return $counts;
}

$counts = counts();
var_dump(array_sum($counts), min($counts) > 900, max($counts) < 1100);
echo implode(' ', $counts), "\n";
?>
--EXPECTF--
int(3000)
bool(true)
bool(true)
%d %d %d
