/**
 * Recurring Pix in the portal. One code pays the first month and authorises the following months.
 * The portal shows the authorization to the customer. The customer can end it, and can pay a
 * refused charge manually.
 */
import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { labelled, text, uuid } from '../api/fields.ts';
import { readCpf } from '../rules/payments/documents.ts';
import { decimalAmount } from '../rules/money.ts';
import { authorizationEnds, cycleStates, refusalReasons } from '../rules/payments/recurring-pix.ts';
import { portalCharge } from './portal.ts';

const key = { key: text('Acesso', 200) };
const moment = z.int().nullable();
/** Day as yyyy-mm-dd. */
const dayText = z.string();

/**
 * Offer of recurring Pix, which the portal shows next to the payment of single months. Null if
 * recurring Pix is not offered.
 */
export const portalRecurringOffer = z.object({
  /** Amount in R$ of today's payment and of each month. */
  value: z.number(),
  /** Registered name of the company that receives. */
  receiver: z.string(),
  /** Day of the month on which the debits happen, if the customer pays now. */
  dueDay: z.int(),
  /** Day of the first debit after today's payment. */
  firstDueOn: dayText,
  /** Expiry after today's payment, by calendar months. */
  renewedUntil: z.int(),
});

const debit = z.object({
  dueOn: dayText,
  state: z.enum(cycleStates),
  /** Period in which the bank informs the customer. */
  noticeFrom: dayText,
  noticeUntil: dayText,
  /** Expiry after this debit. */
  renewedUntil: z.int(),
  /**
   * True from 22:00 of the day before the debit until the end of the day of the debit. In this
   * period the customer cannot pay manually.
   */
  isAtBank: z.boolean(),
  /** True on the day of the debit. */
  isToday: z.boolean(),
  /** Portuguese reason why the debit does not happen; empty if it happens. */
  text: z.string(),
});

const refused = z.object({
  reason: z.enum(refusalReasons),
  /** Portuguese message for the customer. */
  text: z.string(),
  on: dayText,
  /** Refused tries with their times, oldest first. */
  tries: z.array(z.object({ at: z.int(), on: dayText, reason: z.enum(refusalReasons) })),
  /** Days on which the bank tries again; empty after a final reason. */
  retriesOn: z.array(dayText),
  /** True if the customer may now pay the refused charge with the call `charge-portal-debit`. */
  mayPayNow: z.boolean(),
  /**
   * True if the charge cannot be collected with this authorization. Then the customer must
   * authorise again.
   */
  isFinal: z.boolean(),
});

/**
 * `waiting` means that the customer has not paid the code. `refused` means that the bank or the
 * customer did not authorise.
 */
export const customerState = z.enum(['waiting', 'active', 'refused', 'ended']);

export const portalAuthorization = z.object({
  reference: z.string(),
  state: customerState,
  /** First payment: its code, and whether it was paid. */
  charge: portalCharge,
  /** Amount in R$ of each month. */
  value: z.number(),
  receiver: z.string(),
  payerName: z.string(),
  /** Masked CPF of the payer. */
  cpf: z.string(),
  dueDay: z.int(),
  firstDueOn: dayText,
  authorizedAt: moment,
  /** Newest received payment; null before the first. */
  paid: z.object({ at: z.int(), value: z.number(), isFirst: z.boolean() }).nullable(),
  next: debit.nullable(),
  refusal: refused.nullable(),
  endedAt: moment,
  endedBy: z.enum(authorizationEnds).nullable(),
  /** Current price in R$ if it differs from the authorised value; null otherwise. */
  newValue: z.number().nullable(),
});
export type PortalAuthorization = z.output<typeof portalAuthorization>;

const fullName = labelled(
  'Nome',
  z
    .string()
    .trim()
    .max(100)
    .refine((name) => /\S\s+\S/.test(name), { error: 'Escreva nome e sobrenome, como no banco.' }),
);

const CPF_WRONG = 'Este CPF não confere. Veja os números.';

const cpf = z
  .string()
  .max(30)
  .transform((written, context) => {
    const read = readCpf(written);
    if (read !== undefined) return read;
    const isComplete = written.replaceAll(/\D/g, '').length === 11;
    const message = isComplete ? CPF_WRONG : 'Escreva os 11 números do CPF.';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  })
  .meta({ title: 'CPF', example: '529.982.247-25' });

export const getPortalRecurring = endpoint({
  name: 'get-portal-recurring',
  method: 'POST',
  path: '/api/portal/recurring',
  summary: 'O que o portal oferece para renovar sozinho, e a autorização que a linha tem.',
  access: 'public',
  body: z.object(key),
  answer: z.object({
    offer: portalRecurringOffer.nullable(),
    /**
     * Newest authorization of the line; null before the first. An authorization that ended is
     * returned for 30 days.
     */
    authorization: portalAuthorization.nullable(),
  }),
  errors: ['portal_key_refused'],
});

/** Person whose account pays. The provider requires both values. */
export const payerFields = { cpf, name: fullName };

export const authorizePortal = endpoint({
  name: 'authorize-portal',
  method: 'POST',
  path: '/api/portal/authorize',
  summary: 'Pede o código que paga o primeiro mês e autoriza os seguintes.',
  access: 'public',
  body: z.object({
    ...key,
    ...payerFields,
    /** Price in R$ that the page showed. The call is refused if the price has changed. */
    value: decimalAmount('Valor'),
  }),
  answer: portalAuthorization,
  reachesOut: true,
  errors: [
    'in_quarantine',
    'portal_key_refused',
    'recurring_not_offered',
    'authorization_exists',
    'debit_running',
    'payer_refused',
    'price_changed',
    'authorization_not_prepared',
    'too_many_attempts',
  ],
});

export const getPortalAuthorization = endpoint({
  name: 'get-portal-authorization',
  method: 'POST',
  path: '/api/portal/authorization-state',
  summary: 'Em que pé está uma autorização; a página aberta pergunta enquanto espera.',
  access: 'public',
  body: z.object({ ...key, reference: uuid('Pedido') }),
  answer: portalAuthorization,
  errors: ['portal_key_refused', 'authorization_not_found'],
});

export const endPortalAuthorization = endpoint({
  name: 'end-portal-authorization',
  method: 'POST',
  path: '/api/portal/authorization-end',
  summary: 'Para de renovar sozinho. O plano continua até o vencimento.',
  access: 'public',
  body: z.object({ ...key, reference: uuid('Pedido') }),
  answer: portalAuthorization,
  reachesOut: true,
  errors: [
    'in_quarantine',
    'portal_key_refused',
    'authorization_not_found',
    'authorization_ended',
    'too_many_attempts',
  ],
});

export const chargePortalDebit = endpoint({
  name: 'charge-portal-debit',
  method: 'POST',
  path: '/api/portal/debit-charge',
  summary: 'O Pix da própria cobrança do mês: pagar cancela a tentativa do banco.',
  access: 'public',
  body: z.object(key),
  answer: portalCharge,
  reachesOut: true,
  errors: [
    'in_quarantine',
    'portal_key_refused',
    'authorization_not_found',
    'debit_running',
    'payment_provider_silent',
    'too_many_attempts',
  ],
});
