/**
 * Adapter for Mercado Pago's Payments interface: a Pix is a payment, and a card uses a preference
 * of Checkout Pro.
 */
import { isProviderFailure } from '../../../foundation/provider-error.ts';
import {
  type CreatedPayment,
  type FoundPayment,
  type NewPayment,
  type PaymentProvider,
  type PaymentReading,
  SEARCH_PAGE,
} from '../port.ts';
import { type Answer, requestMercadoPago, type MercadoPagoAccess } from './client.ts';
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

export const paymentsApi = (access: MercadoPagoAccess): PaymentProvider => ({
  kind: 'payments',
  create: (payment) =>
    payment.method === 'pix' ? createPix(access, payment) : createPreference(access, payment),
  read: async ({ reference, method, providerId }) => {
    // A Pix is read by its id, because the search may lag behind. The search is used if the id is
    // unknown.
    if (method === 'pix' && providerId) {
      const payment = await readOne(access, providerId);
      return payment ? [payment] : [];
    }
    const query = new URLSearchParams({ external_reference: reference, limit: '30' });
    const { results } = await requestMercadoPago(access, `/v1/payments/search?${query.toString()}`);
    return toRecords(results).map(toPaymentReading);
  },
  search: async (from, until, page) => {
    const query = new URLSearchParams({
      range: 'date_created',
      begin_date: from.toISOString(),
      end_date: until.toISOString(),
      sort: 'date_created',
      criteria: 'asc',
      limit: String(SEARCH_PAGE),
      offset: String(page * SEARCH_PAGE),
    });
    const { results } = await requestMercadoPago(access, `/v1/payments/search?${query.toString()}`);
    return toRecords(results).map(foundPayment);
  },
  referenceOf: async (noticed) => (await readOne(access, noticed))?.reference,
  refund: async ({ paymentId }, key) => {
    await requestMercadoPago(access, `/v1/payments/${encodeURIComponent(paymentId)}/refunds`, {
      method: 'POST',
      body: {},
      key,
    });
  },
});

async function readOne(access: MercadoPagoAccess, id: string): Promise<PaymentReading | undefined> {
  if (!/^\d{1,20}$/.test(id)) return undefined;
  try {
    return toPaymentReading(await requestMercadoPago(access, `/v1/payments/${id}`));
  } catch (error) {
    if (isProviderFailure(error, 'not_found')) return undefined;
    throw error;
  }
}

/**
 * Sends the URL of the notices if the provider can reach it. The parameter requests signed notices
 * only.
 */
const noticeTo = (url: string) =>
  url.startsWith('https://') ? { notification_url: `${url}?source_news=webhooks` } : {};

async function createPix(access: MercadoPagoAccess, payment: NewPayment): Promise<CreatedPayment> {
  const answer = await requestMercadoPago(access, '/v1/payments', {
    method: 'POST',
    key: payment.reference,
    body: {
      transaction_amount: payment.cents / 100,
      description: payment.description,
      payment_method_id: 'pix',
      payer: { email: payment.payerEmail },
      external_reference: payment.reference,
      date_of_expiration: payment.expiresAt.toISOString().replace('Z', '+00:00'),
      ...noticeTo(payment.noticeUrl),
    },
  });
  return { providerId: readText(answer.id), pixCode: pixCodeOf(answer), checkoutUrl: null };
}

function pixCodeOf({ point_of_interaction: interaction }: Answer): string | null {
  const { transaction_data } = toRecord(interaction);
  return orNull(readText(toRecord(transaction_data).qr_code));
}

async function createPreference(
  access: MercadoPagoAccess,
  payment: NewPayment,
): Promise<CreatedPayment> {
  const { reference, backUrl } = payment;
  const answer = await requestMercadoPago(access, '/checkout/preferences', {
    method: 'POST',
    key: reference,
    body: {
      items: [
        {
          id: reference,
          title: payment.description,
          quantity: 1,
          currency_id: 'BRL',
          unit_price: payment.cents / 100,
        },
      ],
      payer: { email: payment.payerEmail },
      external_reference: reference,
      back_urls: { success: backUrl, pending: backUrl, failure: backUrl },
      ...(backUrl.startsWith('https://') ? { auto_return: 'approved' } : {}),
      expires: true,
      expiration_date_to: payment.expiresAt.toISOString().replace('Z', '+00:00'),
      // Excluded: Pix has a separate request, and a boleto is paid days after the charge.
      payment_methods: {
        excluded_payment_types: [{ id: 'ticket' }, { id: 'bank_transfer' }],
        installments: 1,
      },
      ...noticeTo(payment.noticeUrl),
    },
  });
  return {
    providerId: readText(answer.id),
    pixCode: null,
    checkoutUrl: orNull(readText(answer.init_point)),
  };
}

function foundPayment(payment: Answer): FoundPayment {
  const method = payment.payment_method_id === 'pix' ? 'pix' : 'card';
  return {
    ...toPaymentReading(payment),
    provider: 'payments',
    method,
    // The provider id of a card charge is its preference, which the payment does not contain.
    providerId: method === 'pix' ? readText(payment.id) : null,
    createdAt: new Date(readText(payment.date_created)),
  };
}

function toPaymentReading(payment: Answer): PaymentReading {
  const { status, status_detail: detail } = payment;
  return {
    paymentId: readText(payment.id),
    reference: readText(payment.external_reference),
    // Money in mediation is blocked by the bank. The payment counts as approved, and `disputed` is
    // set.
    state: status === 'in_mediation' ? 'approved' : toPaymentState(status, detail),
    reason: rejectionReason(status, detail),
    cents: toCents(payment.transaction_amount),
    paidCents: toCents(toRecord(payment.transaction_details).total_paid_amount),
    refundedCents: Math.max(0, toCents(payment.transaction_amount_refunded)),
    currency: readText(payment.currency_id),
    collector: readText(payment.collector_id),
    disputed: isDisputed(status, detail),
    pixCode: pixCodeOf(payment),
    unknownStatus: unknownIn(status),
    payerDocument: readText(toRecord(toRecord(payment.payer).identification).number),
  };
}
