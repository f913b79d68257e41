/** Deletes softly: an admin can bring it back for 30 days; credits do not return. Source: T-10, Q-UNDO, Q-DELETEREFUND. */
import type { By } from '../foundation/actor.ts';
import type { House } from '../foundation/house.ts';
import { changeLine } from './change-line.ts';
import type { Line } from './line.ts';
import { type Wanted, lockLine } from './reach-line.ts';

export async function deleteLine(house: House, by: By, wanted: Wanted): Promise<Line> {
  return house.db.tx(async (tx) => {
    const now = house.clock.now();
    const line = await lockLine(tx, by.actor, wanted, now);
    return changeLine(tx, by, line, {
      kind: 'line-deleted',
      change: { deletedAt: now },
      before: { username: line.username, expiresAt: line.expiresAt },
    });
  });
}
