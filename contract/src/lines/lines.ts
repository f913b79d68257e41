/**
 * Common parts of the lines of all platforms: filters, parts of declarations, and the calls that
 * are the same on all platforms. All other calls are in the file of each platform.
 */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { nonNullableSchemas } from '../api/validation.ts';
import { endpoint } from '../api/endpoint.ts';
import { whatsapp } from '../api/contact-fields.ts';
import { day, described, flag, idParam, ids, whole } from '../api/fields.ts';
import { decimalAmount } from '../rules/money.ts';
import { pageSchema, pageQuery } from '../api/paging.ts';
import { platformKeys } from '../rules/platforms.ts';
import { findTerm } from '../rules/terms.ts';
import { timestamp, translated, wire } from '../api/translated.ts';
import { undoField } from '../undo.ts';

export const lineStatuses = ['Ativo', 'Teste', 'Desativado'] as const;
export type LineStatus = (typeof lineStatuses)[number];

/**
 * Columns that sort a list. The first three columns sort any number of lines. The others reject
 * more than 10,000 lines (`sort_too_many`), because no index has their order.
 */
export const lineSorts = [
  'exp_date',
  'username',
  'created_at',
  'password',
  'status',
  'online',
  'reseller',
  'nota',
  'package_name',
  'whatsapp',
  'last_watched_timestamp',
  'abuse_reasons',
  'deleted_at_timestamp',
  'restorable_until_timestamp',
] as const;
export type LineSort = (typeof lineSorts)[number];

/** Columns that sort any number of lines. */
export const unlimitedSorts: readonly LineSort[] = lineSorts.slice(0, 3);

/**
 * Values of the filter by status. `online` is a filter in addition to the three statuses (K-18).
 * The list shows all four values as chips.
 */
export const lineFilters = ['online', ...lineStatuses] as const;
export type LineFilter = (typeof lineFilters)[number];

/**
 * Filter by the owner of the lines. 0 is the caller, and an id is an account in the caller's tree.
 * `tree` selects the whole tree, and `below` selects all descendants without the caller
 * (Q-RESPARAM).
 */
export const ownerFilter = z
  .union([z.literal(['tree', 'below']), whole('Revenda')])
  .default(0)
  .meta({ title: 'Revenda' });

/**
 * Filter by owner for admins. It accepts the values of `ownerFilter`, and `all` for the lines of
 * all accounts.
 */
export const ownerOrAllFilter = z
  .union([ownerFilter, z.literal('all')])
  .default(0)
  .meta({ title: 'Revenda' });

/**
 * Returns the API description of a filter by status. It states that the value `active` also selects
 * expired lines.
 */
export const statusNote = (active: string | number): string =>
  `Não olha o vencimento: ${active} também traz linhas vencidas. As que ainda valem: status=${active}&expired=0.`;

/**
 * Filter for deleted lines, only for admins. True lists the deleted lines that can be restored,
 * instead of the current lines (Q-UNDO).
 */
export const deletedFilter = described(
  flag('Excluídos').optional(),
  'As excluídas vêm vencidas ou não.',
);

/**
 * Fields of a deleted line. They contain the time of the deletion, and the end of the period in
 * which the line can be restored.
 */
export const deletionFields = {
  deletedAt: wire('deleted_at_timestamp', timestamp.optional()),
  restorableUntil: wire('restorable_until_timestamp', timestamp.optional()),
};

/** Time of the last payment request for the current expiry; absent without one. */
export const chargedField = wire('charged_at_timestamp', timestamp.optional());

/** Time of the message about the renewal to the current expiry; absent without one. */
export const informedField = wire('informed_at_timestamp', timestamp.optional());

/** Ids of the selected rows. If it is sent, the export contains only these rows (Q-EXPORT). */
export const tickedLines = ids('Linhas').optional();

/**
 * Filter by the time until the expiry. 0 is more than 7 days, 1 is within 7 days, 2 is within 1 day
 * or expired (K-19).
 */
const expiringFilter = whole('Vencimento', 0, 2).optional();

/**
 * Filters by expiry. Except for `expired`, their period starts now. A date selects the lines that
 * expire on this calendar day (Q-EXPIRED).
 */
export const dueFilters = ['expired', 'today', 'tomorrow', '7', 'month'] as const;
export type DueFilter = (typeof dueFilters)[number] | (string & {});

/** Filters by the expiry of a line. They can be combined with filters by status. */
export const timeFilters = {
  expiring: expiringFilter,
  /** True selects expired lines. False selects lines that have not expired. */
  expired: described(
    flag('Vencidos').optional(),
    '1 traz só as linhas vencidas e 0 só as que ainda valem; sem ele vêm as duas.',
  ),
  due: described(
    z
      .union([z.enum(dueFilters), day('Vence')])
      .optional()
      .meta({ title: 'Vence' }),
    'expired traz as vencidas; today, tomorrow, 7 e month (até o fim do mês), só as que ainda valem; uma data, as desse dia, vencidas ou não.',
  ),
};

