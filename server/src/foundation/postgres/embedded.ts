import { closeSync } from 'node:fs';
import { join } from 'node:path';
import { findBinaries } from './binaries.ts';
import { connectionUrl, isSocket, removeConnection } from './connection.ts';
import { joinWithRetries, keepRunning } from './keep-running.ts';
import { type StartOptions, joinServer } from './join-server.ts';
import { makePrivateFolder, openDataDir } from './data-dir.ts';
import { findPostmaster, stopPostmaster } from './postmaster.ts';
import { SPOOL } from './settings.ts';

export type EmbeddedOptions = {
  /** Folder that contains only the database. Created if it is missing. */
  folder: string;
  log?: (line: string) => void;
  /** False to skip fsync, for data that is deleted afterwards, as in tests and restore drills. */
  fsync?: boolean;
  settings?: Record<string, string>;
  /** True if backups to a point in time can be enabled while the server runs. */
  archives?: boolean;
  /** True to run the server with low priority. */
  isBackground?: boolean;
  /** True to report the first failure of a start. By default, temporary failures are retried. */
  once?: boolean;
  /** True to use a port with a password instead of a socket. Windows has no other option. */
  loopback?: boolean;
};

export type EmbeddedPostgres = {
  /** URL of the superuser `ramal`, which runs migrations. */
  ownerUrl: string;
  /** URL of the role `ramal_app`, which runs the queries of the application. */
  appUrl: string;
  /** Folder of the socket; empty with `loopback`. */
  socketFolder: string;
  pid: () => number | undefined;
  /** Stops the server, unless another of our processes still uses it. */
  stop: () => Promise<void>;
};

/**
 * Starts the embedded PostgreSQL. The server survives a killed parent, and the next start uses the
 * running server. While this process lives, it starts the server again whenever the server stops.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { folder, log = () => undefined, fsync = true, settings = {} } = options;
  const { archives = false, isBackground = false } = options;
  const dataDir = openDataDir(folder);
  if (archives) makePrivateFolder(join(dataDir.folder, SPOOL), dataDir.account);
  const stopping = new AbortController();
  const startOptions: StartOptions = {
    dataDir,
    binaries: await findBinaries(dataDir, log),
    settings: { fsync, archives, isBackground, settings },
    loopback: options.loopback ?? process.platform === 'win32',
    log,
    signal: stopping.signal,
  };
  const joined = await (options.once ? joinServer : joinWithRetries)(startOptions);
  const { connection } = joined;
  const supervised = keepRunning(startOptions, joined);

  async function stop(): Promise<void> {
    stopping.abort();
    const last = await supervised.isLast();
    if (last && findPostmaster(dataDir)) {
      await stopPostmaster(dataDir, startOptions.binaries);
      removeConnection(dataDir, connection);
    } else if (!last) {
      log('PostgreSQL goes on: another process uses it');
    }
    await supervised.end();
    if (dataDir.handle !== undefined) closeSync(dataDir.handle);
  }

  let stopped: Promise<void> | undefined;
  return {
    ownerUrl: connectionUrl(connection, 'ramal', 'ramal'),
    appUrl: connectionUrl(connection, 'ramal_app', 'ramal'),
    socketFolder: isSocket(connection) ? connection.host : '',
    pid: () => findPostmaster(dataDir)?.pid,
    stop: () => (stopped ??= stop()),
  };
}
