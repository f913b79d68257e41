/**
 * Seeds active automatic renewals of the demo's lines at the test provider. In one of them the bank
 * refused the last debit. The seller also offers automatic renewals to other customers.
 */
import { DAY_MS, HOUR_MS } from '@ramal/contract/rules/durations';
import { SENT_DAYS_BEFORE } from '@ramal/contract/rules/payments/recurring-pix';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import { addDays, localDay } from '../foundation/clock.ts';
import type { Tx } from '../foundation/database.ts';
import { ensurePaymentAccount, SANDBOX_COLLECTOR } from '../payments/payments.ts';

interface DemoLine {
  readonly id: number;
  readonly expiresAt: Date;
}

interface DemoPayer {
  readonly name: string;
  readonly cpfMask: string;
  readonly daysAgo: number;
  readonly isRefused?: boolean;
}

/** The first payer has the line that expires first. */
const payers: readonly DemoPayer[] = [
  { name: 'Fernando Alves', cpfMask: '•••.271.904-••', daysAgo: 61, isRefused: true },
  { name: 'Célia Maria Souza', cpfMask: '•••.913.760-••', daysAgo: 0 },
  { name: 'Ana Paula Ribeiro', cpfMask: '•••.448.120-••', daysAgo: 32 },
  { name: 'Rogério de Lima', cpfMask: '•••.630.558-••', daysAgo: 90 },
];
const CENTS = 3_500;
const CREDITS = 100;
const CODE_MS = HOUR_MS / 2;

export async function seedRecurringPix(ctx: AppContext, caller: Caller): Promise<void> {
  const now = ctx.clock.now();
  // The debit of an earlier expiry would already be at the bank.
  const plannedFrom = new Date(now.getTime() + (SENT_DAYS_BEFORE + 2) * DAY_MS);
  const lines = await ctx.db.many<DemoLine>(sql`
    with official as (
      select id, expires_at from lines
      where owner_id = ${caller.actor.id} and platform = 'iptv' and not is_trial and deleted_at is null
        and expires_at > ${now}
    )
    (select id, expires_at from official order by expires_at, id limit 1)
    union all
    (select id, expires_at from official where expires_at > ${plannedFrom}
      order by expires_at, id limit ${payers.length - 1})`);
  await ensurePaymentAccount(ctx, caller.actor.id);
  await ctx.db.tx(async (tx) => {
    await seedOffer(tx, caller.actor.id);
    for (const [position, payer] of payers.entries()) {
      const line = lines[position];
      if (line) await seedAuthorization(ctx, tx, { accountId: caller.actor.id, line, payer });
    }
  });
}

/**
 * Stores the seller as a company with a price for one month, and offers automatic renewals to its
 * customers.
 */
async function seedOffer(tx: Tx, accountId: number): Promise<void> {
  await tx.run(sql`
    update payment_accounts set receiver_type = 'company', receiver_document = '11222333000181',
      receiver_opened_on = '2021-03-01', offers_recurring = true
    where account_id = ${accountId}`);
  await tx.run(sql`
    insert into plan_prices (account_id, months, cents) values (${accountId}, 1, ${CENTS})
    on conflict do nothing`);
}

interface SeededRenewal {
  readonly accountId: number;
  readonly line: DemoLine;
  readonly payer: DemoPayer;
}

