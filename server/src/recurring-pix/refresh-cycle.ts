/** Reads the tries of the payer's bank, and informs customer and seller about a refusal. */
import { RETRY_DAYS, refusalTexts } from '@ramal/contract/rules/payments/recurring-pix';
import { moneyText } from '@ramal/contract/rules/message';
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Tx } from '../foundation/database.ts';
import { notify } from '../notices/notices.ts';
import {
  ALREADY_PAID,
  confirmCharge,
  type DebitTry,
  paymentOrigin,
  type RecurringProvider,
  toRefusalReason,
} from '../payments/payments.ts';
import { type Cycle, findAuthorization, findCycle } from './authorizations.sql.ts';
import { bankDay } from './scheme-days.ts';
import { adoptDebit } from './send-cycle.ts';

/** Code that is stored for a cancelled or refused debit if the provider reports none. */
const CANCELLED_BY_PAYER = 'SLBD';

/** Reads the tries of a cycle that the provider has. Returns the changed cycle. */
export async function refreshCycle(
  ctx: AppContext,
  cycle: Cycle,
  provider: RecurringProvider,
): Promise<Cycle> {
  // A request may reach the provider long after it was sent, and create a second payment.
  const adopted = cycle.state === 'sent' ? await adoptDebit(ctx, cycle, provider) : undefined;
  const paymentId = adopted ?? cycle.providerId!;
  const tries = await provider.readTries(paymentId);
  await storeTries(ctx, cycle, tries);
  const last = findLastTry(tries);
  const isDue = bankDay(ctx.clock.now()) >= cycle.dueOn;
  if (isDue || last?.state === 'done' || last?.state === 'cancelled' || isPaid(last))
    await confirmCharge(ctx, cycle.chargeId);
  const after = (await findCycle(ctx.db, cycle.id))!;
  // A charge that was removed at the provider was not refused by the bank.
  if (after.paidAt || after.chargeState !== 'pending' || !last) return after;
  await ctx.db.tx((tx) => applyLast(ctx, tx, after, last));
  return (await findCycle(ctx.db, cycle.id))!;
}

export const findLastTry = (tries: readonly DebitTry[]): DebitTry | undefined =>
  tries.toSorted((a, b) => a.attempt - b.attempt).at(-1);

const isPaid = (last: DebitTry | undefined): boolean =>
  last?.refusalCode !== null && last !== undefined && ALREADY_PAID.has(last.refusalCode);

const storeTries = ({ db, clock }: AppContext, { id }: Cycle, tries: readonly DebitTry[]) =>
  db.tx(async (tx) => {
    for (const { attempt, dueOn, instructionId, state, refusalCode } of tries)
      if (attempt <= RETRY_DAYS.length)
        await tx.run(sql`
          insert into pix_tries (cycle_id, attempt, due_on, instruction_id, state, refusal_code, requested_at)
          values (${id}, ${attempt}, ${dueOn}::date, ${instructionId}, ${state}, ${refusalCode}, ${clock.now()})
          on conflict (cycle_id, attempt) do update set due_on = excluded.due_on,
            instruction_id = excluded.instruction_id, state = excluded.state, refusal_code = excluded.refusal_code`);
  });

async function applyLast(ctx: AppContext, tx: Tx, cycle: Cycle, last: DebitTry): Promise<void> {
  const next = nextState(last);
  // The try of a retry that was just requested may still be missing from the list.
  const isOlder = cycle.state === 'sent' && last.dueOn < cycle.triedOn;
  if (next === undefined || isOlder || isPaid(last)) return;
  const refusals = last.attempt + 1;
  const isNews = next === 'refused' && cycle.notifiedRefusals < refusals;
  const code = next === 'refused' ? (last.refusalCode ?? CANCELLED_BY_PAYER) : null;
  const now = ctx.clock.now();
  const changed = await tx.run(sql`
    update pix_cycles set state = ${next}, tried_on = greatest(tried_on, ${last.dueOn}::date),
      refusal_code = coalesce(${code}, refusal_code),
      refused_at = case when ${isNews} then ${now} else refused_at end,
      notified_refusals = case when ${isNews} then ${refusals} else notified_refusals end
    where id = ${cycle.id} and state in ('sent', 'scheduled', 'refused')
      and notified_refusals = ${cycle.notifiedRefusals}`);
  if (isNews && changed > 0) await reportRefusal(ctx, tx, cycle, code!);
}

function nextState({ state }: DebitTry): 'sent' | 'scheduled' | 'refused' | undefined {
  if (state === 'awaiting') return 'sent';
  if (state === 'scheduled') return 'scheduled';
  return state === 'refused' || state === 'cancelled' ? 'refused' : undefined;
}

/**
 * Records the refused debit as an event and notifies the seller. The event also creates the
 * customer's message, which the channels of the reminders send.
 */
async function reportRefusal(ctx: AppContext, tx: Tx, cycle: Cycle, code: string): Promise<void> {
  const now = ctx.clock.now();
  const reason = toRefusalReason(code);
  const { payerName } = (await findAuthorization(tx, cycle.authorizationId))!;
  const { seller } = refusalTexts[reason];
  await recordEvent(
    tx,
    { ...paymentOrigin, at: now },
    {
      kind: 'recurring-refused',
      actorId: null,
      accountId: cycle.accountId,
      lineId: cycle.lineId,
      after: { reason: seller, code, saleCents: cycle.cents },
    },
  );
  await notify(tx, {
    accounts: sql`select ${cycle.accountId}::bigint`,
    kind: 'customers',
    subject: `recurring-refused-${cycle.id}`,
    title: `O Pix automático de ${payerName} não passou`,
    body: `${moneyText(cycle.cents)}: ${seller}.`,
    path: '/recurring-pix?status=refused',
    at: now,
  });
  if (reason === 'our-error')
    await notify(tx, {
      accounts: sql`select id from accounts where profile = 'admin' and deleted_at is null`,
      kind: 'work',
      subject: `recurring-error-${cycle.id}`,
      title: 'Uma cobrança do Pix Automático saiu errada',
      body: `O banco respondeu ${code}. Veja o histórico da autorização.`,
      path: '/logs',
      at: now,
    });
}
