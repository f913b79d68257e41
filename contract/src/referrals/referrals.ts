/**
 * Referrals from customer to customer. A customer refers a friend, and both receive a reward when a
 * payment of the friend was confirmed some days ago. The friend receives days. The customer
 * receives days, or a discount on the next payment.
 */
import { z } from 'zod';
import { sellers } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { idParam, labelled, searchText, text, whole } from '../api/fields.ts';
import { pageQuery, pageSchema } from '../api/paging.ts';
import { exportStarted } from '../exports.ts';

/** Days that one credit pays, for the cost of a reward. */
const DAYS_OF_CREDIT = 30;

/** Cost of rewarded days in hundredths of a credit. */
export const rewardCost = (days: number): number => Math.round((days * 100) / DAYS_OF_CREDIT);

export const MAX_REWARD_DAYS = 60;
const MAX_REWARD_PERCENT = 90;

/** Kinds of rewards of the customer who refers. */
const rewardKinds = ['days', 'discount'] as const;
export type RewardKind = (typeof rewardKinds)[number];

/** Numbers of payments of a friend that may count. */
export const paymentCounts = [1, 3, 12] as const;

export const referralStates = [
  'trial',
  'waiting',
  'delivered',
  'returned',
  'refused',
  'no-purchase',
] as const;
export type ReferralState = (typeof referralStates)[number];

export const referralStateLabels: Readonly<Record<ReferralState, string>> = {
  trial: 'Em teste',
  waiting: 'Em espera',
  delivered: 'Entregue',
  returned: 'Devolvida',
  refused: 'Recusada',
  'no-purchase': 'Sem compra',
};

const terms = {
  isOn: z.boolean(),
  /** 0 if the customer receives a discount. */
  referrerDays: z.int(),
  /** Discount in percent; 0 for days. Absent in answers of older servers. */
  referrerPercent: z.int().optional(),
  friendDays: z.int(),
  waitDays: z.int(),
  /** Number of payments of each friend that give a reward. */
  paymentsCounted: z.int(),
  friendsAYear: z.int(),
};

const settings = z.object({
  ...terms,
  /** Customers whose portal shows the link while referrals are on. */
  customers: z.int(),
});

export const getReferralSettings = endpoint({
  name: 'get-referral-settings',
  method: 'GET',
  path: '/api/referral-settings',
  summary: 'As regras da indicação de cliente para cliente.',
  access: { profiles: sellers },
  answer: settings,
  errors: [],
});

export const saveReferralSettings = endpoint({
  name: 'save-referral-settings',
  method: 'PUT',
  path: '/api/referral-settings',
  summary: 'Guarda as regras da indicação. Valem para os próximos pagamentos.',
  access: { profiles: sellers },
  body: z
    .object({
      isOn: z.boolean().meta({ title: 'Indicação' }),
      /** Without a kind, a stored discount stays unless the days are changed. */
      referrerKind: z.enum(rewardKinds).optional().meta({ title: 'Quem indica ganha' }),
      referrerDays: whole('Quem indica ganha', 0, MAX_REWARD_DAYS),
      /** Discount in percent. It counts only with the kind `discount`, and the days do not then. */
      referrerPercent: whole('Desconto de quem indica', 0, MAX_REWARD_PERCENT).optional(),
      friendDays: whole('O amigo ganha', 0, MAX_REWARD_DAYS),
      waitDays: whole('Entra depois de', 0, MAX_REWARD_DAYS),
      paymentsCounted: whole('Por amigo')
        .pipe(z.literal(paymentCounts))
        .meta({ title: 'Por amigo' }),
      friendsAYear: whole('Por cliente, no ano', 1, 100),
    })
    .refine(
      ({ isOn, referrerKind: kind, referrerDays, friendDays }) =>
        !isOn || kind === 'discount' || referrerDays + friendDays > 0,
      { path: ['referrerDays'], error: 'Diga quantos dias um dos dois ganha.' },
    )
    .refine(
      ({ referrerKind: kind, referrerPercent = 0 }) => kind !== 'discount' || referrerPercent > 0,
      { path: ['referrerPercent'], error: 'Diga o desconto, a partir de 1%.' },
    ),
  answer: settings.extend({ message: z.string() }),
  errors: ['former_release_running'],
});

const party = z.object({
  id: z.int(),
  name: z.string(),
  username: z.string(),
  platform: z.string(),
  isDeleted: z.boolean(),
});

