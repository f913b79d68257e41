/**
 * Reads the control file of PostgreSQL 18, like `pg_controldata`, which Ramal's PostgreSQL does not
 * contain. Patroni reads these values while the server is stopped.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { OperatorError } from '../../start/operator-error.ts';

/** `PG_CONTROL_VERSION` of PostgreSQL 18. Other versions have other offsets. */
const VERSION = 1800;

const STATES = [
  'starting up',
  'shut down',
  'shut down in recovery',
  'shutting down',
  'in crash recovery',
  'in archive recovery',
  'in production',
];

/** Returns the values by their names in the output of `pg_controldata`. */
export function readControlFile(cluster: string): Record<string, string> {
  const bytes = readFileSync(path.join(cluster, 'global/pg_control'));
  const int = (at: number): string => String(bytes.readUInt32LE(at));
  const onOff = (at: number): string => (bytes[at] ? 'on' : 'off');
  const lsn = (at: number): string =>
    [bytes.readUInt32LE(at + 4), bytes.readUInt32LE(at)]
      .map((half) => half.toString(16).toUpperCase())
      .join('/');
  const version = bytes.readUInt32LE(8);
  if (version !== VERSION)
    throw new OperatorError(
      `O banco em ${cluster} é de outra versão do PostgreSQL (${version}): use os programas dela em bin_dir.`,
    );
  return {
    'pg_control version number': int(8),
    'Database system identifier': String(bytes.readBigUInt64LE(0)),
    'Database cluster state': STATES[bytes.readUInt32LE(16)] ?? 'unrecognized status code',
    'Latest checkpoint location': lsn(32),
    "Latest checkpoint's REDO location": lsn(40),
    "Latest checkpoint's TimeLineID": int(48),
    "Latest checkpoint's PrevTimeLineID": int(52),
    'Minimum recovery ending location': lsn(136),
    "Min recovery ending loc's timeline": int(144),
    'Backup start location': lsn(152),
    'Backup end location': lsn(160),
    'wal_log_hints setting': onOff(176),
    'max_connections setting': int(180),
    'max_worker_processes setting': int(184),
    'max_wal_senders setting': int(188),
    'max_prepared_xacts setting': int(192),
    'max_locks_per_xact setting': int(196),
    'track_commit_timestamp setting': onOff(200),
    'Data page checksum version': int(252),
  };
}
