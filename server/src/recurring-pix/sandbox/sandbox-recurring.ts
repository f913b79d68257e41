/**
 * Recurring Pix of the test provider: no money moves. The payment of the first code activates an
 * authorization, and the payer's bank debits each month on its due day.
 */
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { ProviderError } from '../../foundation/provider-error.ts';
import {
  type AuthorizationReading,
  type DebitTry,
  type NewDebit,
  pixText,
  type RecurringProvider,
} from '../../payments/payments.ts';
import { bankDay, isAfterLastTry, isAtBank } from '../scheme-days.ts';

type SandboxContext = Pick<AppContext, 'db' | 'clock'>;

export const sandboxRecurring = (ctx: SandboxContext): RecurringProvider => ({
  createAuthorization: async ({ reference, cents }) => {
    const firstPaymentId = await createFirstPayment(ctx, reference);
    return {
      providerId: reference,
      customerId: 'sandbox',
      conciliationId: reference,
      firstPaymentId,
      pixCode: pixText(cents, firstPaymentId),
    };
  },
  readAuthorization: (id) => readAuthorization(ctx, id),
  endAuthorization: async (id) => {
    await ctx.db.tx((tx) =>
      tx.run(sql`update sandbox_authorizations set ended = true where reference = ${id}`),
    );
  },
  createDebit: (debit) => createDebit(ctx, debit),
  findDebits: async (reference) => {
    const payment = await findPayment(ctx, reference);
    if (!payment || payment.state === 'cancelled') return [];
    return [{ paymentId: reference, isOpen: payment.state === 'pending', createdAt: undefined }];
  },
  removeDebit: (paymentId) => removeDebit(ctx, paymentId),
  readPixCode: async (paymentId) => {
    const payment = await findPayment(ctx, paymentId);
    return payment ? pixText(payment.cents, paymentId) : null;
  },
  readTries: (paymentId) => readTries(ctx, paymentId),
  retryDebit: async (paymentId, dueOn) => {
    await ctx.db.tx((tx) =>
      tx.run(sql`
        update sandbox_payments set debit_days = array_append(debit_days, ${dueOn}::date)
        where reference = ${paymentId} and not ${dueOn}::date = any(debit_days)`),
    );
  },
});

async function createFirstPayment({ db }: SandboxContext, reference: string): Promise<string> {
  const row = await db.tx(async (tx) => {
    await tx.run(sql`
      insert into sandbox_authorizations (reference) values (${reference}) on conflict do nothing`);
    await tx.run(sql`
      insert into sandbox_payments (reference, cents)
      select h.reference, h.cents from pix_authorizations pa join charges h on h.id = pa.first_charge_id
      where pa.reference = ${reference} on conflict do nothing`);
    return tx.first<{ reference: string }>(sql`
      select h.reference from pix_authorizations pa join charges h on h.id = pa.first_charge_id
      where pa.reference = ${reference}`);
  });
  return row!.reference;
}

async function readAuthorization(
  { db, clock }: SandboxContext,
  id: string,
): Promise<AuthorizationReading | undefined> {
  const row = await db.first<{ state: AuthorizationReading['state'] }>(sql`
    select case when s.ended then 'cancelled' when p.state in ('approved', 'reversed') then 'active'
      when p.state = 'cancelled' or pa.code_expires_at < ${clock.now()} then 'refused' else 'created' end as state
    from sandbox_authorizations s join pix_authorizations pa on pa.reference = s.reference
    join charges h on h.id = pa.first_charge_id join sandbox_payments p on p.reference = h.reference
    where s.reference = ${id}`);
  return row && { state: row.state, status: row.state };
}

interface SandboxDebit {
  readonly cents: number;
  readonly state: 'pending' | 'approved' | 'cancelled' | 'reversed';
  readonly refusesDebits: boolean;
  readonly isEnded: boolean;
  /** Days on which the bank debits: yyyy-mm-dd, the due day first. */
  readonly days: readonly string[];
}

const findPayment = (
  { db }: Pick<SandboxContext, 'db'>,
  reference: string,
): Promise<SandboxDebit | undefined> =>
  db.first(sql`
    select p.cents, p.state, s.refuses_debits, s.ended as is_ended,
      array(select to_char(day, 'YYYY-MM-DD') from unnest(p.debit_days) day) as days
    from sandbox_payments p join charges h on h.reference = p.reference
    join pix_authorizations pa on pa.id = h.authorization_id
    join sandbox_authorizations s on s.reference = pa.reference
    where p.reference = ${reference}`);

async function createDebit(
  { db }: SandboxContext,
  { reference, authorizationId, cents, dueOn }: NewDebit,
): Promise<string> {
  const made = await db.tx((tx) =>
    tx.run(sql`
      insert into sandbox_payments (reference, cents, debit_days)
      select ${reference}::uuid, ${cents}, array[${dueOn}::date] from sandbox_authorizations
      where reference = ${authorizationId} and not ended`),
  );
  if (made === 0)
    throw new ProviderError('sandbox', 'rejected', { message: 'the authorization is not active' });
  return reference;
}

async function removeDebit(ctx: SandboxContext, paymentId: string): Promise<boolean> {
  const payment = await findPayment(ctx, paymentId);
  const now = ctx.clock.now();
  if (!payment || payment.state !== 'pending') return payment?.state === 'cancelled';
  if (!payment.isEnded && payment.days.some((day) => isAtBank(day, now))) return false;
  await ctx.db.tx((tx) =>
    tx.run(sql`
      update sandbox_payments set state = 'cancelled', detail = 'Cancelado'
      where reference = ${paymentId} and state = 'pending'`),
  );
  return true;
}

async function readTries(ctx: SandboxContext, paymentId: string): Promise<readonly DebitTry[]> {
  await debitDuePayment(ctx, paymentId);
  const payment = await findPayment(ctx, paymentId);
  if (!payment) return [];
  return payment.days.map((dueOn, attempt) => {
    const state = tryState(payment, dueOn, ctx.clock.now());
    const refusalCode = state === 'refused' ? 'PAYMENT_OVERDUE' : null;
    return { instructionId: paymentId, attempt, dueOn, state, refusalCode };
  });
}

/**
 * Debits the payer on the last requested day, unless the authorization ended or the account has no
 * balance.
 */
async function debitDuePayment(ctx: SandboxContext, paymentId: string): Promise<void> {
  const payment = await findPayment(ctx, paymentId);
  const lastDay = payment?.days.at(-1);
  if (!payment || lastDay === undefined || payment.isEnded || payment.refusesDebits) return;
  if (lastDay > bankDay(ctx.clock.now())) return;
  await ctx.db.tx((tx) =>
    tx.run(sql`
      update sandbox_payments set state = 'approved', paid_cents = cents
      where reference = ${paymentId} and state = 'pending'`),
  );
}

function tryState(payment: SandboxDebit, dueOn: string, now: Date): DebitTry['state'] {
  const isLast = dueOn === payment.days.at(-1);
  if (payment.state === 'approved' || payment.state === 'reversed')
    return isLast ? 'done' : 'refused';
  if (payment.state === 'cancelled' || payment.isEnded) return 'cancelled';
  return isAfterLastTry(dueOn, now) ? 'refused' : 'scheduled';
}
