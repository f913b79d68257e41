/**
 * Accounts of sellers and their list. Source: D2 §2.1, §3, §7; V-28 to V-33, Q-MASTER,
 * Q-WHATSEMAIL.
 */
import { z } from 'zod';
import { grants, profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { whatsapp } from '../api/contact-fields.ts';
import { digits, freshCode, id, idParam, regPassword, text, whole } from '../api/fields.ts';
import { decimalAmount } from '../rules/money.ts';
import { pageSchema, pageQuery } from '../api/paging.ts';
import { panelPassword } from '../rules/passwords.ts';
import { accountBlock } from './blocks.ts';

/**
 * Minimum of one movement of credits, in hundredths (Q-MIN10). A withdrawal of the whole balance
 * may be smaller.
 */
export const MINIMUM_OPERATION_HUNDREDTHS = 1000;

/** User name of an account: letters, digits, `.`, `_`, `-`. Upper and lower case are equal. */
export const accountName = z
  .string()
  .trim()
  .min(3)
  .max(60)
  .regex(/^[\p{L}\p{N}._-]+$/u)
  .meta({ title: 'Usuário', example: 'loja.centro' });

const email = z.email().max(200).optional().meta({ title: 'E-mail' });

const notNegative = (label: string) =>
  decimalAmount(label).refine((amount) => amount >= 0, {
    error: `O campo ${label} não esta no formato correto.`,
  });

export const resellerRow = z.object({
  id: z.int(),
  username: z.string(),
  /** WhatsApp number under a legacy name (Q-WHATSEMAIL). */
  email: z.string().nullable(),
  emailContact: z.string().nullable(),
  profile: z.enum(profiles),
  credits: z.number().nullable(),
  sale: z.number().nullable(),
  /** Days since the last top-up; null before the first. */
  daysToDue: z.int().nullable(),
  status: z.literal([0, 1]),
  blockAdmin: z.literal([0, 1]),
  /**
   * 1 if the account was blocked together with its whole network. Then one call can unblock the
   * whole network.
   */
  networkBlocked: z.literal([0, 1]),
  /**
   * All blocks of the account, with the accounts that set them. Empty if the account can sign in
   * (Q-UNBLOCKER).
   */
  blocks: z.array(accountBlock),
  /**
   * 1 if the account has a second factor. `hasAuthenticator` is 1 if this factor is an
   * authenticator. Both are null unless the caller is an admin (Q-2FAROWS).
   */
  hasSecondFactor: z.literal([0, 1]).nullable(),
  hasAuthenticator: z.literal([0, 1]).nullable(),
  /**
   * Number of the account's own lines. All numbers of lines in this row are at most a minute old
   * (`as_of`).
   */
  totalIptv: z.int(),
  totalUp2p: z.int(),
  /** Number of the account's own active lines. */
  totalActives: z.int(),
  /**
   * Number of active lines in the network of the account, its own lines included. `treeResellers`
   * is the number of descendants (Q-TREEACTIVES).
   */
  treeActives: z.int(),
  treeResellers: z.int(),
  directResellers: z.int(),
  ownerId: z.int().nullable(),
  owner: z.string().nullable(),
  idFranchise: z.int().nullable(),
  isMaster: z.literal([0, 1]),
  /** True if the caller is the parent. Only the parent may move credits (Q-CREDITFLOW). */
  isDirect: z.boolean(),
  createdAt: z.string(),
  /**
   * Time of the deletion. Until `restorableUntil` the account can be restored. Both are null if the
   * account is not deleted (Q-UNDO).
   */
  deletedAt: z.string().nullable(),
  restorableUntil: z.string().nullable(),
});

export const resellerSorts = [
  'username',
  'id',
  'credits',
  'days_to_due',
  'created_at',
  'total_actives',
  'tree_actives',
  'email',
  'email_contact',
  'status',
  'owner',
  'id_franchise',
  'deleted_at',
] as const;

/** Filters «Sem recarga há 90 dias» and «Bloqueadas», and «Excluídas» for admins (K-40, Q-UNDO). */
export const resellerFilters = ['idle', 'blocked', 'deleted'] as const;
export const IDLE_DAYS = 90;

/**
 * Returns the schema of the query. It is a function, because the build of the panel removes the
 * `query` of calls (panel/lean-calls.ts).
 */
export const resellersQuery = () =>
  pageQuery(resellerSorts).extend({
    searchID: digits('ID', 16).optional(),
    status: z.enum(resellerFilters).optional().meta({ title: 'Situação' }),
    /** Account whose direct children are listed, inside the caller's tree. Default: the caller. */
    under: id('Dono').optional(),
    /**
     * `all` lists all descendants instead of the direct children. Administrators are not listed.
     */
    levels: z.literal('all').optional().meta({ title: 'Níveis' }),
  });

export const listResellers = endpoint({
  name: 'list-resellers',
  method: 'GET',
  path: '/api/reg-users',
  summary: 'As revendas diretas de quem pergunta; para a administração, todas.',
  access: { profiles },
  query: resellersQuery(),
  answer: pageSchema(resellerRow).extend({
    /** Time of the figures of the tree, dd/mm/yyyy hh:mm. Null before their first computation. */
    asOf: z.string().nullable(),
    /** Brands of the franchises by number (brands.json, Q-FRANCHISES). Only for admins. */
    franchises: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  errors: ['reseller_not_found', 'forbidden'],
});

export const createReseller = endpoint({
  name: 'create-reseller',
  method: 'POST',
  path: '/api/reg-users',
  summary:
    'Cadastra uma revenda abaixo de quem chama, com créditos iniciais do saldo de quem chama.',
  access: { profiles, master: true },
  keyed: true,
  body: z.object({
    username: accountName,
    password: panelPassword(),
    credits: notNegative('Créditos'),
    email: whatsapp().optional(),
    emailContact: email,
    sale: notNegative('Valor de venda').optional(),
    /** Profile of the new account. Only an admin may create a franchise. */
    profile: z.enum(['reseller', 'franchise']).optional().meta({ title: 'Perfil' }),
    idFranchise: whole('Franquia', 1, 1_000_000).optional(),
    daysUntilDue: whole('Dias', 0, 3650).optional(),
    regPassword: regPassword,
    /**
     * A fresh code is required if an admin with a second factor issues many credits in a day
     * (RAMAL_FRESH_CODE_CREDITS).
     */
    ...freshCode,
  }),
  answer: z.object({
    message: z.string(),
    id: z.int(),
    username: z.string(),
    panelUrl: z.string(),
    credits: z.number(),
    /** Balance of the creator after the call; null for an admin. */
    balance: z.number().nullable(),
  }),
  errors: [
    'account_taken',
    'insufficient_credits',
    'forbidden',
    'limit_credits_a_day',
    'limit_lowest_price',
    'code_2fa_missing',
    'code_2fa_wrong',
    'too_many_attempts',
    'key_reused',
  ],
});

export const resellerChanged = z.object({ message: z.string(), data: resellerRow });

export const createAdmin = endpoint({
  name: 'create-admin',
  method: 'POST',
  path: '/api/admins',
  summary: 'Cadastra mais uma conta de administração.',
  access: { profiles: ['admin'] },
  freshCode: true,
  body: z.object({
    username: accountName,
    password: panelPassword(),
    email: whatsapp().optional(),
    emailContact: email,
    ...freshCode,
  }),
  answer: z.object({
    message: z.string(),
    id: z.int(),
    username: z.string(),
    panelUrl: z.string(),
  }),
  errors: ['account_taken', 'code_2fa_missing', 'code_2fa_wrong', 'too_many_attempts'],
});

export const moveCredits = endpoint({
  name: 'move-credits',
  method: 'PUT',
  path: '/api/reg-users/:id',
  action: 0,
  summary: 'Dá créditos a uma revenda direta (positivo) ou retira (negativo).',
  access: { profiles, master: true },
  keyed: true,
  params: idParam,
  body: z.object({
    credits: decimalAmount('Créditos').refine((hundredths) => hundredths !== 0, {
      error: 'O campo Créditos não esta no formato correto.',
    }),
    sale: notNegative('Valor unitário'),
    reason: text('Motivo', 255).optional(),
    /**
     * A fresh code is required if an admin with a second factor issues many credits in a day
     * (RAMAL_FRESH_CODE_CREDITS).
     */
    ...freshCode,
  }),
  answer: resellerChanged.extend({
    /** Balance of the caller after the call; null for an admin. */
    balance: z.number().nullable(),
    /** Credits that the caller's bonus on top-ups added. */
    bonus: z.number().optional(),
  }),
  errors: [
    'reseller_not_found',
    'not_direct_child',
    'cannot_credit_admin',
    'minimum_operation',
    'insufficient_credits',
    'child_insufficient_credits',
    'limit_credits_a_day',
    'limit_lowest_price',
    'code_2fa_missing',
    'code_2fa_wrong',
    'too_many_attempts',
    'key_reused',
  ],
});

export const editReseller = endpoint({
  name: 'edit-reseller',
  method: 'PUT',
  path: '/api/reg-users/:id',
  action: 1,
  summary:
    'Altera usuário, contato e senha de uma revenda da própria rede; a administração, também o dono.',
  access: { profiles, master: true },
  params: idParam,
  body: z.object({
    username: accountName,
    email: whatsapp().refine((value) => value !== null, {
      error: 'O campo WhatsApp é necessário.',
    }),
    emailContact: email.nullable(),
    password: panelPassword().optional(),
    /** New parent of the account, whose whole tree moves with it. Only for admins. */
    newMaster: id('Novo dono').optional(),
    regPassword: regPassword,
    /** A fresh code is required if an admin with a second factor sets a new password. */
    ...freshCode,
  }),
  answer: resellerChanged,
  errors: [
    'reseller_not_found',
    'account_taken',
    'forbidden',
    'new_master_unknown',
    'new_master_below',
    'code_2fa_missing',
    'code_2fa_wrong',
    'too_many_attempts',
  ],
});

export const getGrants = endpoint({
  name: 'get-grants',
  method: 'GET',
  path: '/api/account-grants/:id',
  summary: 'As permissões nomeadas de uma conta.',
  access: { profiles: ['admin'] },
  params: idParam,
  answer: z.object({ id: z.int(), username: z.string(), grants: z.array(z.enum(grants)) }),
  errors: ['reseller_not_found'],
});

export const setGrants = endpoint({
  name: 'set-grants',
  method: 'PUT',
  path: '/api/account-grants/:id',
  summary: 'Dá e tira permissões nomeadas de uma conta.',
  access: { profiles: ['admin'] },
  params: idParam,
  freshCode: true,
  body: z.object({
    ...freshCode,
    grants: z.array(z.enum(grants)).max(grants.length).meta({ title: 'Permissões' }),
  }),
  answer: z.object({
    message: z.string(),
    id: z.int(),
    username: z.string(),
    grants: z.array(z.enum(grants)),
  }),
  errors: ['reseller_not_found', 'code_2fa_missing', 'code_2fa_wrong', 'too_many_attempts'],
});
