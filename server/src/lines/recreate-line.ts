/**
 * What the documents ask of a service elsewhere, done where there is none: all platforms are built in,
 * and what is written is what is true (docs/ARCHITECTURE.md, «A fourth platform»). Recreating ends what
 * the line plays, so that its players sign in anew with the same user name, password and expiry; syncing
 * reads the line and confirms how it stands. Both are told in its history and charge nothing.
 * Source: Q-RECREATE.
 */
import type { By } from '../foundation/actor.ts';
import type { House } from '../foundation/house.ts';
import { endLineViewings } from '../watching/end-line-viewings.ts';
import { changeLine } from './change-line.ts';
import type { Line } from './line.ts';
import { type Wanted, lockLine } from './reach-line.ts';

export async function recreateLine(house: House, by: By, wanted: Wanted): Promise<Line> {
  return house.db.tx(async (tx) => {
    const now = house.clock.now();
    const line = await lockLine(tx, by.actor, wanted, now);
    await endLineViewings(tx, line.id, now);
    await changeLine(tx, by, line, { kind: 'line-recreated', change: {} });
    return { ...line, watching: null };
  });
}

export async function syncLine(house: House, by: By, wanted: Wanted): Promise<Line> {
  return house.db.tx(async (tx) => {
    const line = await lockLine(tx, by.actor, wanted, house.clock.now());
    return changeLine(tx, by, line, { kind: 'line-synced', change: {} });
  });
}
