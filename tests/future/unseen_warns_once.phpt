--TEST--
An unobserved error of a future raises one warning, with the exception and the place where the future was made (D38)
--FILE--
<?php
// schedules: any
use Async\{Future, FutureState};

function make(): FutureState {
    return new FutureState;
}
$state = make();
$a = new Future($state);
$b = new Future($state);
$state->error(new DomainException('not looked at'));
echo "one handle less\n";
unset($a);
echo "the other\n";
unset($b);
echo "the state\n";
unset($state);
echo "ready made\n";
Future::failed(new RangeException('dropped at once'));
echo "end\n";
?>
--EXPECTF--
one handle less
the other
the state

Warning: Unobserved error of the future created at %s:6, await it or call ignore(): DomainException: not looked at in %s:11 in %s on line 17
ready made

Warning: Unobserved error of the future created at %s:19, await it or call ignore(): RangeException: dropped at once in %s:19 in %s on line 19
end
