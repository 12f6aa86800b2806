<?php
/* What only PostgreSQL's clients do: COPY, several statements at once, notifications. */
final class Pgsql_Deeds
{
    public function __construct(private readonly Ledger $ledger)
    {
    }

    /** @return array<string, Closure(Database, Worker)> */
    public function of(string $client, string $means): array
    {
        $all = match (true) {
            // Its own methods only.
            $means === 'pooled' => [],
            $client === 'PDO' => ['copyIn' => $this->copyIn(...), 'copyOut' => $this->copyOut(...)],
            default => ['copyIn' => $this->copyIn(...), 'copyOut' => $this->copyOut(...), 'copyLines' => $this->copyLines(...),
                'several' => $this->several(...)],
        };
        // Notifications go to the first coroutine that asks.
        return $all + (in_array($means, ['pooled', 'shared', 'persistent'], true) ? [] : ['notify' => $this->notify(...)]);
    }

    /** @return int[] numbers that were not used yet */
    private function numbers(Worker $worker): array
    {
        return array_map(fn() => $this->ledger->next(), range(1, $worker->between(1, 30)));
    }

    /** All or none. */
    private function copyIn(Database $database, Worker $worker): void
    {
        $numbers = $this->numbers($worker);
        $rows = array_map(fn($number) => "$number\t0", $numbers);
        array_map($this->ledger->send(...), $numbers);
        $done = $database instanceof Pdo_Database
            ? $database->pdo->pgsqlCopyFromArray('ledger', $rows)
            : pg_copy_from($database->connection, 'ledger', array_map(fn($row) => "$row\n", $rows));
        $done || throw new Refused('no COPY FROM');
        array_map($this->ledger->confirm(...), $numbers);
    }

    private function copyLines(Pgsql_Database $database, Worker $worker): void
    {
        $connection = $database->connection;
        $numbers = $this->numbers($worker);
        $database->run('COPY ledger FROM STDIN');
        foreach ($numbers as $number) {
            pg_put_line($connection, "$number\t0\n") || throw new Refused('no line');
            $worker->chance(10) && Async\delay($worker->milliseconds(20));
        }
        if ($worker->chance(10)) {
            // In the middle: nothing of it may be there.
            return;
        }
        array_map($this->ledger->send(...), $numbers);
        pg_put_line($connection, "\\.\n") && pg_end_copy($connection) || throw new Refused('no end of COPY');
        array_map($this->ledger->confirm(...), $numbers);
    }

    private function copyOut(Database $database, Worker $worker): void
    {
        $token = $worker->token();
        $count = $worker->between(1, 30);
        $rows = "(SELECT '$token' FROM generate_series(1, $count))";
        $answer = $database instanceof Pdo_Database
            ? $database->pdo->pgsqlCopyToArray($rows)
            : pg_copy_to($database->connection, $rows);
        Deeds::expect(array_fill(0, $count, "$token\n"), $answer ?: throw new Refused('no COPY TO'));
    }

    /** Sent at once, each answer is fetched. */
    private function several(Pgsql_Database $database, Worker $worker): void
    {
        $connection = $database->connection;
        $tokens = array_map(fn() => $worker->token(), range(1, $worker->between(2, 4)));
        $sent = pg_send_query($connection, implode('; ', array_map(fn($token) => "SELECT '$token'", $tokens)));
        $sent || throw new Refused('not sent');
        foreach ($tokens as $token) {
            if ($worker->chance(5)) {
                // The rest stays unread.
                return;
            }
            $result = pg_get_result($connection);
            $result && pg_result_status($result) === PGSQL_TUPLES_OK || throw new Refused('no result');
            Deeds::expect([[$token]], pg_fetch_all($result, PGSQL_NUM));
        }
        $more = pg_get_result($connection);
        if ($more && pg_result_status($more) === PGSQL_FATAL_ERROR) {
            throw new Refused('lost behind the last result');
        }
        Deeds::expect(false, $more);
    }

    private function notify(Database $database, Worker $worker): void
    {
        $token = $worker->token();
        $database->run('LISTEN chaos');
        $database->run("NOTIFY chaos, '$token'");
        for ($i = 0; $i < 20; $i++) {
            $notification = $database instanceof Pdo_Database
                ? $database->pdo->pgsqlGetNotify(PDO::FETCH_NUM, 500)
                : pg_get_notify($database->connection, PGSQL_NUM);
            // Notifications of other operations arrive, too, also those of cancelled ones.
            if ($notification && ($notification[2] ?? null) === $token) {
                $database->run('UNLISTEN chaos');
                return;
            }
            $notification || Async\delay(5);
        }
        throw new Refused('no notification');
    }
}
