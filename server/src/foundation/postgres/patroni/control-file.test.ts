/**
 * Compares the values of the control file, as the programs for Patroni read it, with the server's
 * own functions.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withClient } from '../client.ts';
import { type EmbeddedPostgres, startEmbedded } from '../embedded.ts';
import { readControlFile } from './control-file.ts';

let folder: string;
let server: EmbeddedPostgres;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'ramal-control-'));
  server = await startEmbedded({ folder, fsync: false, settings: { wal_log_hints: 'on' } });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const cluster = (): string => path.join(folder, 'cluster');

it('the control file has the values that the server reports', async () => {
  const row = await withClient(server.ownerUrl, async (client) => {
    await client.query('checkpoint');
    const { rows } = await client.query<Record<string, string>>(
      `select system_identifier::text as system, checkpoint_lsn::text as checkpoint,
         redo_lsn::text as redo, timeline_id::text as timeline, prev_timeline_id::text as previous,
         current_setting('max_connections') as connections, current_setting('wal_log_hints') as hints,
         current_setting('max_worker_processes') as workers, current_setting('max_wal_senders') as senders,
         current_setting('max_locks_per_transaction') as locks, data_page_checksum_version::text as checksums
       from pg_control_system(), pg_control_checkpoint(), pg_control_init()`,
    );
    return rows[0]!;
  });
  expect(readControlFile(cluster())).toMatchObject({
    'Database system identifier': row.system,
    'Database cluster state': 'in production',
    'Latest checkpoint location': row.checkpoint,
    "Latest checkpoint's REDO location": row.redo,
    "Latest checkpoint's TimeLineID": row.timeline,
    "Latest checkpoint's PrevTimeLineID": row.previous,
    'Minimum recovery ending location': '0/0',
    'wal_log_hints setting': row.hints,
    'max_connections setting': row.connections,
    'max_worker_processes setting': row.workers,
    'max_wal_senders setting': row.senders,
    'max_locks_per_xact setting': row.locks,
    'Data page checksum version': row.checksums,
  });
});

it('pg_isready reports a server that accepts and one that is gone', async () => {
  const isReady = (host: string) =>
    spawnSync(process.execPath, [path.join(import.meta.dirname, 'pg-isready.ts'), '-h', host])
      .status;
  const host = server.socketFolder || '127.0.0.1';
  expect([isReady(host), isReady(path.join(folder, 'nowhere'))]).toEqual([0, 2]);
});

it('pg_controldata prints the values in the form that Patroni splits', () => {
  const script = path.join(import.meta.dirname, 'pg-controldata.ts');
  const { stdout } = spawnSync(process.execPath, [script, cluster()], { encoding: 'utf8' });
  expect(stdout).toMatch(/^Database cluster state: {15}in production$/m);
});
