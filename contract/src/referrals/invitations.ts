/**
 * Invitations to resellers: a link with the starting conditions of an account below the inviter. It
 * expires, may be revoked, and is valid for a number of accounts.
 */
import { z } from 'zod';
import { sellers } from '../api/access.ts';
import { whatsapp } from '../api/contact-fields.ts';
import { endpoint } from '../api/endpoint.ts';
import { idParam, labelled, text, uuid, whole } from '../api/fields.ts';
import { pageQuery, pageSchema } from '../api/paging.ts';
import { accountName } from '../resellers/resellers.ts';
import { decimalAmount } from '../rules/money.ts';
import { panelPassword } from '../rules/passwords.ts';

export const MAX_OPEN_INVITATIONS = 20;
export const MAX_INVITATION_USES = 50;
export const MAX_INVITATION_DAYS = 90;
export const MAX_WELCOME_LENGTH = 300;

const masters = { profiles: sellers, master: true } as const;

const invitationStates = ['open', 'used', 'expired', 'revoked'] as const;
export type InvitationState = (typeof invitationStates)[number];

/** States for a stranger. `closed`: the inviter is blocked, deleted, or may not have resellers. */
const shownStates = [...invitationStates, 'closed'] as const;
export type ShownInvitationState = (typeof shownStates)[number];

export const invitationStateLabels: Readonly<Record<InvitationState, string>> = {
  open: 'Aberto',
  used: 'Usado',
  expired: 'Vencido',
  revoked: 'Revogado',
};

/** Starting limits of the account; null without a limit. */
const limitValues = {
  lines: z.int().nullable(),
  trialsADay: z.int().nullable(),
  creditsADay: z.number().nullable(),
  lowestPrice: z.number().nullable(),
};

export const invitationRow = z.object({
  id: z.int(),
  /** Full address of the link. */
  url: z.string(),
  /** Note for the inviter only. */
  note: z.string(),
  welcomeText: z.string(),
  /** Price of one credit in R$; null without a price. */
  sale: z.number().nullable(),
  /** First credits of each account. */
  credits: z.number(),
  ...limitValues,
  state: z.enum(invitationStates),
  uses: z.int(),
  maxUses: z.int(),
  expiresAtTimestamp: z.int(),
  createdAtTimestamp: z.int(),
  /** Accounts that were created with the link, the newest first. */
  accounts: z.array(z.object({ id: z.int(), username: z.string(), atTimestamp: z.int() })),
});
export type InvitationRow = z.output<typeof invitationRow>;

export const listInvitations = endpoint({
  name: 'list-invitations',
  method: 'GET',
  path: '/api/reseller-invitations',
  summary: 'Os convites de revenda da própria conta, com as contas que entraram por eles.',
  access: masters,
  query: pageQuery(['created_at', 'expires_at', 'uses'])
    .omit({ search: true })
    .extend({ dir: labelled('Sentido', z.enum(['asc', 'desc']).default('desc')) }),
  answer: pageSchema(invitationRow),
  errors: [],
});

const amount = (label: string) =>
  decimalAmount(label).refine((hundredths) => hundredths >= 0, {
    error: `O campo ${label} não esta no formato correto.`,
  });

export const createInvitation = endpoint({
  name: 'create-invitation',
  method: 'POST',
  path: '/api/reseller-invitations',
  summary: 'Cria um link de convite com as condições da conta que entra por ele.',
  access: masters,
  keyed: true,
  body: z.object({
    note: text('Para quem', 60, 0).default(''),
    welcomeText: text('Texto de boas-vindas', MAX_WELCOME_LENGTH, 0).default(''),
    sale: amount('Preço do crédito').optional(),
    credits: amount('Créditos iniciais')
      .default(0)
      .meta({ title: 'Créditos iniciais', default: 0 }),
    lines: whole('Linhas', 0, 10_000_000).optional(),
    trialsADay: whole('Testes por dia', 0, 1_000_000).optional(),
    creditsADay: amount('Créditos por dia').optional(),
    lowestPrice: amount('Menor preço').optional(),
    maxUses: whole('Quantas contas', 1, MAX_INVITATION_USES).default(1),
    days: whole('Vale por', 1, MAX_INVITATION_DAYS).default(7),
  }),
  answer: z.object({ message: z.string(), invitation: invitationRow }),
  errors: ['invitations_too_many', 'limit_lowest_price', 'key_reused'],
});

export const revokeInvitation = endpoint({
  name: 'revoke-invitation',
  method: 'DELETE',
  path: '/api/reseller-invitations/:id',
  summary: 'Revoga um convite: o link deixa de criar contas.',
  access: masters,
  params: idParam,
  answer: z.object({ message: z.string() }),
  errors: ['invitation_not_found'],
});

const codeParam = z.object({
  code: z
    .string()
    .regex(/^[a-z0-9]{6,40}$/i)
    .meta({ title: 'Convite', example: 'k7m2q9x4w8ta' }),
});

export const getInvitation = endpoint({
  name: 'get-invitation',
  method: 'GET',
  path: '/api/invitations/:code',
  summary: 'O convite que um link mostra a quem ainda não tem conta.',
  access: 'public',
  params: codeParam,
  answer: z.object({
    inviter: z.string(),
    whatsapp: z.string().nullable(),
    welcomeText: z.string(),
    sale: z.number().nullable(),
    credits: z.number(),
    ...limitValues,
    state: z.enum(shownStates),
    expiresAtTimestamp: z.int(),
  }),
  errors: ['invitation_not_found', 'too_many_attempts'],
});

export const acceptInvitation = endpoint({
  name: 'accept-invitation',
  method: 'POST',
  path: '/api/invitations/:code',
  summary: 'Cria a conta de revenda de um convite, com os créditos e os limites dele.',
  access: 'public',
  params: codeParam,
  body: z.object({
    username: accountName,
    password: panelPassword(),
    email: whatsapp().optional(),
    emailContact: z.email().max(200).optional().meta({ title: 'E-mail' }),
    /**
     * Identifies one attempt. An equal request with the same value returns the first answer, so that
     * a lost answer does not end with a taken name.
     */
    clientId: uuid('Pedido').optional(),
    /** Solution of the human verification, as for the sign-in. */
    gRecaptchaResponse: text('Verificação humana', 8192).optional(),
  }),
  answer: z.object({ message: z.string(), username: z.string(), credits: z.number() }),
  errors: [
    'invitation_not_found',
    'invitation_closed',
    'invitation_without_credits',
    'human_check_failed',
    'account_taken',
    'key_reused',
    'too_many_attempts',
  ],
});
