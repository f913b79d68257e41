/**
 * Gives a line back the days that a reversal removed, after the seller received the money again
 * (Q-DISPUTE).
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { giveDaysAgain as declaration } from '@ramal/contract/payments/charges';
import sql from 'sql-template-tag';
import { insertEventCte } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { combineCtes } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { type Charge, chargeColumns, findCharge } from '../charges.sql.ts';
import { confirmCharge } from '../confirm-charge.ts';
import { requireSecondFactor } from '../credits/portal-credits.ts';

/** Marks the charge as paid again, and settles it like every paid charge. */
export async function giveDaysAgain(
  ctx: AppContext,
  { actor, params, requestMeta }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  requireSecondFactor(actor);
  await ctx.db.tx(async (tx) => {
    const charge =
      (await tx.first<Charge>(sql`
        select ${chargeColumns} from charges c
        where c.id = ${params.id} and c.account_id = ${actor.id} for no key update`)) ??
      refuse('recharge_not_found');
    if (charge.state !== 'reversed' || charge.returnedAt === null) refuse('recharge_not_returned');
    await tx.run(
      combineCtes({
        charge: sql`
          update charges set state = 'paid', returned_at = null, reason = null where id = ${charge.id}`,
        event: insertEventCte(requestMeta, {
          kind: 'recharge-given-again',
          actorId: actor.id,
          accountId: charge.accountId,
          ...(charge.lineId === null ? {} : { lineId: charge.lineId }),
          after: { saleCents: charge.cents, charge: charge.id },
        }),
      }),
    );
  });
  await confirmCharge(ctx, params.id);
  const { state, reason } = (await findCharge(ctx.db, params.id))!;
  return { message: state === 'settled' ? 'Dado de novo' : (reason ?? 'Será dado em instantes') };
}
