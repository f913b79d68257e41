import { setTimeout as pause } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { initCluster } from './cluster.ts';
import { connectionOf, createConnection, removeConnection, type Connection } from './connection.ts';
import { takeLease, type Lease } from './lease.ts';
import type { DataDir } from './data-dir.ts';
import { findPostmaster, startPostmaster } from './postmaster.ts';
import type { Settings } from './settings.ts';

/** All that it takes to start a server again. */
export type StartOptions = {
  place: DataDir;
  binaries: Binaries;
  settings: Settings;
  loopback: boolean;
  log: (line: string) => void;
  signal: AbortSignal;
};

export type JoinedServer = { door: Connection; lease: Lease };

/**
 * Joins the server that runs at this place, or starts one. PostgreSQL's own lock on its folder
 * decides between two starts at the same time; the second then joins the first. A known door is
 * kept, because addresses with it are already in use.
 */
export async function joinServer(plan: StartOptions, known?: Connection): Promise<JoinedServer> {
  await untilNotStopping(plan);
  const running = findPostmaster(plan.place);
  if (running) plan.log(`using the PostgreSQL that already runs (process ${running.pid})`);
  else await start(plan, known);
  const door = await untilReady(plan);
  return { door, lease: await takeLease(door) };
}

async function start(plan: StartOptions, known: Connection | undefined): Promise<void> {
  const { place, binaries, settings, log, signal } = plan;
  const door = known ?? (await createConnection(place, plan.loopback));
  const made = await initCluster(place, binaries, door, settings);
  if (made) log(`made a new database in ${place.folder}`);
  try {
    await startPostmaster(place, binaries, door, settings, signal);
  } catch (error) {
    if (!findPostmaster(place)) throw error;
    // Another process was quicker; its server has a door of its own.
    if (!known) removeConnection(place, door);
  }
}

async function untilNotStopping({ place, signal }: StartOptions): Promise<void> {
  while (findPostmaster(place)?.status === 'stopping') await pause(20, undefined, { signal });
}

async function untilReady({ place, signal }: StartOptions): Promise<Connection> {
  for (;;) {
    const running = findPostmaster(place);
    if (!running) throw new Error('PostgreSQL went away while it started');
    if (running.status === 'ready') return connectionOf(place, running);
    await pause(20, undefined, { signal });
  }
}
