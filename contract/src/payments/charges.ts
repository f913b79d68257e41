/**
 * Calls of the receiver of a charge: the refund, the test of the payment keys, and the simulated
 * buyer of the sandbox.
 */
import { z } from 'zod';
import { profiles, sellers } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { freshCode, idParam, text } from '../api/fields.ts';

export const refundRecharge = endpoint({
  name: 'refund-recharge',
  method: 'POST',
  path: '/api/recargas/:id/estornar',
  summary: 'Devolve um pagamento ao cliente, com o motivo, e desfaz a renovação.',
  access: { profiles },
  params: idParam,
  body: z.object({ reason: text('Motivo', 200, 5), ...freshCode }),
  answer: z.object({ message: z.string() }),
  reachesOut: true,
  errors: [
    'in_quarantine',
    'second_factor_required',
    'code_2fa_missing',
    'code_2fa_wrong',
    'recharge_not_found',
    'recharge_not_refundable',
    'payments_not_ready',
    'payment_provider_silent',
    'refund_refused',
  ],
  freshCode: true,
});

export const giveDaysAgain = endpoint({
  name: 'give-days-again',
  method: 'POST',
  path: '/api/recargas/:id/dar-de-novo',
  summary: 'Dá de novo o que foi desfeito, depois que o dinheiro de uma disputa voltou.',
  access: { profiles: sellers },
  params: idParam,
  body: z.object({}),
  answer: z.object({ message: z.string() }),
  reachesOut: true,
  errors: [
    'in_quarantine',
    'second_factor_required',
    'recharge_not_found',
    'recharge_not_returned',
  ],
});

const sandboxPayment = z.object({
  id: z.int(),
  reference: z.string(),
  /** Amount in R$. */
  value: z.number(),
  state: z.enum(['pending', 'paid', 'settled', 'cancelled', 'reversed']),
  reason: z.string().nullable(),
  pixCode: z.string().nullable(),
  /** Unix seconds. */
  expiresAt: z.int(),
});

/**
 * Creates a charge of one real that the account pays to itself. The payment proves the saved keys.
 */
export const createTestPayment = endpoint({
  name: 'create-test-payment',
  method: 'POST',
  path: '/api/recargas/testar',
  summary: 'Cria um Pix de um real, para provar as chaves.',
  access: { profiles: sellers },
  body: z.object({}),
  answer: sandboxPayment.extend({ sandbox: z.boolean() }),
  reachesOut: true,
  errors: [
    'in_quarantine',
    'second_factor_required',
    'payments_not_configured',
    'payments_not_ready',
    'payment_provider_silent',
    'payment_refused',
  ],
});

const sandboxActs = [
  'pay',
  'pay-silently',
  'pay-noisily',
  'pay-less',
  'refuse',
  'expire',
  'dispute',
  'refund',
  'charge-back',
  'win-dispute',
] as const;
export type SandboxAct = (typeof sandboxActs)[number];

export const getSandboxPayment = endpoint({
  name: 'get-sandbox-payment',
  method: 'GET',
  path: '/api/sandbox-payments/:id',
  summary: 'Um pagamento do modo de teste.',
  access: { profiles },
  params: idParam,
  answer: sandboxPayment,
  errors: ['payments_not_configured', 'recharge_not_found'],
});

export const playSandbox = endpoint({
  name: 'play-sandbox',
  method: 'POST',
  path: '/api/sandbox-payments/:id',
  summary: 'Age como o provedor no modo de teste: nada é cobrado.',
  access: { profiles },
  params: idParam,
  body: z.object({
    act: z.enum(sandboxActs).meta({ title: 'O que o comprador faz' }),
    ...freshCode,
  }),
  answer: sandboxPayment,
  errors: [
    'payments_not_configured',
    'code_2fa_missing',
    'code_2fa_wrong',
    'recharge_not_found',
    'sandbox_act_too_late',
  ],
  freshCode: ({ act }) => act === 'refund' || act === 'charge-back',
});
