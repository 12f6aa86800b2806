<?php
/* Code of 2005: functions, globals, static variables, superglobals, headers, an error handler, settings. */

$config = ['title' => 'Shop'];
$current_user = null;
$log = [];

function db_get(string $key): string
{
    static $cache = [], $queries = 0;
    $queries++;
    usleep(2000);
    return $cache[$key] ??= "$key of {$GLOBALS['current_user']} (query $queries)";
}

function log_line(string $line): void
{
    global $log;
    $log[] = count($log) . ": $line";
}

class Basket
{
    private static ?Basket $instance = null;
    public static int $items = 0;
    private array $lines = [];

    public static function get(): self
    {
        return self::$instance ??= new self;
    }

    public function add(string $line): void
    {
        self::$items++;
        $this->lines[] = $line;
        usleep(1000);
    }

    public function show(): string
    {
        return self::$items . ' items: ' . implode(', ', $this->lines);
    }
}

/* The message is shown by the next request of the session. */
function session_of(string $user, string $message): string
{
    session_name('SHOP');
    session_save_path(sys_get_temp_dir());
    session_start(['use_cookies' => 0, 'cache_limiter' => '', 'gc_maxlifetime' => 1000 + strlen($user)]);
    $id = session_id();
    $_SESSION['user'] = $user;
    usleep(1000);
    $_SESSION['message'] = $message;
    session_write_close();
    usleep(1000);
    session_start();
    $seen = session_name() . ' ' . ini_get('session.gc_maxlifetime') . ' ' . json_encode($_SESSION) . ($id === session_id() ? '' : ' other id');
    session_destroy();
    return $seen;
}

function on_error(int $level, string $message): bool
{
    log_line("error: $message for {$GLOBALS['current_user']}");
    return true;
}

return function (array $request): void {
    global $config, $current_user, $log;
    $_GET = $request;
    $_SERVER['REQUEST_URI'] = "/{$request['user']}";
    $current_user = $_GET['user'];
    $config['locale'] = $_GET['locale'];
    set_error_handler('on_error');
    date_default_timezone_set($_GET['zone']);
    ini_set('precision', (string) (5 + strlen($_GET['locale']) + ord($_GET['user'][-1]) % 5));
    header("X-User: $current_user");
    http_response_code(200);
    log_line('begin');
    log_line(session_of($current_user, $_GET['message']));
    Basket::get()->add(db_get('book'));
    usleep(3000);
    Basket::get()->add(db_get('pen'));
    echo $undefined;
    if ($request['fails']) {
        http_response_code(404);
        usleep(1000);
        throw new DomainException("no page for $current_user, " . count($log) . ' lines, ' . http_response_code());
    }
    usleep(1000);
    printf("%s in %s, %s, %s, %s\n", $current_user, $config['locale'], date('H:i T', 86400), 1 / 3, $_SERVER['REQUEST_URI']);
    echo Basket::get()->show(), "\n", implode("\n", $log), "\n", http_response_code(), ' ', $_GET['message'], "\n";
    restore_error_handler();
};
