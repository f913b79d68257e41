import type { Connection } from './connection.ts';

/**
 * Settings of a server. Only tests and restore drills turn `fsync` off. Data then survives a killed
 * server, but not a power cut.
 */
export type Settings = {
  fsync: boolean;
  archives: boolean;
  isBackground: boolean;
  settings: Record<string, string>;
};

/**
 * Settings for a small machine (two cores, some gigabytes) and a million lines. The application
 * receives failed statements and logs them once, so the server's log is short.
 */
const TUNING: Record<string, string> = {
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  effective_io_concurrency: '64',
  jit: 'off',
  // Many small queries already use all cores. Parallel workers would also need more of /dev/shm
  // than containers have.
  max_parallel_workers_per_gather: '0',
  wal_buffers: '16MB',
  min_wal_size: '256MB',
  max_wal_size: '2GB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum_naptime: '20s',
  log_min_messages: 'log',
  log_checkpoints: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
};

/** Folder for finished segments of the write-ahead log, next to the cluster. */
export const SPOOL = 'spool';

/**
 * Settings for backups to a point in time. A server reads them only at its start. Until such a
 * backup begins, each segment counts as archived but is not stored.
 */
const ARCHIVING: Record<string, string> = {
  wal_level: 'replica',
  max_wal_senders: '4',
  archive_mode: 'on',
  archive_command: 'exit 0',
  'basic_archive.archive_directory': `../${SPOOL}`,
};

/**
 * Returns the complete postgresql.conf, which is written at each start. The operator's settings are
 * in local.conf.
 */
export function settingsFile(
  connection: Connection,
  socketSeen: string | undefined,
  { fsync, archives, settings }: Settings,
): string {
  const listening = socketSeen
    ? { listen_addresses: '', unix_socket_directories: `"${socketSeen.replaceAll('"', '""')}"` }
    : { listen_addresses: connection.host, unix_socket_directories: '' };
  const all: Record<string, string> = {
    ...TUNING,
    fsync: fsync ? 'on' : 'off',
    ...(archives ? ARCHIVING : {}),
    ...settings,
    ...listening,
    port: String(connection.port),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${quote(value)}`);
  return [
    '# Written by Ramal at each start. Settings of your own belong in local.conf.',
    ...lines,
    "include_if_exists = 'local.conf'",
    '',
  ].join('\n');
}

/**
 * Returns the rules for client authentication. The socket needs no password, because only
 * authorised accounts can enter its folder. Other connections need a password.
 */
export function accessFile(overSocket: boolean): string {
  // `all` does not include replication connections, so they need a separate rule. They copy the
  // whole server.
  return ['all', 'replication']
    .map((database) =>
      overSocket
        ? `local ${database} all trust\n`
        : `host ${database} all 127.0.0.1/32 scram-sha-256\n`,
    )
    .join('');
}

function quote(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
