<?php
/* OpenSSH. user: the account that runs the tests; key, public_key: files of the key for the login. */
final class Server_ssh extends Server_Kind
{
    public function missing(): ?string
    {
        return server_program('sshd') ? (server_program('ssh-keygen') ? null : 'ssh-keygen') : 'sshd';
    }

    public function prepare(): void
    {
        foreach (['host', 'user'] as $name) {
            $this->run([server_program('ssh-keygen'), '-q', '-m', 'PEM', '-t', 'rsa', '-b', '2048', '-N', '', '-f', "$this->data/$name"]);
        }
        // As the package's own service does before each start.
        if ($this->isRoot()) {
            @mkdir('/run/sshd', 0755);
        }
    }

    protected function commands(): array
    {
        $settings = ['Port' => $this->ports['port'], 'ListenAddress' => '127.0.0.1', 'HostKey' => "$this->data/host",
            'AuthorizedKeysFile' => "$this->data/user.pub", 'StrictModes' => 'no', 'UsePAM' => 'no', 'PidFile' => 'none',
            'PermitRootLogin' => 'yes', 'MaxStartups' => 500, 'MaxSessions' => 100, 'Subsystem' => 'sftp internal-sftp',
            'PubkeyAcceptedAlgorithms' => '+ssh-rsa', 'HostKeyAlgorithms' => '+ssh-rsa', 'LogLevel' => 'INFO', 'PrintMotd' => 'no',
            'PrintLastLog' => 'no',
            // Otherwise bash treats the session as a login and runs .bashrc: that is slow, and can hold locks, which
            // stay when bash is killed.
            'SetEnv' => 'SHLVL=1'];
        $lines = '';
        foreach ($settings as $name => $value) {
            $lines .= "$name $value\n";
        }
        file_put_contents("$this->data/sshd_config", $lines);
        $command = [server_program('sshd'), '-f', "$this->data/sshd_config"];
        // From OpenSSH 9.8 on it refuses clients after failed logins; older versions do not know the option.
        $lenient = ['-o', 'PerSourcePenalties=no'];
        exec(implode(' ', array_map('escapeshellarg', [...$command, '-t', ...$lenient])) . ' 2>&1', $output, $status);
        return [[...$command, '-D', '-e', ...($status === 0 ? $lenient : [])]];
    }

    protected function isReady(): bool
    {
        return str_starts_with($this->ask('port'), 'SSH-2.0');
    }

    protected function more(): array
    {
        return ['user' => trim((string) shell_exec('id -un')), 'key' => "$this->data/user", 'public_key' => "$this->data/user.pub"];
    }
}
