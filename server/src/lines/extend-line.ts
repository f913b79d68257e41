/**
 * Extends an official line by the time its credits are worth; who extends pays, and the paid period
 * that begins gives trust and roll-back anew. Source: T-04, Q-EXTENDBASE, Q-CHARGE, Q-TESTEXTEND.
 */
import { refuse } from '@ramal/contract/errors';
import { extendedBy, termOf } from '@ramal/contract/terms';
import { charging } from '../credits/credits.ts';
import type { By } from '../foundation/actor.ts';
import type { House } from '../foundation/house.ts';
import { answering } from '../foundation/idempotency.ts';
import { keepWithin } from '../limits/limits.ts';
import { changeLine } from './change-line.ts';
import type { Line } from './line.ts';
import { type Wanted, lockPayable } from './reach-line.ts';

export interface Extended {
  readonly line: Line;
  readonly hundredths: number;
  /** The payer's balance afterwards; null for an admin. */
  readonly balance: number | null;
}

export async function extendLine<Answer>(
  house: House,
  by: By,
  wanted: Wanted,
  hundredths: number,
  present: (extended: Extended) => Answer,
): Promise<Answer> {
  const term = termOf(hundredths) ?? refuse('invalid_fields');
  return house.db.tx(async (tx) => {
    const now = house.clock.now();
    const { line, wallet, replay, held } = await lockPayable<Answer>(tx, by, wanted, now);
    if (replay !== undefined) return replay;
    if (line.isTrial) refuse('trial_not_renewable');
    await keepWithin(tx, house, by.actor, { held }, { hundredths });
    const charge = charging(by, wallet, hundredths, { reason: 'line-extended', lineId: line.id });
    const expiresAt = extendedBy(line.expiresAt, term.days, now);
    const change = { expiresAt, trustedAt: null, rolledBackFrom: null };
    const answer = present({ line: { ...line, ...change }, hundredths, balance: charge.balance });
    await changeLine(tx, by, line, {
      kind: 'line-extended',
      change,
      before: { expiresAt: line.expiresAt },
      after: { expiresAt, hundredths },
      parts: { ...charge.parts, answer: answering(by, answer) },
    });
    return answer;
  });
}
