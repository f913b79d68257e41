/**
 * Payment providers of a seller («Recebimento»). The page shows their keys, the results of the
 * checks of their accounts, and the provider for each way of paying. Only a company may receive
 * recurring Pix. Therefore the seller first states whether it is a person or a company, and then
 * saves a key.
 */
import { z } from 'zod';
import { sellers } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { day, described, flag, freshCode, labelled, text } from '../api/fields.ts';
import { readCnpj } from '../rules/payments/documents.ts';

export const providerKinds = ['mercado-pago', 'asaas', 'woovi'] as const;
export type ProviderName = (typeof providerKinds)[number];

/** Ways of paying that «Quem faz o quê» assigns to a provider. */
export const paymentUses = ['pix', 'card', 'recurring'] as const;
export type PaymentUse = (typeof paymentUses)[number];

/** Checks of a provider's account. The panel has a text and an icon for each. */
export const providerProofs = [
  /** A payment that was created with these keys has been received. */
  'keys',
  /** The panel has received a notification from the provider. */
  'notices',
  /** The account belongs to a company whose CNPJ is six months old or more. */
  'company-age',
  /** The account is registered under the CNPJ of the company. */
  'company-name',
  /** The provider has approved account and documents, and a Pix key exists. */
  'account',
  /** The provider offers no recurring Pix. */
  'no-recurring',
] as const;

const proof = z.object({
  key: z.enum(providerProofs),
  /** `unknown`: not proven yet. `info`: neither good nor bad. */
  state: z.enum(['proven', 'unknown', 'warning', 'failed', 'info']),
  /**
   * Portuguese reason of a warning or failure. Empty if the key of the check is a sufficient
   * explanation.
   */
  text: z.string(),
  /**
   * Short value that the page shows at the right, such as a name or «desde 03/2021». Empty if there
   * is no value.
   */
  detail: z.string(),
  /** Time of the proof in Unix seconds. */
  atTimestamp: z.int().nullable(),
});

const provider = z.object({
  kind: z.enum(providerKinds),
  /**
   * `receiving`: a received payment has proven the keys. `one-off-only`: recurring Pix is not
   * possible. `unproven`: the keys are not proven yet. `refused`: the keys do not work.
   */
  status: z.enum(['receiving', 'one-off-only', 'unproven', 'refused']),
  /** Visible part of the key: «$aact_prod_…4e1», or the public key. */
  keyHint: z.string(),
  hasNoticePassword: z.boolean(),
  /** False for the provider's test environment, which moves no money. */
  live: z.boolean().nullable(),
  /** Webhook address to enter in the provider's panel. */
  noticeUrl: z.string(),
  lastNoticeTimestamp: z.int().nullable(),
  checkedTimestamp: z.int().nullable(),
  proofs: z.array(proof),
});
export type PaymentProviderState = z.output<typeof provider>;

const use = z.object({
  use: z.enum(paymentUses),
  /** Provider for this way of paying; null if no provider is assigned. */
  provider: z.enum(providerKinds).nullable(),
  /** Connected providers that support this way of paying. */
  choices: z.array(z.enum(providerKinds)),
  /**
   * Number of payments in the last 30 days. For `recurring`, the number of active authorizations.
   */
  count: z.int(),
});

const receiver = z.object({
  type: z.enum(['company', 'person']),
  /** CNPJ with its separators; empty for a person. */
  document: z.string(),
  /** Day on which the company was opened: yyyy-mm-dd; null for a person. */
  openedOn: z.string().nullable(),
  /** True if the receiver may receive recurring Pix by its kind and age. */
  mayRecur: z.boolean(),
  /**
   * Portuguese reason why the receiver cannot receive recurring Pix yet; empty if `mayRecur` is
   * true.
   */
  reason: z.string(),
});

const state = {
  providers: z.array(provider),
  uses: z.array(use),
  /**
   * The seller's statement whether it is a company or a person; null before the seller has made it.
   */
  receiver: receiver.nullable(),
  recurring: z.object({
    /** True if the switch «Oferecer» is on. */
    offered: z.boolean(),
    eligible: z.boolean(),
    /** Portuguese reason why the switch cannot be turned on; empty if it can be turned on. */
    reason: z.string(),
    activeAuthorizations: z.int(),
  }),
  /** True if the operator enabled the test provider, which serves accounts without keys. */
  testPayments: z.boolean(),
};
const changed = z.object({ message: z.string(), ...state });

export const getPaymentProviders = endpoint({
  name: 'get-payment-providers',
  method: 'GET',
  path: '/api/payment-providers',
  summary: 'Os provedores da conta, o que foi comprovado e quem faz o quê.',
  access: { profiles: sellers },
  answer: z.object(state),
  errors: [],
});

const CNPJ_WRONG = 'Este CNPJ não confere. Veja os números.';

