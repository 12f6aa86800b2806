--TEST--
spawn new: a method of a new object, with the parentheses that PHP before 8.4 needs (SY-09, SY-08)
--FILE--
<?php
class Clock
{
    public function __construct(private int $hour = 12)
    {
        echo "new $hour\n";
    }

    public function at(int $minute): string
    {
        return "$this->hour:$minute";
    }

    public static function noon(): static
    {
        return new static;
    }

    public function copy(): array
    {
        return [spawn new self->at(6), spawn new static(7)->at(7)];
    }

    public function later(int $minute): Async\Coroutine
    {
        return spawn $this->at($minute);
    }
}

$class = 'Clock';
$coroutines = [
    spawn new Clock->at(1),
    spawn new Clock(2)->at(2),
    spawn new \Clock(3)->at(3),
    spawn new ('Clo' . 'ck')(4)->at(4),
    spawn new class(5) extends Clock {
        public function at(int $minute): string
        {
            return 'anonymous ' . parent::at($minute);
        }
    }->at(5),
    spawn (new $class(8))->at(8),
    spawn Clock::noon()->at(9),
    ...(new Clock)->copy(),
];
echo "spawned\n";
foreach ($coroutines as $coroutine) {
    echo await $coroutine, "\n";
}
echo await new Clock(10)->later(10), "\n";
?>
--EXPECT--
new 12
new 2
new 3
new 4
new 5
new 8
new 12
new 12
new 12
new 7
spawned
12:1
2:2
3:3
4:4
anonymous 5:5
8:8
12:9
12:6
7:7
new 10
10:10
