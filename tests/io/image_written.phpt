--TEST--
An image is not converted while another coroutine waits in the middle of writing it
--EXTENSIONS--
gd
--SKIPIF--
<?php
if (!function_exists('imagepng') || !function_exists('imagegif')) {
    die('skip no PNG or no GIF');
}
?>
--FILE--
<?php
use function Async\{await, delay, spawn};

/** A file whose writes wait now and then. */
class Slow
{
    public $context;
    public static string $data;
    public static int $writes;

    function stream_open(): bool
    {
        self::$data = '';
        self::$writes = 0;
        return true;
    }

    function stream_write(string $data): int
    {
        self::$data .= $data;
        if (self::$writes++ % 100 === 10) {
            delay(1);
        }
        return strlen($data);
    }

    function stream_flush(): bool
    {
        return true;
    }
}
stream_wrapper_register('slow', Slow::class);

/** Noise, which compresses badly: a writer has many parts of it to write. */
function image(bool $has_true_colors): GdImage
{
    $image = $has_true_colors ? imagecreatetruecolor(300, 300) : imagecreate(300, 300);
    mt_srand(1);
    for ($i = 0; $i < 200; $i++) {
        imagecolorallocate($image, mt_rand(0, 255), mt_rand(0, 255), mt_rand(0, 255));
    }
    for ($i = 0; $i < 90000; $i++) {
        imagesetpixel($image, $i % 300, intdiv($i, 300), mt_rand(0, 199));
    }
    return $image;
}

function show(string $title, bool $has_true_colors, callable $write, callable $convert): void
{
    $image = image($has_true_colors);
    $write($image);
    $expected = md5(Slow::$data);
    Slow::$writes = 0;
    $writer = spawn($write, $image);
    $converter = spawn(function () use ($image, $writer, $convert) {
        while (!$writer->isCompleted() && Slow::$writes < 5) {
            delay(1);
        }
        $convert($image);
        return $writer->isCompleted();
    });
    echo "$title: ", await($writer) && md5(Slow::$data) === $expected ? 'the picture' : 'something else', ', ';
    echo await($converter) ? 'converted then' : 'converted meanwhile', ', ';
    echo imageistruecolor($image) === $has_true_colors ? 'not converted' : 'right', "\n";
}
show('png', true, fn($image) => imagepng($image, 'slow://'), fn($image) => imagetruecolortopalette($image, false, 16));
show('gif', false, fn($image) => imagegif($image, 'slow://'), fn($image) => imagepalettetotruecolor($image));
?>
--EXPECT--
png: the picture, converted then, right
gif: the picture, converted then, right
