<?php
/*
 * RabbitMQ. user, password: all privileges in the virtual host "/". control: a command that makes the server call the
 * function in its next argument ("rabbit stop []", "rabbit start []"); missing where Erlang has no erl_call.
 */
final class Server_rabbitmq extends Server_Kind
{
    protected const PORTS = ['port', 'names_port', 'peers_port'];
    protected const PATIENCE = 110;

    public function missing(): ?string
    {
        return $this->program() ? (server_program('epmd') ? null : 'epmd') : 'rabbitmq-server';
    }

    /** Not the wrapper in /usr/sbin, which insists on a certain user. */
    private function program(): ?string
    {
        return server_program('/usr/lib/rabbitmq/bin/rabbitmq-server');
    }

    public function prepare(): void
    {
        file_put_contents("$this->data/.erlang.cookie", bin2hex(random_bytes(10)));
        chmod("$this->data/.erlang.cookie", 0400);
        file_put_contents("$this->data/enabled_plugins", '[].');
        file_put_contents("$this->data/rabbit.conf", "default_user = async\ndefault_pass = secret\nloopback_users = none\n"
            . "disk_free_limit.absolute = 1MB\nlog.console.level = error\n");
    }

    protected function environment(): array
    {
        return parent::environment() + [
            'ERL_EPMD_PORT' => (string) $this->ports['names_port'],
            'ERL_EPMD_ADDRESS' => '127.0.0.1',
            'RABBITMQ_NODENAME' => $this->node(),
            'RABBITMQ_NODE_PORT' => (string) $this->ports['port'],
            'RABBITMQ_NODE_IP_ADDRESS' => '127.0.0.1',
            'RABBITMQ_DIST_PORT' => (string) $this->ports['peers_port'],
            'RABBITMQ_HOME_DIR' => $this->data,
            'RABBITMQ_MNESIA_BASE' => "$this->data/mnesia",
            'RABBITMQ_LOG_BASE' => "$this->data/log",
            'RABBITMQ_LOGS' => '-',
            'RABBITMQ_PID_FILE' => "$this->data/pid",
            'RABBITMQ_ENABLED_PLUGINS_FILE' => "$this->data/enabled_plugins",
            'RABBITMQ_CONFIG_FILE' => "$this->data/rabbit",
            'RABBITMQ_CONF_ENV_FILE' => '/dev/null',
            // One process, no shell around it; threads that do not spin.
            'RABBITMQ_ALLOW_INPUT' => '1',
            'RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS' => '-noinput +S 1:1 +sbwt none +sbwtdcpu none +sbwtdio none',
        ];
    }

    protected function commands(): array
    {
        // Its name server would otherwise stay behind as a daemon.
        return [[$this->program()], [server_program('epmd'), '-port', (string) $this->ports['names_port'], '-address', '127.0.0.1']];
    }

    protected function isReady(): bool
    {
        return $this->ask('port', "AMQP\0\0\x09\x01") !== '';
    }

    private function node(): string
    {
        return "async{$this->ports['port']}@localhost";
    }

    protected function more(): array
    {
        $control = server_program('erl_call', '/usr/lib/erlang/bin/erl_call');
        return ['user' => 'async', 'password' => 'secret'] + ($control ? ['control' => ['env', "ERL_EPMD_PORT={$this->ports['names_port']}",
            $control, '-sname', $this->node(), '-c', trim(file_get_contents("$this->data/.erlang.cookie")), '-a']] : []);
    }
}
