<?php
/*
 * Eloquent, of Debian's package: models, relations, nested transactions and events in 50 coroutines, each with an
 * Eloquent connection of its own on top of one PooledPDO, and then on top of one shared PDO object (D28).
 */
error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
require __DIR__ . '/common.inc';
require __DIR__ . '/../../inc/servers.inc';

use Illuminate\Database\{Connection, ConnectionResolverInterface, MySqlConnection, PostgresConnection, QueryException, SQLiteConnection};
use Illuminate\Database\Eloquent\{Collection, Model};

/* Servers end one of two transactions that lock each other's rows; Eloquent tries again. */
const ATTEMPTS = 10;

/** An Eloquent connection for each coroutine: it counts its nested transactions itself. */
final class Per_coroutine implements ConnectionResolverInterface
{
    private readonly object $key;

    public function __construct(private readonly Closure $make)
    {
        $this->key = new Async\Key('eloquent');
    }

    public function connection($name = null): Connection
    {
        $context = Async\coroutineContext();
        if (!$context->hasLocal($this->key)) {
            $context->set($this->key, ($this->make)());
        }
        return $context->getLocal($this->key);
    }

    public function getDefaultConnection(): string
    {
        return 'default';
    }

    public function setDefaultConnection($name): void
    {
    }
}

final class Author extends Model
{
    public $timestamps = false;
    protected $guarded = [];

    public function books()
    {
        return $this->hasMany(Book::class);
    }
}

final class Book extends Model
{
    protected $guarded = [];
    protected $casts = ['tags' => 'array'];

    public function author()
    {
        return $this->belongsTo(Author::class);
    }
}

/** The usual work: create, find, relations, eager loading, chunks, casts, transactions in each other, errors. */
function work(int $n): array
{
    $author = Author::create(['name' => "author $n"]);
    foreach (range(1, 4) as $i) {
        $author->books()->create(['title' => "book $i of $n", 'pages' => 10 * $i + $n, 'tags' => ['n' => $n, 'i' => $i]]);
    }
    $answers[] = $author->books()->where('pages', '>', 20 + $n)->orderBy('pages')->pluck('title')->all();
    $loaded = Author::with(['books' => fn($query) => $query->orderByDesc('pages')])->where('name', "author $n")->firstOrFail();
    $answers[] = [$loaded->books->count(), $loaded->books->first()->tags, $loaded->books->sum('pages')];
    try {
        Author::create(['name' => "author $n"]);
    } catch (QueryException $e) {
        $answers[] = 'refused';
    }
    $db = $author->getConnection();
    $answers[] = $db->transaction(function () use ($db, $author) {
        $author->books()->where('pages', '<', 25 + $author->books()->min('pages'))->increment('pages', 1000);
        try {
            $db->transaction(function () use ($author) {
                $author->books()->delete();
                throw new DomainException;
            });
        } catch (DomainException) {
        }
        return [$db->transactionLevel(), $author->books()->count()];
    }, ATTEMPTS);
    try {
        $db->transaction(function () use ($author, $n) {
            $author->update(['name' => "nobody $n"]);
            throw new DomainException;
        }, ATTEMPTS);
    } catch (DomainException) {
    }
    $pages = 0;
    $author->books()->orderBy('id')->chunk(2, function (Collection $books) use (&$pages) {
        $pages += $books->sum('pages');
    });
    $book = Book::where('title', "book 2 of $n")->firstOrFail();
    return [...$answers, $db->transactionLevel(), $author->fresh()->name, $pages, $book->author->name,
        $book->created_at->isToday() || $book->created_at->isYesterday()];
}

function make_tables(Connection $db): void
{
    $schema = $db->getSchemaBuilder();
    $schema->create('authors', function ($table) {
        $table->increments('id');
        $table->string('name')->unique();
    });
    $schema->create('books', function ($table) {
        $table->increments('id');
        $table->unsignedInteger('author_id')->index();
        $table->string('title');
        $table->integer('pages');
        $table->json('tags');
        $table->timestamps();
    });
}

$servers = ['mysql' => 'command -v mariadbd', 'pgsql' => 'ls /usr/lib/postgresql/*/bin/postgres 2>/dev/null', 'sqlite' => 'echo none'];
foreach ($servers as $kind => $command) {
    if (!extension_loaded("pdo_$kind") || trim((string) shell_exec($command)) === '') {
        continue;
    }
    if ($kind === 'sqlite') {
        // One database in memory is one connection.
        $arguments = ['sqlite::memory:'];
        $name = '';
    } else {
        $server = server($kind);
        $name = $kind === 'mysql' ? mysql_database($server) : pgsql_schema($server);
        $arguments = ["$kind:host=$server[host];port=$server[port];" . ($kind === 'mysql' ? "dbname=$name"
            : "dbname=$server[database];options='-c search_path=$name'"), $server['user'], $server['password']];
    }
    $connection = fn(PDO $pdo) => match ($kind) {
        'mysql' => new MySqlConnection($pdo, $name),
        'pgsql' => new PostgresConnection($pdo, $name),
        'sqlite' => new SQLiteConnection($pdo, ':memory:'),
    };
    $shared = new PDO(...$arguments);
    $pooled = $kind === 'sqlite' ? null : new Async\PooledPDO(...$arguments, max: 8);

    $expected = null;
    foreach (['pool' => $pooled, 'one PDO object' => $shared] as $how => $pdo) {
        if ($pdo === null) {
            continue;
        }
        Model::setConnectionResolver(new Per_coroutine(fn() => $connection($pdo)));
        $plain = $connection($shared);
        make_tables($plain);
        $expected ??= Async\await(Async\spawn(fn() => array_map(work(...), range(0, 49))));
        $plain->table('books')->delete();
        $plain->table('authors')->delete();
        [$found, $ticks] = beside_ticks(fn() => together(50, work(...)));
        same("eloquent $kind, $how: 50 coroutines, the answers of one after the other", $expected, $found);
        check("eloquent $kind, $how: others go on meanwhile", $kind === 'sqlite' || $ticks > 0);
        same("eloquent $kind, $how: rows that are left", [50, 200],
            [$plain->table('authors')->count(), $plain->table('books')->count()]);
        $plain->getSchemaBuilder()->drop('books');
        $plain->getSchemaBuilder()->drop('authors');
    }
    if ($pooled) {
        while ($pooled->getPool()->lent() > 0) {
            Async\delay(1);
        }
        check("eloquent $kind: at most 8 connections", count($pooled->getPool()) <= 8);
        $shared->exec($kind === 'mysql' ? "DROP DATABASE $name" : "DROP SCHEMA $name CASCADE");
    }
}
