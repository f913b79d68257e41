/**
 * Turns a test into the customer's official line. The charge is the same as for a new line, and the
 * whole term starts now. Id, owner, user name, password, contact and history do not change. The
 * customer therefore changes nothing on the television. Source: Q-TESTPROMOTE, Q-CHARGE,
 * Q-IDEMPOTENT.
 */
import { refuse } from '@ramal/contract/api/errors';
import { firstExpiry, findTerm } from '@ramal/contract/rules/terms';
import type { PackageFacts } from '../../catalogue/catalogue.ts';
import { chargeCte } from '../../credits/credits.ts';
import type { Caller } from '../../foundation/caller.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { storeAnswerCte } from '../../foundation/idempotency.ts';
import { enforceLimits } from '../../limits/limits.ts';
import type { CreatedLine } from '../create/create-line.ts';
import { type PlatformLineRef, lockLineAndWallet } from '../find-accessible-line.ts';
import { type ProductChoice, productEventData, productFacts, validateProduct } from '../product.ts';
import { changeLine } from './change-line.ts';

interface PromoteLineInput extends PlatformLineRef {
  readonly hundredths: number;
  /** Undefined keeps the test's product. */
  readonly product?: ProductChoice | undefined;
}

export async function promoteLine<Answer>(
  ctx: AppContext,
  caller: Caller,
  { hundredths, product: choice, ...lineRef }: PromoteLineInput,
  present: (promoted: CreatedLine) => Answer,
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
    if (!line.isTrial) refuse('line_already_official');
    if (line.blockedForAbuseAt) refuse('promotion_blocked');
    const facts = choice && (await tx.first<PackageFacts>(productFacts(choice)));
    const product = choice ? validateProduct(ctx, choice, facts, false) : line;
    const { platform } = line;
    await enforceLimits(tx, ctx, {
      actor: caller.actor,
      facts: { limitRows },
      act: { platform, hundredths },
    });
    const charge = chargeCte(caller, wallet, hundredths, {
      reason: 'line-promoted',
      lineId: line.id,
    });
    const change = {
      isTrial: false,
      // A paid line is switched on, also if the test was off.
      isOn: true,
      expiresAt: firstExpiry(now, term.days, ctx.clock.timeZone),
      packageId: product.packageId,
      bouquetIds: product.bouquetIds,
      productId: product.productId,
      // A roll-back of the test does not count in the paid period, so a full roll-back is
      // available.
      rolledBackFrom: null,
    };
    const promoted = { ...line, ...change, packageName: product.packageName };
    const answer = present({ line: promoted, hundredths, balance: charge.balance });
    await changeLine(tx, caller, line, {
      kind: 'line-promoted',
      change,
      before: { expiresAt: line.expiresAt, ...productEventData(ctx, line) },
      after: { expiresAt: change.expiresAt, hundredths, ...productEventData(ctx, promoted) },
      parts: { ...charge.parts, answer: storeAnswerCte(caller, answer) },
      isLast: true,
    });
    return answer;
  });
}
