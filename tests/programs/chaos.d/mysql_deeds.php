<?php
/* What only MySQL's clients do: several statements at once, queries whose answers are waited for by mysqli_poll(). */
final class Mysql_Deeds
{
    public function __construct(private readonly Ledger $ledger)
    {
    }

    /** @return array<string, Closure(Database, Worker)> */
    public function of(string $client, string $means): array
    {
        return $client === 'PDO'
            ? ['rowsets' => $this->rowsets(...)]
            : ['several' => $this->several(...), 'several unbuffered' => $this->several(...), 'poll' => $this->poll(...)];
    }

    private function rowsets(Pdo_Database $database, Worker $worker): void
    {
        $pdo = $database->pdo;
        if (!$pdo->getAttribute(PDO::ATTR_EMULATE_PREPARES)) {
            return;
        }
        $tokens = array_map(fn() => $worker->token(), range(1, $worker->between(2, 4)));
        $statement = $pdo->query(implode('; ', array_map(fn($token) => "SELECT '$token' AS answer", $tokens)));
        foreach ($tokens as $i => $token) {
            if ($i && $worker->chance(5)) {
                // The rest stays unread.
                return;
            }
            // PDO does not tell that the connection was lost in the middle of an unbuffered result.
            $rows = $i && !$statement->nextRowset() ? [] : $statement->fetchAll(PDO::FETCH_NUM);
            $rows || throw new Refused('a part of the results');
            Deeds::expect([[$token]], $rows);
        }
    }

    /** Questions, a write and a question. */
    private function several(Mysqli_Database $database, Worker $worker): void
    {
        $mysqli = $database->mysqli;
        $number = $this->ledger->next();
        [$first, $second] = [$worker->token(), $worker->token()];
        $this->ledger->send($number);
        $mysqli->multi_query("SELECT '$first' AS answer; INSERT INTO ledger VALUES ($number, 0); SELECT '$second' AS answer");
        Deeds::expect([[$first]], $this->result($mysqli, $worker));
        if ($worker->chance(5)) {
            return;
        }
        $mysqli->next_result() || throw new Refused('no second result');
        $this->ledger->confirm($number);
        if ($worker->chance(5)) {
            return;
        }
        $mysqli->next_result() || throw new Refused('no third result');
        Deeds::expect([[$second]], $this->result($mysqli, $worker));
        Deeds::expect(false, $mysqli->more_results());
    }

    private function result(mysqli $mysqli, Worker $worker): array
    {
        $result = $worker->chance(50) ? $mysqli->store_result() : $mysqli->use_result();
        return ($result ?: throw new Refused($mysqli->error))->fetch_all();
    }

    private function poll(Mysqli_Database $database, Worker $worker): void
    {
        $mysqli = $database->mysqli;
        $token = $worker->token();
        $seconds = $worker->milliseconds(300) / 1000;
        $mysqli->query("SELECT '$token' AS answer, SLEEP($seconds) AS slept", MYSQLI_ASYNC);
        do {
            $read = $error = $reject = [$mysqli];
            $ready = mysqli_poll($read, $error, $reject, 0, $worker->milliseconds(500_000));
        } while ($ready === 0);
        if ($worker->chance(10)) {
            // Its answer stays unread.
            return;
        }
        $result = $mysqli->reap_async_query();
        Deeds::expect($token, ($result ?: throw new Refused($mysqli->error))->fetch_all()[0][0] ?? null);
    }
}
