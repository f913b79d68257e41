/** 48 hours of trust, once in a paid period, official lines only. Source: T-07, K-04, Q-TRUSTLIMIT. */
import { refuse } from '@ramal/contract/errors';
import { trustedUntil } from '@ramal/contract/terms';
import type { By } from '../foundation/actor.ts';
import type { House } from '../foundation/house.ts';
import { changeLine } from './change-line.ts';
import type { Line } from './line.ts';
import { type Wanted, lockLine } from './reach-line.ts';

export async function trustLine(house: House, by: By, wanted: Wanted): Promise<Line> {
  return house.db.tx(async (tx) => {
    const now = house.clock.now();
    const line = await lockLine(tx, by.actor, wanted, now);
    if (line.isTrial) refuse('trial_not_renewable');
    if (line.trustedAt) refuse('trust_used');
    const expiresAt = trustedUntil(line.expiresAt, now);
    return changeLine(tx, by, line, {
      kind: 'line-trusted',
      change: { expiresAt, trustedAt: now },
      before: { expiresAt: line.expiresAt },
      after: { expiresAt },
    });
  });
}
