/**
 * Actions of the seller in the role of the buyer with the test provider, for example: pay, pay
 * another amount, reject, refund, dispute. Only the seller may use them, in its own panel, because
 * a customer could otherwise renew for free.
 */
import { randomUUID } from 'node:crypto';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type {
  getSandboxPayment as getDeclaration,
  playSandbox as declaration,
  SandboxAct,
} from '@ramal/contract/payments/charges';
import { fromHundredths } from '@ramal/contract/rules/money';
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { ReaderAccount } from '../../foundation/caller.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { type Charge, chargeColumns } from '../charges.sql.ts';
import { confirmCharge } from '../confirm-charge.ts';
import { receiveNotice, sandboxSecret, signNotice } from '../notices.ts';
import { ensurePaymentAccount } from '../payment-account.ts';

async function findPlayed(
  { db, config }: AppContext,
  actor: ReaderAccount,
  id: number,
): Promise<Charge> {
  if (!config.testPayments) refuse('payments_not_configured');
  const charge = await db.first<Charge>(sql`
    select ${chargeColumns} from charges c
    where c.id = ${id} and c.account_id = ${actor.id} and c.provider = 'sandbox'`);
  return charge ?? refuse('recharge_not_found');
}

const onWire = (charge: Charge): HandlerResult<typeof getDeclaration> => ({
  id: charge.id,
  reference: charge.reference,
  value: fromHundredths(charge.cents),
  state: charge.state,
  reason: charge.reason,
  pixCode: charge.pixCode,
  expiresAt: unixSeconds(charge.expiresAt),
});

export const getSandboxPayment = async (
  ctx: AppContext,
  { actor, params }: Call<typeof getDeclaration>,
): Promise<HandlerResult<typeof getDeclaration>> => onWire(await findPlayed(ctx, actor, params.id));

export async function playSandbox(
  ctx: AppContext,
  { actor, params, body }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const charge = await findPlayed(ctx, actor, params.id);
  const { change, notices } = acts[body.act](charge.cents);
  const from = statesBefore(body.act, charge);
  const played = await ctx.db.tx((tx) =>
    tx.first<{ id: number }>(sql`
      update sandbox_payments set ${change} where reference = ${charge.reference} and ${from} returning id`),
  );
  if (!played) refuse('sandbox_act_too_late');
  await sendNotices(ctx, charge, String(played.id), notices);
  return onWire(await findPlayed(ctx, actor, params.id));
}

interface PlayedChange {
  readonly change: Sql;
  readonly notices: number;
}

/**
 * Condition on the test payment: its state allows the action. A rejected payment can be tried again
 * while its charge is pending.
 */
function statesBefore(act: SandboxAct, { state }: Charge): Sql {
  if (act === 'win-dispute') return sql`(disputed or state = 'reversed')`;
  if (act === 'refund' || act === 'dispute' || act === 'charge-back')
    return sql`state = 'approved'`;
  return state === 'pending' ? sql`state in ('pending', 'cancelled')` : sql`state = 'pending'`;
}

const paid = (cents: number): Sql => sql`state = 'approved', paid_cents = ${cents}, detail = null`;
const gone = (detail: string): Sql =>
  sql`state = 'reversed', disputed = false, refunded_cents = paid_cents, detail = ${detail}`;

const acts: Record<SandboxAct, (cents: number) => PlayedChange> = {
  pay: (cents) => ({ change: paid(cents), notices: 1 }),
  'pay-silently': (cents) => ({ change: paid(cents), notices: 0 }),
  'pay-noisily': (cents) => ({ change: paid(cents), notices: 5 }),
  'pay-less': (cents) => ({ change: paid(Math.max(1, cents - 100)), notices: 1 }),
  refuse: () => ({ change: sql`state = 'cancelled', detail = 'Recusado pelo banco'`, notices: 1 }),
  expire: () => ({
    change: sql`state = 'cancelled', detail = 'Pix expirou sem pagamento'`,
    notices: 1,
  }),
  dispute: () => ({ change: sql`disputed = true`, notices: 1 }),
  refund: () => ({ change: gone('Estornado'), notices: 1 }),
  'win-dispute': () => ({
    change: sql`state = 'approved', disputed = false, refunded_cents = 0, detail = null`,
    notices: 1,
  }),
  'charge-back': () => ({
    change: gone('Contestado: o dinheiro voltou para quem pagou'),
    notices: 1,
  }),
};

/** Signs notices and processes them like those of the real provider. */
async function sendNotices(
  ctx: AppContext,
  charge: Charge,
  about: string,
  notices: number,
): Promise<void> {
  const { noticeToken: token, sealedToken } = await ensurePaymentAccount(ctx, charge.accountId);
  // An account with its own Mercado Pago keys accepts no notices of the sandbox, so the charge is
  // read without a notice.
  if (sealedToken && notices > 0) {
    await confirmCharge(ctx, charge.id);
    return;
  }
  const ts = String(ctx.clock.now().getTime());
  await Promise.all(
    Array.from({ length: notices }, async () => {
      const requestId = randomUUID();
      const v1 = signNotice(sandboxSecret(ctx), about, requestId, ts);
      await receiveNotice(ctx, { token, about, requestId, signature: `ts=${ts},v1=${v1}` });
    }),
  );
  return undefined;
}