const cnpj = labelled(
  'CNPJ',
  z
    .string()
    .max(30)
    .transform((written, context) => {
      const read = readCnpj(written);
      if (read !== undefined) return read;
      const isComplete = written.replaceAll(/[^0-9A-Za-z]/g, '').length === 14;
      const message = isComplete ? CNPJ_WRONG : 'Escreva os 14 caracteres do CNPJ.';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }),
);

export const saveReceiver = endpoint({
  name: 'save-receiver',
  method: 'PUT',
  path: '/api/payment-providers/receiver',
  summary: 'Diz se quem recebe é empresa (CNPJ) ou pessoa, antes de digitar qualquer chave.',
  access: { profiles: sellers },
  body: z.object({
    type: labelled('Quem recebe', z.enum(['company', 'person'])),
    cnpj: described(cnpj, 'Com ou sem pontos. Obrigatório para empresa.').optional(),
    openedOn: described(day('Data de abertura'), 'Obrigatória para empresa.').optional(),
  }),
  answer: changed,
  errors: ['second_factor_required', 'receiver_incomplete'],
});

export const saveAsaasKeys = endpoint({
  name: 'save-asaas-keys',
  method: 'POST',
  path: '/api/payment-providers/asaas',
  summary: 'Liga o Asaas ou troca as chaves dele, e confere a conta.',
  access: { profiles: sellers },
  body: z.object({
    apiKey: text('Chave de API', 400, 10),
    /**
     * Password that the provider sends with its notifications. If absent, the stored password
     * remains. If none is stored, the server generates a password and returns it once.
     */
    noticePassword: text('Senha dos avisos', 255, 32).optional(),
    ...freshCode,
  }),
  answer: changed.extend({
    /**
     * Generated password, which the seller enters in the provider's panel. Null if the server
     * generated none.
     */
    noticePassword: z.string().nullable(),
  }),
  reachesOut: true,
  errors: [
    'in_quarantine',
    'second_factor_required',
    'code_2fa_missing',
    'code_2fa_wrong',
    'receiver_not_stated',
    'asaas_key_refused',
    'asaas_key_not_permitted',
    'asaas_key_of_sandbox',
    'asaas_other_receiver',
    'payment_provider_silent',
  ],
  freshCode: true,
});

export const saveWooviKey = endpoint({
  name: 'save-woovi-key',
  method: 'POST',
  path: '/api/payment-providers/woovi',
  summary: 'Liga o Woovi ou troca a chave dele, e confere a empresa. Ele faz só o Pix na hora.',
  access: { profiles: sellers },
  body: z.object({ apiKey: text('AppID', 400, 10), ...freshCode }),
  answer: changed,
  reachesOut: true,
  errors: [
    'in_quarantine',
    'second_factor_required',
    'code_2fa_missing',
    'code_2fa_wrong',
    'woovi_key_refused',
    'woovi_key_of_sandbox',
    'payment_provider_silent',
  ],
  freshCode: true,
});

export const checkProvider = endpoint({
  name: 'check-provider',
  method: 'POST',
  path: '/api/payment-providers/:provider/check',
  summary: 'Confere de novo a conta no Asaas ou no Woovi.',
  access: { profiles: sellers },
  params: z.object({ provider: labelled('Provedor', z.enum(['asaas', 'woovi'])) }),
  body: z.object({}),
  answer: changed,
  reachesOut: true,
  errors: [
    'in_quarantine',
    'second_factor_required',
    'provider_not_connected',
    'asaas_key_not_permitted',
    'payment_provider_silent',
  ],
});

export const savePaymentUses = endpoint({
  name: 'save-payment-uses',
  method: 'PUT',
  path: '/api/payment-providers/uses',
  summary: 'Diz qual provedor faz o Pix na hora, e liga ou desliga a oferta do Pix Automático.',
  access: { profiles: sellers },
  body: z.object({
    pix: labelled('Pix na hora', z.enum(providerKinds)).optional(),
    offerRecurring: flag('Oferecer Pix Automático').optional(),
    ...freshCode,
  }),
  answer: changed,
  errors: [
    'second_factor_required',
    'code_2fa_missing',
    'code_2fa_wrong',
    'provider_not_connected',
    'recurring_not_eligible',
  ],
  freshCode: true,
});

export const listPaymentNotices = endpoint({
  name: 'list-payment-notices',
  method: 'GET',
  path: '/api/payment-providers/notices',
  summary: 'Os últimos cem avisos dos provedores, o mais novo primeiro.',
  access: { profiles: sellers },
  answer: z.array(
    z.object({
      provider: z.enum(providerKinds),
      /** Name of the event at the provider. */
      event: z.string(),
      /**
       * `read`: processed. `repeated`: a notification with the same id arrived before. `unknown`:
       * it does not belong to this account. `refused`: wrong password or signature. `unread`: not
       * processed yet.
       */
      outcome: z.enum(['read', 'repeated', 'unknown', 'refused', 'unread']),
      atTimestamp: z.int(),
    }),
  ),
  errors: [],
});
