--TEST--
Keywords work in every kind of source: files, include_once, eval, -r, -B -R -E, -l, -f, standard input, streams (SY-25)
--FILE--
<?php
require __DIR__ . '/../inc/child.php';

$folder = __DIR__ . '/sources.tmp';
@mkdir($folder);
$file = "$folder/keywords.php";

function shell(string $command): void
{
    exec("$command 2>&1", $lines, $status);
    echo str_replace($GLOBALS['folder'], '/app', implode("\n", $lines)), $status ? "\nstatus $status" : '', "\n";
}

file_put_contents($file, <<<'PHP'
    #!/usr/bin/env php
    <?php
    declare(strict_types=1);
    namespace App;
    return await spawn {
        return [basename(__FILE__), basename(__DIR__), __LINE__, __NAMESPACE__];
    };
    PHP);
echo json_encode(include $file), "\n";
var_dump(include_once $file, (require_once "$folder/../sources.tmp/keywords.php"));
echo basename(get_included_files()[2] ?? 'once'), ' ', count(get_included_files()), "\n";
echo eval('return await spawn { return __LINE__ . basename(__FILE__); };'), "\n";
echo eval('?>html <?= await spawn strrev("cba") ?> html<?php return "";'), "\n";

// A user-defined stream, without a length.
class MyStream
{
    public $context;
    private $parts = ['<?php return await ', "spawn strrev('gnirts'", ');'];
    public function stream_open() { return true; }
    public function stream_stat() { return []; }
    public function stream_set_option() { return false; }
    public function stream_read() { return array_shift($this->parts) ?? ''; }
    public function stream_eof() { return !$this->parts; }
    public function stream_close() { }
}
stream_wrapper_register('mine', 'MyStream');
echo include 'mine://x', "\n";

echo "-- command line\n";
file_put_contents("$folder/main.php", <<<'PHP'
    <?php
    spawn {
        echo "spawned\n";
    }
    echo implode(' ', [basename(__FILE__), basename($_SERVER['SCRIPT_FILENAME']), count(get_included_files())]), "\n";
    PHP);
shell(php_command("$folder/main.php"));
shell(php_command("-f $folder/main.php"));
shell(php_command("-l $folder/main.php"));
shell(php_command("< $folder/main.php"));
shell(php_command("-r 'echo await spawn strrev(\"r-\"), \"\\n\";'"));
shell("printf 'a\\nb\\n' | " . php_command("-B '\$all = [];' -R '\$all[] = spawn strtoupper(\$argn);' -E 'foreach (\$all as \$x) echo await \$x;'"));
echo "\n";
shell("printf 'c\\nd\\n' | " . php_command("-R 'echo await spawn strtoupper(\$argn);'"));
file_put_contents("$folder/line.php", '<?php echo await spawn strtoupper($argn);');
shell("printf 'e\\nf\\n' | " . php_command("-F $folder/line.php"));
file_put_contents("$folder/broken.php", "<?php\nspawn foo();\n\n\$x = ;\n");
shell(php_command("-l $folder/broken.php"));
?>
--CLEAN--
<?php
array_map('unlink', glob(__DIR__ . '/sources.tmp/*'));
@rmdir(__DIR__ . '/sources.tmp');
?>
--EXPECT--
["keywords.php","sources.tmp",6,"App"]
bool(true)
bool(true)
keywords.php 3
1sources.php(26) : eval()'d code
html abc html
string
-- command line
main.php main.php 1
spawned
main.php main.php 1
spawned
No syntax errors detected in /app/main.php
Standard input code  0
spawned
-r
AB

CD
EF

Parse error: syntax error, unexpected token ";" in /app/broken.php on line 4
Errors parsing /app/broken.php
status 255
