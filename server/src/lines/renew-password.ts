/** A new password for a line; the old one stops working at once, in the middle of playing too. */
import type { By } from '../foundation/actor.ts';
import type { House } from '../foundation/house.ts';
import { changeLine } from './change-line.ts';
import { newLinePassword } from './credentials.ts';
import type { Line } from './line.ts';
import { type Wanted, lockLine } from './reach-line.ts';

export async function renewPassword(house: House, by: By, wanted: Wanted): Promise<Line> {
  return house.db.tx(async (tx) => {
    const line = await lockLine(tx, by.actor, wanted, house.clock.now());
    return changeLine(tx, by, line, {
      kind: 'line-password-renewed',
      change: { password: newLinePassword() },
    });
  });
}
