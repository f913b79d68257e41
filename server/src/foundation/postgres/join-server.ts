import { setTimeout as pause } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { makeCluster } from './cluster.ts';
import { doorOf, makeDoor, removeDoor, type Door } from './door.ts';
import { takeLease, type Lease } from './lease.ts';
import type { Place } from './place.ts';
import { findPostmaster, startPostmaster } from './postmaster.ts';
import type { Settings } from './settings.ts';

/** All that it takes to start a server again. */
export type Plan = {
  place: Place;
  binaries: Binaries;
  settings: Settings;
  loopback: boolean;
  log: (line: string) => void;
  signal: AbortSignal;
};

export type Joined = { door: Door; lease: Lease };

/**
 * Joins the server that runs at this place, or starts one. PostgreSQL's own lock on its folder
 * decides between two starts at the same time; the second then joins the first. A known door is
 * kept, because addresses with it are already in use.
 */
export async function joinServer(plan: Plan, known?: Door): Promise<Joined> {
  await untilNotStopping(plan);
  const running = findPostmaster(plan.place);
  if (running) plan.log(`using the PostgreSQL that already runs (process ${running.pid})`);
  else await start(plan, known);
  const door = await untilReady(plan);
  return { door, lease: await takeLease(door) };
}

async function start(plan: Plan, known: Door | undefined): Promise<void> {
  const { place, binaries, settings, log, signal } = plan;
  const door = known ?? (await makeDoor(place, plan.loopback));
  const made = await makeCluster(place, binaries, door, settings);
  if (made) log(`made a new database in ${place.folder}`);
  try {
    await startPostmaster(place, binaries, door, settings, signal);
  } catch (error) {
    if (!findPostmaster(place)) throw error;
    // Another process was quicker; its server has a door of its own.
    if (!known) removeDoor(place, door);
  }
}

async function untilNotStopping({ place, signal }: Plan): Promise<void> {
  while (findPostmaster(place)?.status === 'stopping') await pause(20, undefined, { signal });
}

async function untilReady({ place, signal }: Plan): Promise<Door> {
  for (;;) {
    const running = findPostmaster(place);
    if (!running) throw new Error('PostgreSQL went away while it started');
    if (running.status === 'ready') return doorOf(place, running);
    await pause(20, undefined, { signal });
  }
}
