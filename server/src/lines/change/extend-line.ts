/**
 * Extends an official line by the term that the credits pay for. The calling account pays. A new
 * paid period begins, in which trust and roll-back are available again. Source: T-04, Q-EXTENDBASE,
 * Q-CHARGE, Q-TESTEXTEND.
 */
import { refuse } from '@ramal/contract/api/errors';
import { extendExpiry, findTerm } from '@ramal/contract/rules/terms';
import { chargeCte } from '../../credits/credits.ts';
import { nextPeriodCte } from '../../line-payments/line-payments.ts';
import type { Caller } from '../../foundation/caller.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { storeAnswerCte } from '../../foundation/idempotency.ts';
import { enforceLimits } from '../../limits/limits.ts';
import type { UndoableAct } from '../../undo/undo.ts';
import { changeLine } from './change-line.ts';
import type { Line } from '../line.ts';
import { storeLockedWallet, type LineRef, lockLineAndWallet } from '../find-accessible-line.ts';

interface ExtendedLine {
  readonly line: Line;
  readonly hundredths: number;
  /** The payer's balance after the charge; null for an admin. */
  readonly balance: number | null;
}

interface LineExtension<Answer> {
  readonly lineRef: LineRef;
  readonly hundredths: number;
  readonly present: (extended: ExtendedLine) => Answer;
  /** Act that the account may undo; undefined if the extension is final. */
  readonly undo?: UndoableAct | undefined;
}

export async function extendLine<Answer>(
  ctx: AppContext,
  caller: Caller,
  { lineRef, hundredths, present, undo }: LineExtension<Answer>,
): Promise<Answer> {
  const term = findTerm(hundredths) ?? refuse('invalid_fields');
  return ctx.db.tx(async (tx) => {
    const now = ctx.clock.now();
    const { line, wallet, replay, limitRows } = await lockLineAndWallet<Answer>(
      tx,
      caller,
      lineRef,
      now,
    );
    if (replay !== undefined) return replay;
    if (line.isTrial) refuse('trial_not_renewable');
    await enforceLimits(tx, ctx, {
      actor: caller.actor,
      facts: { limitRows },
      act: { hundredths },
    });
    const charge = chargeCte(caller, wallet, hundredths, {
      reason: 'line-extended',
      lineId: line.id,
    });
    const expiresAt = extendExpiry(line.expiresAt, term.days, now, ctx.clock.timeZone);
    const change = { expiresAt, trustedAt: null, rolledBackFrom: null };
    const answer = present({
      line: { ...line, ...change, chargedAt: null, informedAt: null, isPaid: false },
      hundredths,
      balance: charge.balance,
    });
    await changeLine(tx, caller, line, {
      kind: 'line-extended',
      change,
      before: { expiresAt: line.expiresAt },
      after: { expiresAt, hundredths },
      parts: {
        ...charge.parts,
        period: nextPeriodCte(line.id),
        answer: storeAnswerCte(caller, answer),
      },
      isLast: true,
      undo,
      hundredths,
    });
    if (wallet && charge.balance !== null)
      storeLockedWallet(lineRef, { ...wallet, balance: charge.balance });
    return answer;
  });
}
