/**
 * Adapter for one-off Pix of Woovi. A charge is one payment, and our reference is its id at Woovi.
 * Woovi has no call that finds the dispute of a charge, so only refunds are followed.
 */
import { refuse } from '@ramal/contract/api/errors';
import { isProviderFailure } from '../../../foundation/provider-error.ts';
import { orNull, readText, toRecord, toRecords } from '../mercado-pago/words.ts';
import {
  type CreatedPayment,
  type FoundPayment,
  type NewPayment,
  type PaymentProvider,
  type PaymentReading,
  SEARCH_PAGE,
} from '../port.ts';
import { type Answer, requestWoovi, type WooviAccess } from './client.ts';

/** The comment reaches the payer's bank, which accepts 140 characters. */
const MAX_COMMENT_LENGTH = 140;

export const wooviApi = (access: WooviAccess): PaymentProvider => ({
  kind: 'woovi',
  create: (payment) =>
    payment.method === 'pix' ? createPix(access, payment) : refuse('payments_not_ready'),
  read: async ({ reference, paidAt }) => {
    const charge = await readCharge(access, reference);
    return charge ? [await toReading(access, charge, paidAt !== null)] : [];
  },
  search: (from, until, page) => search(access, { from, until, page }),
  referenceOf: async (noticed) => {
    const charge = await readCharge(access, noticed);
    return charge && readText(charge.correlationID);
  },
  refund: async ({ reference }, key) => {
    await requestWoovi(access, `/charge/${encodeURIComponent(reference)}/refund`, {
      method: 'POST',
      body: { correlationID: key },
    });
  },
});

async function createPix(
  access: WooviAccess,
  { reference, cents, description, now, expiresAt }: NewPayment,
): Promise<CreatedPayment> {
  // Woovi returns the existing charge if the response to an earlier request was lost.
  const { charge, brCode } = await requestWoovi(access, '/charge?return_existing=true', {
    method: 'POST',
    body: {
      correlationID: reference,
      value: cents,
      comment: description.slice(0, MAX_COMMENT_LENGTH),
      expiresIn: Math.round((expiresAt.getTime() - now.getTime()) / 1000),
    },
  });
  const code = readText(toRecord(charge).brCode) || readText(brCode);
  return { providerId: reference, pixCode: orNull(code), checkoutUrl: null };
}

async function readCharge(access: WooviAccess, reference: string): Promise<Answer | undefined> {
  try {
    const { charge } = await requestWoovi(access, `/charge/${encodeURIComponent(reference)}`);
    return toRecord(charge);
  } catch (error) {
    // Woovi answers 400 to every request that it does not accept, and also to an unknown id.
    if (isProviderFailure(error, 'not_found', 'rejected')) return undefined;
    throw error;
  }
}

interface SearchedPage {
  readonly from: Date;
  readonly until: Date;
  readonly page: number;
}

/**
 * Returns one search page of up to SEARCH_PAGE charges. Sends further requests if Woovi returns
 * fewer charges than the limit.
 */
async function search(
  access: WooviAccess,
  { from, until, page }: SearchedPage,
): Promise<readonly FoundPayment[]> {
  const payments: FoundPayment[] = [];
  for (let hasNext = true; hasNext && payments.length < SEARCH_PAGE;) {
    const query = new URLSearchParams({
      start: from.toISOString(),
      end: until.toISOString(),
      skip: String(page * SEARCH_PAGE + payments.length),
      limit: String(SEARCH_PAGE - payments.length),
    });
    const { charges, pageInfo } = await requestWoovi(access, `/charge?${query.toString()}`);
    const rows = toRecords(charges);
    for (const charge of rows) payments.push(await toFoundPayment(access, charge, from));
    hasNext = toRecord(pageInfo).hasNextPage === true && rows.length > 0;
  }
  return payments.slice(0, SEARCH_PAGE);
}

const states: Readonly<Record<string, PaymentReading['state']>> = {
  ACTIVE: 'pending',
  COMPLETED: 'approved',
  EXPIRED: 'cancelled',
};

/** A payment that the panel stored may have been refunded since, so its refunds must be readable. */
async function toReading(
  access: WooviAccess,
  charge: Answer,
  isStored: boolean,
): Promise<PaymentReading> {
  const [status, reference] = [readText(charge.status), readText(charge.correlationID)];
  const cents = toWholeCents(charge.value);
  const isPaid = states[status] === 'approved';
  const refundedCents = isPaid ? await readRefundedCents(access, reference, isStored) : 0;
  const isReversed = isPaid && refundedCents >= cents;
  return {
    paymentId: reference,
    reference,
    state: isReversed ? 'reversed' : (states[status] ?? 'pending'),
    reason: isReversed ? 'Estornado' : status === 'EXPIRED' ? 'Pix expirou sem pagamento' : null,
    cents,
    paidCents: isPaid ? cents : 0,
    refundedCents,
    currency: 'BRL',
    collector: access.collector,
    disputed: false,
    pixCode: orNull(readText(charge.brCode)),
    unknownStatus: status in states ? null : status.slice(0, 60),
    payerDocument: readText(toRecord(toRecord(charge.payer).taxID).taxID),
  };
}

async function readRefundedCents(
  access: WooviAccess,
  reference: string,
  isStored: boolean,
): Promise<number> {
  const { refunds } = await requestWoovi(
    access,
    `/charge/${encodeURIComponent(reference)}/refund`,
  ).catch((error: unknown): Answer => {
    // A rejected list of refunds must not hide that the money arrived.
    if (!isStored && isProviderFailure(error, 'not_found', 'rejected')) return {};
    throw error;
  });
  return toRecords(refunds)
    .filter(({ status }) => status === 'CONFIRMED')
    .reduce((sum, { value }) => sum + Math.max(0, toWholeCents(value)), 0);
}

/** Woovi writes amounts as whole cents. Other values count as zero, which matches no charge. */
const toWholeCents = (value: unknown): number => (Number.isSafeInteger(value) ? Number(value) : 0);

async function toFoundPayment(
  access: WooviAccess,
  charge: Answer,
  from: Date,
): Promise<FoundPayment> {
  const createdAt = new Date(readText(charge.createdAt));
  return {
    ...(await toReading(access, charge, false)),
    provider: 'woovi',
    method: 'pix',
    providerId: readText(charge.correlationID),
    createdAt: Number.isNaN(createdAt.getTime()) ? from : createdAt,
  };
}