/**
 * Filter by current viewing. True selects lines that are being watched, and false selects all other
 * lines. It can be combined with every status (Q-WIRE).
 */
export const onlineFilter = described(
  flag('Assistindo').optional(),
  'Traz vencidas e não vencidas; combine com expired.',
);

/**
 * Cost of an act in credits, and the new balance of the acting account. The balance is null for an
 * admin, who has none (Q-CHARGE).
 */
export const chargeFields = { charged: z.number(), balance: z.number().nullable() };

export const termCredits = decimalAmount('Créditos').refine(
  (hundredths) => findTerm(hundredths) !== undefined,
  {
    error: 'O campo Créditos não esta no formato correto.',
  },
);
nonNullableSchemas.add(termCredits);

const bounded = z.object({ total: z.int(), exact: z.boolean() });

/**
 * Total number of lines for each value of the status filter. `exact` is false if a total is a lower
 * bound (Q-PAGING). «Ativo» and «Teste» count only lines that can play.
 */
export const lineCounts = z.object({
  all: bounded,
  online: bounded,
  Ativo: bounded,
  Teste: bounded,
  Desativado: bounded,
});

// The following calls are the same for the lines of every platform. The specification does not
// contain them.

export const renewLinePassword = endpoint({
  name: 'renew-line-password',
  method: 'PUT',
  path: '/api/lines/:id/password',
  summary:
    'Gera uma senha nova para a linha; a antiga, o link curto e os links de renovação deixam de valer na hora.',
  access: { profiles },
  params: idParam,
  body: z.object({
    /**
     * True keeps the short link, which then leads to the new password. Used for a customer who forgot
     * the old password (Q-SHORTLINKPASS).
     */
    keepShortLink: z.boolean().optional().meta({ title: 'Manter o link curto' }),
  }),
  answer: z.object({
    message: z.string(),
    id: z.int(),
    username: z.string(),
    password: z.string(),
  }),
  errors: ['line_not_found'],
});

export const restoreLine = endpoint({
  name: 'restore-line',
  method: 'POST',
  path: '/api/restore-line/:id',
  summary: 'Traz de volta, em até 30 dias, uma linha excluída, com o histórico dela.',
  access: { profiles: ['admin'] },
  params: idParam,
  answer: z.object({ message: z.string(), id: z.int() }),
  errors: [
    'line_not_found',
    'line_restore_expired',
    'line_owner_deleted',
    'line_was_refused',
    'limit_lines',
  ],
});

export const getLineHistory = endpoint({
  name: 'get-line-history',
  method: 'GET',
  path: '/api/lines/:id/history',
  summary: 'Tudo o que aconteceu com a linha: quem fez, quando, o que mudou e o que foi pago.',
  access: { profiles },
  params: idParam,
  query: pageQuery(['date']).omit({ search: true, sort: true, dir: true }),
  answer: pageSchema(
    z.object({
      id: z.int(),
      date: z.string(),
      timestamp: z.int(),
      actor: z.string(),
      /** Kind of the event, such as `line-extended`. */
      kind: z.string(),
      title: z.string(),
      /** Expiry after the act. Null if the act did not change the expiry. */
      expiresTimestamp: z.int().nullable(),
      /** Amount in cents. Null without an amount, and for accounts that do not own the line. */
      cents: z.int().nullable(),
      /** Messages that describe the changes. */
      details: z.array(z.string()),
      /** Credits that the act cost. The value is 0 if the act was free. */
      charged: z.number(),
      ip: z.string().nullable(),
    }),
  ),
  errors: ['line_not_found'],
});

export const findLinesByWhatsapp = endpoint({
  name: 'find-lines-by-whatsapp',
  method: 'GET',
  path: '/api/lines-by-whatsapp',
  summary: 'Linhas da própria rede que já têm este WhatsApp.',
  access: { profiles },
  query: z.object({ whatsapp: whatsapp() }),
  answer: z.array(
    translated({
      id: z.int(),
      platform: z.enum(platformKeys),
      username: z.string(),
      status: z.enum(lineStatuses),
      note: wire('nota', z.string()),
      expDate: z.string(),
      expiring: z.literal([0, 1, 2]),
      reseller: z.object({ username: z.string() }),
    }),
  ),
  errors: [],
});

export const setLineWhatsapp = endpoint({
  name: 'set-line-whatsapp',
  method: 'PUT',
  path: '/api/lines/:id/whatsapp',
  summary: 'Guarda o WhatsApp do cliente na linha.',
  access: { profiles },
  params: idParam,
  body: z.object({ whatsapp: whatsapp() }),
  answer: z.object({
    message: z.string(),
    id: z.int(),
    whatsapp: z.string().nullable(),
    ...undoField,
  }),
  errors: ['line_not_found'],
});
