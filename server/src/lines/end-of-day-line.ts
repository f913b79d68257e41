/** Takes the expiry to 23:59 of its own day, in the panel's time zone. Source: T-06, Q-TESTEXTEND, Q-TZ. */
import { refuse } from '@ramal/contract/errors';
import type { By } from '../foundation/actor.ts';
import { endOfDay } from '../foundation/clock.ts';
import type { House } from '../foundation/house.ts';
import { changeLine } from './change-line.ts';
import type { Line } from './line.ts';
import { type Wanted, lockLine } from './reach-line.ts';

export async function endOfDayLine(house: House, by: By, wanted: Wanted): Promise<Line> {
  return house.db.tx(async (tx) => {
    const now = house.clock.now();
    const line = await lockLine(tx, by.actor, wanted, now);
    if (line.isTrial) refuse('trial_not_renewable');
    if (line.expiresAt <= now) refuse('line_expired');
    const expiresAt = endOfDay(line.expiresAt, house.clock.timeZone);
    return changeLine(tx, by, line, {
      kind: 'line-end-of-day',
      change: { expiresAt },
      before: { expiresAt: line.expiresAt },
      after: { expiresAt },
    });
  });
}
