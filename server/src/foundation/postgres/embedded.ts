import { closeSync } from 'node:fs';
import { findBinaries } from './binaries.ts';
import { connectionUrl, isSocket, removeConnection } from './connection.ts';
import { joinWithRetries, keepRunning } from './keep-running.ts';
import type { StartOptions } from './join-server.ts';
import { openDataDir } from './data-dir.ts';
import { findPostmaster, stopPostmaster } from './postmaster.ts';

export type EmbeddedOptions = {
  /** a folder of its own; made when it is missing */
  folder: string;
  log?: (line: string) => void;
  /** false for tests only */
  fsync?: boolean;
  settings?: Record<string, string>;
  /** a port with a password instead of a socket; Windows has nothing else */
  loopback?: boolean;
};

export type Embedded = {
  /** superuser `ramal`, who migrates */
  ownerUrl: string;
  /** `ramal_app`, who serves */
  appUrl: string;
  /** empty with `loopback` */
  socketFolder: string;
  pid: () => number | undefined;
  /** Stops the server, unless another process of ours still uses it. */
  stop: () => Promise<void>;
};

/**
 * The PostgreSQL that comes with Ramal. It outlives a killed parent and is joined by the next start;
 * while we live it is started again whenever it dies.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { folder, log = () => undefined, fsync = true, settings = {} } = options;
  const place = openDataDir(folder);
  const stopping = new AbortController();
  const plan: StartOptions = {
    place,
    binaries: await findBinaries(place, log),
    settings: { fsync, settings },
    loopback: options.loopback ?? process.platform === 'win32',
    log,
    signal: stopping.signal,
  };
  const joined = await joinWithRetries(plan);
  const { door } = joined;
  const kept = keepRunning(plan, joined);

  async function stop(): Promise<void> {
    stopping.abort();
    const last = await kept.isLast();
    if (last && findPostmaster(place)) {
      await stopPostmaster(place, plan.binaries);
      removeConnection(place, door);
    } else if (!last) {
      log('PostgreSQL goes on: another process uses it');
    }
    await kept.end();
    if (place.handle !== undefined) closeSync(place.handle);
  }

  let stopped: Promise<void> | undefined;
  return {
    ownerUrl: connectionUrl(door, 'ramal', 'ramal'),
    appUrl: connectionUrl(door, 'ramal_app', 'ramal'),
    socketFolder: isSocket(door) ? door.host : '',
    pid: () => findPostmaster(place)?.pid,
    stop: () => (stopped ??= stop()),
  };
}
