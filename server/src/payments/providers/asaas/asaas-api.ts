/**
 * Adapter for payments of Asaas. A one-off Pix is a static code for one payment, because the
 * customers of the portal have no CPF on record. A month's debit is a payment with its own id.
 */
import { refuse } from '@ramal/contract/api/errors';
import { localDay } from '../../../foundation/clock.ts';
import { isProviderFailure } from '../../../foundation/provider-error.ts';
import { orNull, readText, toRecords } from '../mercado-pago/words.ts';
import {
  type CreatedPayment,
  type FoundPayment,
  type NewPayment,
  type PaymentProvider,
  type PaymentReading,
  SEARCH_PAGE,
} from '../port.ts';
import { type Answer, type AsaasAccess, requestAsaas } from './client.ts';
import { BRASILIA, parseAsaasTime, toPaymentReading } from './words.ts';

const MAX_DESCRIPTION_LENGTH = 37;
const PAYMENT_ID = /^pay_[A-Za-z0-9]{1,60}$/;

export const asaasApi = (access: AsaasAccess): PaymentProvider => ({
  kind: 'asaas',
  create: (payment) =>
    payment.method === 'pix' ? createPix(access, payment) : refuse('payments_not_ready'),
  read: ({ reference, providerId }) => readPayments(access, reference, providerId),
  search: (from, until, page) => search(access, from, until, page),
  referenceOf: async (noticed) => {
    const payment = await readPayment(access, noticed);
    return payment && readText(payment.externalReference);
  },
  refund: async ({ paymentId }) => {
    // Requests have no idempotency key, so a refund that was already requested is not repeated.
    const payment = await readPayment(access, paymentId);
    if (readText(payment?.status).startsWith('REFUND')) return;
    await requestAsaas(access, `/payments/${encodeURIComponent(paymentId)}/refund`, {
      method: 'POST',
      body: {},
    });
  },
});

async function createPix(
  access: AsaasAccess,
  { reference, cents, description, now, expiresAt }: NewPayment,
): Promise<CreatedPayment> {
  const code = await requestAsaas(access, '/pix/qrCodes/static', {
    method: 'POST',
    body: {
      addressKey: access.pixKey,
      description: description.slice(0, MAX_DESCRIPTION_LENGTH),
      value: cents / 100,
      format: 'PAYLOAD',
      expirationSeconds: Math.round((expiresAt.getTime() - now.getTime()) / 1000),
      allowsMultiplePayments: false,
      externalReference: reference,
    },
  });
  return {
    providerId: readText(code.id),
    pixCode: orNull(readText(code.payload)),
    checkoutUrl: null,
  };
}

/**
 * Returns the identity of an authorization's first payment, which has no external reference. It
 * consists of the customer that pays and the code that is paid.
 */
export const firstPaymentId = (customerId: string, conciliationId: string): string =>
  `${customerId}:${conciliationId}`;

async function readPayments(
  access: AsaasAccess,
  reference: string,
  providerId: string | null,
): Promise<readonly PaymentReading[]> {
  const payments = await findPayments(access, reference, providerId);
  return payments.map((payment) => toPaymentReading(payment, access.collector, reference));
}

async function findPayments(
  access: AsaasAccess,
  reference: string,
  providerId: string | null,
): Promise<readonly Answer[]> {
  if (!providerId) return listPayments(access, { externalReference: reference });
  if (PAYMENT_ID.test(providerId)) {
    const payment = await readPayment(access, providerId);
    return payment ? [payment] : [];
  }
  const [customer, code] = providerId.split(':');
  if (code === undefined) return listPayments(access, { pixQrCodeId: providerId });
  const payments = await listPayments(access, { customer: customer! });
  return payments.filter(
    ({ conciliationIdentifier, pixQrCodeId }) =>
      conciliationIdentifier === code || pixQrCodeId === code,
  );
}

async function listPayments(
  access: AsaasAccess,
  filter: Readonly<Record<string, string>>,
): Promise<readonly Answer[]> {
  const query = new URLSearchParams({ ...filter, limit: '100' });
  const { data } = await requestAsaas(access, `/payments?${query.toString()}`);
  return toRecords(data);
}

export async function readPayment(access: AsaasAccess, id: string): Promise<Answer | undefined> {
  if (!PAYMENT_ID.test(id)) return undefined;
  try {
    return await requestAsaas(access, `/payments/${id}`);
  } catch (error) {
    if (isProviderFailure(error, 'not_found')) return undefined;
    throw error;
  }
}

/**
 * Searches payments of a period. The filter of Asaas uses whole days, so it returns more payments
 * than the period has.
 */
async function search(
  access: AsaasAccess,
  from: Date,
  until: Date,
  page: number,
): Promise<readonly FoundPayment[]> {
  const query = new URLSearchParams({
    'dateCreated[ge]': localDay(from, BRASILIA),
    'dateCreated[le]': localDay(until, BRASILIA),
    limit: String(SEARCH_PAGE),
    offset: String(page * SEARCH_PAGE),
  });
  const { data } = await requestAsaas(access, `/payments?${query.toString()}`);
  return toRecords(data).map((payment) => ({
    ...toPaymentReading(payment, access.collector, readText(payment.externalReference)),
    provider: 'asaas' as const,
    method: 'pix' as const,
    providerId: orNull(readText(payment.pixQrCodeId)) ?? readText(payment.id),
    createdAt: parseAsaasTime(payment.dateCreated) ?? from,
  }));
}
