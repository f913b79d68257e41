/**
 * The provider until keys are set: no money moves, and the seller acts as the buyer. It behaves
 * like a real provider, so that every fault of the interface can be tested.
 */
import { HOUR_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { pixText } from './pix-text.ts';
import type { PaymentProvider, PaymentReading } from './port.ts';

export const SANDBOX_COLLECTOR = 'sandbox';

interface SandboxPayment {
  readonly id: number;
  readonly reference: string;
  readonly cents: number;
  readonly paidCents: number;
  readonly refundedCents: number;
  readonly state: PaymentReading['state'];
  readonly disputed: boolean;
  readonly detail: string | null;
}

/** Period after the expiry of a charge in which the payment stays pending. */
const LATE_MS = HOUR_MS;

/** An unpaid payment ends some time after its charge expired, as at a real provider. */
const columns = (now: Date) => sql`
  p.id, p.reference, p.cents, p.paid_cents, p.refunded_cents, p.disputed, p.detail,
  case when p.state = 'pending' and c.expires_at <= ${new Date(now.getTime() - LATE_MS)} then 'cancelled'
    else p.state end as state`;

export const sandboxProvider = ({
  db,
  clock,
}: Pick<AppContext, 'db' | 'clock'>): PaymentProvider => ({
  kind: 'sandbox',
  create: async ({ reference, cents, method }) => {
    await db.tx((tx) =>
      tx.run(sql`
        insert into sandbox_payments (reference, cents) values (${reference}, ${cents})
        on conflict (reference) do nothing`),
    );
    return {
      providerId: reference,
      pixCode: method === 'pix' ? pixText(cents, reference) : null,
      checkoutUrl: null,
    };
  },
  read: async ({ reference }) => {
    const rows = await db.many<SandboxPayment>(
      sql`
        select ${columns(clock.now())} from sandbox_payments p join charges c using (reference)
        where p.reference = ${reference}`,
    );
    return rows.map((row) => ({
      paymentId: String(row.id),
      reference: row.reference,
      state: row.state,
      reason: row.detail,
      cents: row.cents,
      paidCents: row.paidCents,
      refundedCents: row.refundedCents,
      currency: 'BRL',
      collector: SANDBOX_COLLECTOR,
      disputed: row.disputed,
      pixCode: null,
      unknownStatus: null,
    }));
  },
  // The payments are in the same database and are restored together with their charges.
  search: () => Promise.resolve([]),
  referenceOf: async (noticed) => {
    if (!/^\d{1,15}$/.test(noticed)) return undefined;
    const row = await db.first<{ reference: string }>(
      sql`select reference from sandbox_payments where id = ${Number(noticed)}`,
    );
    return row?.reference;
  },
  refund: async ({ reference }) => {
    await db.tx((tx) =>
      tx.run(sql`
        update sandbox_payments set state = 'reversed', refunded_cents = paid_cents, detail = 'Estornado'
        where reference = ${reference} and state = 'approved'`),
    );
  },
});
