<?php
/* What is done with a database, whichever it is and by whichever client. */

/**
 * What is done with any of them. The tables: ledger(number, account), accounts(id, n). Columns have names: mysqlnd keeps
 * each name that it ever saw until the end of the request, and a text without a name is its own.
 */
final class Deeds
{
    public const ACCOUNTS = 6;

    public function __construct(private readonly Ledger $ledger, private readonly bool $isMysql)
    {
    }

    /** @return array<string, Closure(Database, Worker)> */
    public function all(): array
    {
        $all = [];
        foreach (['ask', 'ask', 'askPrepared', 'manyRows', 'slow', 'transfer', 'transfer', 'insert', 'leaveOpen'] as $i => $name) {
            $all["$name $i"] = $this->$name(...);
        }
        return $all;
    }

    public function ask(Database $database, Worker $worker): void
    {
        $token = $worker->token();
        self::expect([[$token]], $database->rows("SELECT '$token' AS answer"));
    }

    private function askPrepared(Database $database, Worker $worker): void
    {
        $token = $worker->token();
        $type = $this->isMysql ? 'CHAR' : 'TEXT';
        self::expect([[$token]], $database->prepared("SELECT CAST(? AS $type) AS answer", $token));
    }

    private function manyRows(Database $database, Worker $worker): void
    {
        $token = $worker->token() . str_repeat('x', $worker->between(1, 500));
        $count = $worker->between(2, 300);
        $from = $this->isMysql ? "seq_1_to_$count" : "generate_series(1, $count)";
        $rows = $database->rows("SELECT '$token' AS answer FROM $from");
        // PDO does not tell that the connection was lost in the middle of an unbuffered result.
        if (count($rows) < $count && $rows === array_fill(0, count($rows), [$token])) {
            throw new Refused('a part of the rows');
        }
        self::expect(array_fill(0, $count, [$token]), $rows);
    }

    private function slow(Database $database, Worker $worker): void
    {
        $token = $worker->token();
        $seconds = $worker->milliseconds(500) / 1000;
        $sleep = $this->isMysql ? "SLEEP($seconds)" : "pg_sleep($seconds)";
        $rows = $database->rows("SELECT '$token' AS answer, $sleep AS slept");
        self::expect($token, $rows[0][0] ?? null);
    }

    /** A transaction of two writes: both or none. */
    private function transfer(Database $database, Worker $worker): void
    {
        $number = $this->ledger->next();
        $account = $worker->between(1, self::ACCOUNTS);
        $database->begin();
        try {
            $database->run("INSERT INTO ledger VALUES ($number, $account)");
            if ($worker->chance(20)) {
                Async\delay($worker->milliseconds(50));
            }
            $database->run("UPDATE accounts SET n = n + 1 WHERE id = $account");
            if ($worker->chance(15)) {
                $database->rollBack();
                return;
            }
            $this->ledger->send($number);
            $database->commit();
        } catch (Exception $e) {
            try {
                $database->rollBack();
            } catch (Exception) {
            }
            throw $e;
        }
        $this->ledger->confirm($number);
    }

    private function insert(Database $database, Worker $worker): void
    {
        $number = $this->ledger->next();
        $this->ledger->send($number);
        $database->run("INSERT INTO ledger VALUES ($number, 0)");
        $this->ledger->confirm($number);
    }

    /** The coroutine ends in the middle: no coroutine may commit that, also not the next owner of the connection. */
    private function leaveOpen(Database $database, Worker $worker): void
    {
        $number = $this->ledger->next();
        $database->begin();
        $database->run("INSERT INTO ledger VALUES ($number, 0)");
    }

    public static function expect(mixed $expected, mixed $answer): void
    {
        if ($answer !== $expected) {
            throw new Wrong('not the answer: ' . substr(json_encode($answer), 0, 200) . ' instead of ' . substr(json_encode($expected), 0, 200));
        }
    }
}
