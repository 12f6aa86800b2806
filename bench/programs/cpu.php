<?php
/* Ordinary processor-bound PHP in the manner of the engine's own benchmark: loops, calls, arrays, strings, objects,
 * sorting, exceptions, generators, compiling. Nothing asynchronous. */
declare(strict_types=1);

function loops(int $n): int
{
	$sum = 0;
	for ($i = 0; $i < $n; $i++) {
		for ($j = 0; $j < 50; $j++) {
			$sum = ($sum + $i * $j) & 0xffffff;
		}
	}
	return $sum;
}

function fibonacci(int $n): int
{
	return $n < 2 ? 1 : fibonacci($n - 1) + fibonacci($n - 2);
}

function sieve(int $n): int
{
	$composite = array_fill(0, $n + 1, false);
	$count = 0;
	for ($i = 2; $i <= $n; $i++) {
		if (!$composite[$i]) {
			$count++;
			for ($j = $i + $i; $j <= $n; $j += $i) {
				$composite[$j] = true;
			}
		}
	}
	return $count;
}

function matrices(int $size): float
{
	$a = $b = $c = [];
	for ($i = 0; $i < $size; $i++) {
		for ($j = 0; $j < $size; $j++) {
			$a[$i][$j] = $i + $j * 0.5;
			$b[$i][$j] = $i - $j * 0.5;
		}
	}
	for ($i = 0; $i < $size; $i++) {
		for ($j = 0; $j < $size; $j++) {
			$sum = 0.0;
			for ($k = 0; $k < $size; $k++) {
				$sum += $a[$i][$k] * $b[$k][$j];
			}
			$c[$i][$j] = $sum;
		}
	}
	return $c[$size - 1][$size - 1];
}

function hashes(int $n): int
{
	$seen = [];
	for ($i = 0; $i < $n; $i++) {
		$seen["key" . ($i % 997)] = ($seen["key" . ($i % 997)] ?? 0) + 1;
	}
	ksort($seen);
	return count($seen) + array_sum($seen);
}

function texts(int $n): int
{
	$text = '';
	for ($i = 0; $i < $n; $i++) {
		$text .= chr(65 + $i % 26);
		if ($i % 64 === 0) {
			$text = strrev(strtolower($text));
		}
	}
	$words = preg_split('/[aeiou]/i', $text);
	return strlen(implode(',', array_map(ucfirst(...), $words))) + substr_count($text, 'xyz');
}

class Vector
{
	public function __construct(private float $x, private float $y)
	{
	}

	public function plus(Vector $other): Vector
	{
		return new Vector($this->x + $other->x, $this->y + $other->y);
	}

	public function length(): float
	{
		return sqrt($this->x ** 2 + $this->y ** 2);
	}
}

function objects(int $n): float
{
	$sum = new Vector(0, 0);
	$step = new Vector(1, 2);
	for ($i = 0; $i < $n; $i++) {
		$sum = $sum->plus($step);
	}
	return $sum->length();
}

function sorting(int $n): int
{
	$values = [];
	$state = 1;
	for ($i = 0; $i < $n; $i++) {
		$values[] = $state = ($state * 1103515245 + 12345) & 0x7fffffff;
	}
	usort($values, static fn (int $a, int $b): int => $a <=> $b);
	return $values[intdiv($n, 2)];
}

function exceptions(int $n): int
{
	$caught = 0;
	for ($i = 0; $i < $n; $i++) {
		try {
			throw new RuntimeException('x');
		} catch (RuntimeException) {
			$caught++;
		}
	}
	return $caught;
}

function numbers(int $n): Generator
{
	for ($i = 0; $i < $n; $i++) {
		yield $i;
	}
}

function generators(int $n): int
{
	$sum = 0;
	foreach (numbers($n) as $number) {
		$sum += $number;
	}
	return $sum;
}

function fibers(int $n): int
{
	$fiber = new Fiber(static function () use ($n): int {
		for ($i = 0; $i < $n; $i++) {
			Fiber::suspend($i);
		}
		return $n;
	});
	for ($fiber->start(); !$fiber->isTerminated(); $fiber->resume()) {
	}
	return $fiber->getReturn();
}

function compiling(int $n): int
{
	$sum = 0;
	for ($i = 0; $i < $n; $i++) {
		$sum += eval('return (static function (int $a, int $b): int { return $a * $b; })(3, 4);');
	}
	return $sum;
}

ob_start();
echo loops(3000), fibonacci(17), ' ', sieve(20000), ' ', matrices(30), ' ', hashes(20000), ' ', texts(20000), ' ';
echo objects(10000), ' ', sorting(3000), ' ', exceptions(1000), ' ', generators(10000), ' ', fibers(2000), ' ';
echo compiling(200), ' ', strlen(json_encode(range(1, 2000))), ' ', crc32(serialize(range(1, 2000))), "\n";
ob_end_flush();