export const referralRow = z.object({
  id: z.int(),
  friend: party,
  referrer: party,
  atTimestamp: z.int(),
  /** First counted payment; null before it. */
  paidAtTimestamp: z.int().nullable(),
  /** Amount of the first counted payment in R$; null without a payment in the panel. */
  paid: z.number().nullable(),
  chargeId: z.int().nullable(),
  /** Days of the referrer for the latest payment; null before the first. */
  days: z.int().nullable(),
  /** Discount of the referrer in percent; 0 for days. Absent in answers of older servers. */
  percent: z.int().optional(),
  friendDays: z.int().nullable(),
  state: z.enum(referralStates),
  /** End of the trial or of the waiting time. */
  untilTimestamp: z.int().nullable(),
  /** Reason of a refusal, a return or a delay. */
  reason: z.string(),
  /** Rewards of this friend that were delivered and not returned. */
  rewards: z.int(),
});
export type ReferralRow = z.output<typeof referralRow>;

const counts = z.object({
  all: z.int(),
  trial: z.int(),
  waiting: z.int(),
  delivered: z.int(),
  returned: z.int(),
  refused: z.int(),
  noPurchase: z.int(),
});

/** Groups of rows that a figure counts. */
export const referralFigures = ['paid', 'rewarded'] as const;

const filters = {
  state: z.enum(referralStates).optional().meta({ title: 'Estado' }),
  figure: z.enum(referralFigures).optional().meta({ title: 'Número' }),
};

export const listReferrals = endpoint({
  name: 'list-referrals',
  method: 'GET',
  path: '/api/referrals',
  summary: 'Os amigos que os clientes trouxeram, com pagamento e recompensa.',
  access: { profiles: sellers },
  query: pageQuery(['at', 'paid_at', 'paid', 'days']).extend({
    dir: labelled('Sentido', z.enum(['asc', 'desc']).default('desc')),
    ...filters,
  }),
  answer: pageSchema(referralRow).extend({
    counts,
    figures: z.object({
      friends: z.int(),
      bought: z.int(),
      /** First payments of the friends in R$. */
      received: z.number(),
      /** Days of both sides that were delivered and not returned. */
      days: z.int(),
      rewards: z.int(),
      credits: z.number(),
      /** Discounts in R$ that paid charges had. Absent in answers of older servers. */
      discounts: z.number().optional(),
      /** Cost in R$ at the price that the account pays for a credit; null without a price. */
      cost: z.number().nullable(),
    }),
  }),
  errors: ['sort_too_many'],
});

export const exportReferrals = endpoint({
  name: 'export-referrals',
  method: 'POST',
  path: '/api/referrals/export',
  summary: 'Gera a planilha Indicacoes.xlsx.',
  access: { profiles: sellers },
  body: z.object({ ...filters, search: searchText() }),
  answer: exportStarted,
  errors: ['tasks_too_many', 'nothing_to_export'],
});

export const addReferral = endpoint({
  name: 'add-referral',
  method: 'POST',
  path: '/api/referrals',
  summary: 'Registra à mão que um cliente veio pelo código de outro.',
  access: { profiles: sellers },
  body: z.object({
    code: text('Código de quem indicou', 40),
    username: text('Usuário do amigo', 60),
  }),
  answer: z.object({ message: z.string(), id: z.int() }),
  errors: ['referrals_off', 'referral_code_unknown', 'line_not_found', 'referral_taken'],
});

export const deliverReferral = endpoint({
  name: 'deliver-referral',
  method: 'POST',
  path: '/api/referrals/:id/deliver',
  summary: 'Entrega a recompensa agora, sem esperar.',
  access: { profiles: sellers },
  keyed: true,
  params: idParam,
  answer: z.object({ message: z.string() }),
  errors: ['referral_not_found', 'referral_not_waiting', 'insufficient_credits', 'key_reused'],
});

export const refuseReferral = endpoint({
  name: 'refuse-referral',
  method: 'POST',
  path: '/api/referrals/:id/refuse',
  summary: 'Recusa uma indicação que ainda não deu recompensa.',
  access: { profiles: sellers },
  params: idParam,
  body: z.object({ reason: text('Motivo', 120) }),
  answer: z.object({ message: z.string() }),
  errors: ['referral_not_found', 'referral_not_waiting'],
});
