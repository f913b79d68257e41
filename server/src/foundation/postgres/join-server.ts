import { setTimeout as pause } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { initCluster } from './cluster.ts';
import {
  readConnection,
  createConnection,
  removeConnection,
  type Connection,
} from './connection.ts';
import { takeLease, type Lease } from './lease.ts';
import type { DataDir } from './data-dir.ts';
import { findPostmaster, startPostmaster, stopPostmaster } from './postmaster.ts';
import type { Settings } from './settings.ts';

/** Options with which a server is started, also each time it is restarted. */
export type StartOptions = {
  dataDir: DataDir;
  binaries: Binaries;
  settings: Settings;
  loopback: boolean;
  log: (line: string) => void;
  signal: AbortSignal;
};

export type JoinedServer = { connection: Connection; lease: Lease };

/**
 * Uses the server that runs on this data folder, or starts one. If two processes start at the same
 * time, PostgreSQL's lock on its folder lets only one succeed. The other process then uses the
 * started server. A restart passes the existing connection, so that URLs that are in use stay
 * valid.
 */
export async function joinServer(
  options: StartOptions,
  existing?: Connection,
): Promise<JoinedServer> {
  await untilNotStopping(options);
  const running = findPostmaster(options.dataDir);
  if (running) options.log(`using the PostgreSQL that already runs (process ${running.pid})`);
  else await start(options, existing);
  const connection = await untilReady(options);
  try {
    return { connection, lease: await takeLease(connection) };
  } catch (error) {
    // Stops the server that this call started, because it would otherwise survive the failed start,
    // for example on a full disk.
    if (!running && !existing)
      await stopPostmaster(options.dataDir, options.binaries).catch(() => {});
    throw error;
  }
}

async function start(options: StartOptions, existing: Connection | undefined): Promise<void> {
  const { dataDir, binaries, settings, log, signal } = options;
  const connection = existing ?? (await createConnection(dataDir, options.loopback));
  const isNew = await initCluster(dataDir, binaries, connection, settings);
  if (isNew) log(`made a new database in ${dataDir.folder}`);
  try {
    await startPostmaster({ dataDir, binaries, connection, settings, signal });
  } catch (error) {
    if (!findPostmaster(dataDir)) throw error;
    // Another process started its server first, and that server has its own connection.
    if (!existing) removeConnection(dataDir, connection);
  }
}

async function untilNotStopping({ dataDir, signal }: StartOptions): Promise<void> {
  while (findPostmaster(dataDir)?.status === 'stopping') await pause(20, undefined, { signal });
}

async function untilReady({ dataDir, signal }: StartOptions): Promise<Connection> {
  for (;;) {
    const running = findPostmaster(dataDir);
    if (!running) throw new Error('PostgreSQL went away while it started');
    if (running.status === 'ready') return readConnection(dataDir, running);
    await pause(20, undefined, { signal });
  }
}