async function seedAuthorization(
  { clock }: AppContext,
  tx: Tx,
  { accountId, line, payer }: SeededRenewal,
): Promise<void> {
  const at = new Date(clock.now().getTime() - payer.daysAgo * DAY_MS);
  const expiryDay = localDay(line.expiresAt, clock.timeZone);
  const dueOn = payer.isRefused
    ? addDays(localDay(clock.now(), clock.timeZone), -1)
    : addDays(expiryDay, -1);
  const anchorDay = Number(expiryDay.slice(8));
  const search = `${payer.name} ${payer.cpfMask.replace(/\D/g, '')}`;
  const authorization = await tx.first<{ id: number; reference: string }>(sql`
    insert into pix_authorizations (account_id, line_id, platform, provider, collector, contract_id, payer_name,
      cpf_mask, months, cents, credits, anchor_day, starts_on, allows_retries, receiver, state, code_expires_at,
      created_at, authorized_at, next_due_on, is_refused, search, check_at)
    values (${accountId}, ${line.id}, 'iptv', 'sandbox', ${SANDBOX_COLLECTOR}, ${`DEMO${line.id}`}, ${payer.name},
      ${payer.cpfMask}, 1, ${CENTS}, ${CREDITS}, ${anchorDay}, ${dueOn}::date, true, 'CAIXA DE TESTE', 'active',
      ${new Date(at.getTime() + CODE_MS)}, ${at}, ${at}, ${dueOn}::date, ${payer.isRefused === true}, fold(${search}),
      ${clock.now()})
    returning id, reference`);
  const { id, reference } = authorization!;
  await tx.run(sql`
    insert into sandbox_authorizations (reference, refuses_debits) values (${reference}, ${payer.isRefused === true})`);
  const charge = await tx.first<{ id: number; reference: string }>(sql`
    insert into charges (purpose, account_id, line_id, months, credits, cents, method, provider, collector, state,
      created_at, expires_at, paid_at, settled_at, renewed_until, authorization_id, anchor_day)
    values ('renewal', ${accountId}, ${line.id}, 1, ${CREDITS}, ${CENTS}, 'pix', 'sandbox', ${SANDBOX_COLLECTOR}, 'settled', ${at},
      ${new Date(at.getTime() + CODE_MS)}, ${at}, ${at}, ${line.expiresAt}, ${id}, ${anchorDay})
    returning id, reference`);
  await tx.run(sql`
    update pix_authorizations set first_charge_id = ${charge!.id}, provider_id = reference::text,
      customer_id = 'sandbox', conciliation_id = reference::text
    where id = ${id}`);
  await tx.run(sql`
    with payment as (
      insert into sandbox_payments (reference, cents, paid_cents, state)
      values (${charge!.reference}, ${CENTS}, ${CENTS}, 'approved') returning id, reference
    )
    update charges c set provider_id = payment.reference::text, payment_id = payment.id::text
    from payment where c.id = ${charge!.id}`);
  if (payer.isRefused)
    await seedRefusal(clock.now(), tx, { accountId, line, id, dueOn, anchorDay });
}

interface SeededRefusal {
  readonly accountId: number;
  readonly line: DemoLine;
  readonly id: number;
  readonly dueOn: string;
  readonly anchorDay: number;
}

/** Seeds a month in which the bank refused the debit because the account had too little money. */
async function seedRefusal(
  now: Date,
  tx: Tx,
  { accountId, line, id, dueOn, anchorDay }: SeededRefusal,
): Promise<void> {
  const sentAt = new Date(now.getTime() - 8 * DAY_MS);
  const charge = await tx.first<{ id: number; reference: string }>(sql`
    insert into charges (purpose, account_id, line_id, months, credits, cents, method, provider, collector,
      created_at, expires_at, authorization_id, anchor_day)
    values ('renewal', ${accountId}, ${line.id}, 1, ${CREDITS}, ${CENTS}, 'pix', 'sandbox', ${SANDBOX_COLLECTOR}, ${sentAt},
      ${new Date(now.getTime() + 20 * DAY_MS)}, ${id}, ${anchorDay})
    returning id, reference`);
  await tx.run(sql`
    insert into sandbox_payments (reference, cents, debit_days)
    values (${charge!.reference}, ${CENTS}, array[${dueOn}::date])`);
  await tx.run(sql`update charges set provider_id = reference::text where id = ${charge!.id}`);
  const cycle = await tx.first<{ id: number }>(sql`
    insert into pix_cycles (authorization_id, due_on, line_expires_at, charge_id, state, refusal_code, refused_at,
      tried_on, notified_refusals, created_at, sent_at)
    values (${id}, ${dueOn}::date, ${line.expiresAt}, ${charge!.id}, 'refused', 'PAYMENT_OVERDUE',
      ${new Date(now.getTime() - 12 * HOUR_MS)}, ${dueOn}::date, 1, ${sentAt}, ${sentAt})
    returning id`);
  await tx.run(sql`
    insert into pix_tries (cycle_id, attempt, due_on, state, refusal_code, requested_at)
    values (${cycle!.id}, 0, ${dueOn}::date, 'refused', 'PAYMENT_OVERDUE', ${sentAt})`);
}
