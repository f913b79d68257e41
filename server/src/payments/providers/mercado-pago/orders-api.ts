/**
 * Adapter for Mercado Pago's Orders interface: amounts are text, notices are configured in the
 * provider's panel, and each id identifies an order.
 */
import { isProviderFailure } from '../../../foundation/provider-error.ts';
import {
  type FoundPayment,
  type NewPayment,
  type PaymentProvider,
  type PaymentReading,
  SEARCH_PAGE,
} from '../port.ts';
import { type Answer, requestMercadoPago, type MercadoPagoAccess } from './client.ts';
import { paymentsApi } from './payments-api.ts';
import {
  toCents,
  isDisputed,
  toRecords,
  orNull,
  rejectionReason,
  toRecord,
  toPaymentState,
  readText,
  unknownIn,
} from './words.ts';

export const ordersApi = (access: MercadoPagoAccess): PaymentProvider => ({
  kind: 'orders',
  create: async (payment) => {
    const order = await requestMercadoPago(access, '/v1/orders', {
      method: 'POST',
      key: payment.reference,
      body: payment.method === 'pix' ? pixOrder(payment) : cardOrder(payment),
    });
    return {
      providerId: readText(order.id),
      pixCode: payment.method === 'pix' ? pixCodeOf(order) : null,
      checkoutUrl: payment.method === 'card' ? orNull(readText(order.checkout_url)) : null,
    };
  },
  read: async ({ providerId }) => {
    const order = providerId ? await readOrder(access, providerId) : undefined;
    return order ? [order] : [];
  },
  search: async (from, until, page) => {
    const query = new URLSearchParams({
      begin_date: from.toISOString(),
      end_date: until.toISOString(),
      page: String(page + 1),
      page_size: String(SEARCH_PAGE),
    });
    const { data } = await requestMercadoPago(access, `/v1/orders?${query.toString()}`);
    return toRecords(data).map(foundOrder);
  },
  // An application with Orders may still send notices about payments, whose ids are numbers.
  referenceOf: async (noticed) =>
    /^\d+$/.test(noticed)
      ? paymentsApi(access).referenceOf(noticed)
      : (await readOrder(access, noticed))?.reference,
  refund: async ({ providerId }, key) => {
    await requestMercadoPago(access, `/v1/orders/${encodeURIComponent(providerId ?? '')}/refund`, {
      method: 'POST',
      key,
    });
  },
});

async function readOrder(
  access: MercadoPagoAccess,
  id: string,
): Promise<PaymentReading | undefined> {
  if (!/^[A-Za-z0-9]{1,60}$/.test(id)) return undefined;
  try {
    return toPaymentReading(await requestMercadoPago(access, `/v1/orders/${id}`));
  } catch (error) {
    if (isProviderFailure(error, 'not_found')) return undefined;
    throw error;
  }
}

const decimal = (cents: number): string => (cents / 100).toFixed(2);

/** Returns the remaining time as a duration. Without one the provider returns an empty Pix code. */
const durationOf = ({ now, expiresAt }: NewPayment): string =>
  `PT${Math.max(1, Math.round((expiresAt.getTime() - now.getTime()) / 60_000))}M`;

const pixOrder = (payment: NewPayment) => ({
  type: 'online',
  processing_mode: 'automatic',
  total_amount: decimal(payment.cents),
  external_reference: payment.reference,
  description: payment.description,
  payer: { email: payment.payerEmail },
  transactions: {
    payments: [
      {
        amount: decimal(payment.cents),
        payment_method: { id: 'pix', type: 'bank_transfer' },
        expiration_time: durationOf(payment),
      },
    ],
  },
});

const cardOrder = (payment: NewPayment) => ({
  type: 'online',
  processing_mode: 'manual',
  total_amount: decimal(payment.cents),
  external_reference: payment.reference,
  description: payment.description,
  payer: { email: payment.payerEmail },
  expiration_time: durationOf(payment),
  config: {
    online: {
      success_url: payment.backUrl,
      failure_url: payment.backUrl,
      pending_url: payment.backUrl,
    },
    payment_method: { max_installments: 1 },
  },
});

function foundOrder(order: Answer): FoundPayment {
  const [first] = toRecords(toRecord(order.transactions).payments);
  return {
    ...toPaymentReading(order),
    provider: 'orders',
    method: toRecord(first?.payment_method).id === 'pix' ? 'pix' : 'card',
    providerId: readText(order.id),
    createdAt: new Date(readText(order.created_date)),
  };
}

function pixCodeOf(order: Answer): string | null {
  const [first] = toRecords(toRecord(order.transactions).payments);
  return orNull(readText(toRecord(first?.payment_method).qr_code));
}

/**
 * Returns the refunded cents: the larger sum of the payments and of the list of refunds. If only
 * the order's status shows a partial refund, returns at least 1.
 */
function refundedOf({ transactions, status_detail: detail }: Answer): number {
  const { payments, refunds } = toRecord(transactions);
  const sum = (amounts: readonly unknown[]) =>
    amounts.reduce<number>((total, amount) => total + Math.max(0, toCents(amount)), 0);
  return Math.max(
    sum(toRecords(payments).map((payment) => payment.refunded_amount)),
    sum(toRecords(refunds).map((refund) => refund.amount)),
    detail === 'partially_refunded' ? 1 : 0,
  );
}

function toPaymentReading(order: Answer): PaymentReading {
  const { status, status_detail: detail } = order;
  const payments = toRecords(toRecord(order.transactions).payments);
  return {
    paymentId: readText(order.id),
    reference: readText(order.external_reference),
    state: toPaymentState(status, detail),
    reason: rejectionReason(status, payments[0]?.status_detail ?? detail),
    cents: toCents(order.total_amount),
    paidCents: toCents(order.total_paid_amount),
    refundedCents: refundedOf(order),
    currency: order.country_code === 'BRA' ? 'BRL' : readText(order.country_code),
    collector: readText(order.user_id),
    disputed: isDisputed(status, detail),
    pixCode: pixCodeOf(order),
    unknownStatus: unknownIn(status),
  };
}
