/**
 * Common parts of the lines of every platform: words, filters, pieces of declarations, and the
 * calls that are the same for all. Each platform's own calls are in its file.
 */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { nullRefused } from '../api/validation.ts';
import { endpoint } from '../api/endpoint.ts';
import { whatsapp } from '../api/contact-fields.ts';
import { day, described, flag, idParam, ids, whole } from '../api/fields.ts';
import { decimalAmount } from '../rules/money.ts';
import { pageSchema, pageQuery } from '../api/paging.ts';
import { platformKeys } from '../rules/platforms.ts';
import { termOf } from '../rules/terms.ts';
import { timestamp, translated, wire } from '../api/translated.ts';

export const lineStatuses = ['Ativo', 'Teste', 'Desativado'] as const;
export type LineStatus = (typeof lineStatuses)[number];

/**
 * Every column of a list. The first three order any list. The others order at most 10.000 lines
 * (`sort_too_many`), because no index has their order.
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

/** Columns that order any number of lines. */
export const sortsOfAny: readonly LineSort[] = lineSorts.slice(0, 3);

/**
 * `online` is a filter in addition to the three statuses (K-18), which the list's chips offer among
 * them.
 */
export const lineFilters = ['online', ...lineStatuses] as const;
export type LineFilter = (typeof lineFilters)[number];

/**
 * Owner of the lines: 0 the caller, an id inside the caller's tree, the whole tree, or all
 * descendants without the caller (Q-RESPARAM).
 */
export const whose = z
  .union([z.literal(['tree', 'below']), whole('Revenda')])
  .default(0)
  .meta({ title: 'Revenda' });

/** Owner as in `whose`, or all lines; for admins only. */
export const whoseOrAll = z
  .union([whose, z.literal('all')])
  .default(0)
  .meta({ title: 'Revenda' });

/** Describes a filter by status, whose «Ativo» is wider than the one of the screens (API-14). */
export const statusNote = (active: string | number): string =>
  `Não olha o vencimento: ${active} também traz linhas vencidas. As que ainda valem: status=${active}&expired=0.`;

/** Deleted lines that can be restored instead of the current ones; for admins only (Q-UNDO). */
export const deletedFilter = described(
  flag('Excluídos').optional(),
  'As excluídas vêm vencidas ou não.',
);

/**
 * Only of a deleted line: time of the deletion and end of the period in which it can be restored.
 */
export const deletionFields = {
  deletedAt: wire('deleted_at_timestamp', timestamp.optional()),
  restorableUntil: wire('restorable_until_timestamp', timestamp.optional()),
};

/** Missing if the customer was not charged in this period. */
export const chargedField = wire('charged_at_timestamp', timestamp.optional());

/** Ticked rows: only these of the filtered ones (Q-EXPORT). */
export const tickedLines = ids('Linhas').optional();

/** How near an expiry is: 0 far, 1 within 7 days, 2 within 1 day (K-19). */
const expiringFilter = whole('Vencimento', 0, 2).optional();

/** From now on, or expired; a date is that calendar day (Q-EXPIRED). */
export const dueFilters = ['expired', 'today', 'tomorrow', '7', 'month'] as const;
export type DueFilter = (typeof dueFilters)[number] | (string & {});

/** Filters by the time of a line; they combine with those by its status. */
export const timeFilters = {
  expiring: expiringFilter,
  /** Expired, or still running. */
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

/** Being watched, or not; it combines with every status (Q-WIRE). */
export const onlineFilter = described(
  flag('Assistindo').optional(),
  'Traz vencidas e não vencidas; combine com expired.',
);

/** Cost of an act for the acting account, in credits; balance null for an admin (Q-CHARGE). */
export const chargeFields = { charged: z.number(), balance: z.number().nullable() };

export const termCredits = decimalAmount('Créditos').refine(
  (hundredths) => termOf(hundredths) !== undefined,
  {
    error: 'O campo Créditos não esta no formato correto.',
  },
);
nullRefused.add(termCredits);

const bounded = z.object({ total: z.int(), exact: z.boolean() });

/**
 * Totals of the status filter, each with its bound (Q-PAGING); «Ativo» and «Teste» count watchable
 * lines.
 */
export const lineCounts = z.object({
  all: bounded,
  online: bounded,
  Ativo: bounded,
  Teste: bounded,
  Desativado: bounded,
});

// Beyond the documents: calls that are the same for the lines of every platform.

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
     * The short link stays and leads to the new password, for a customer who forgot the old one
     * (Q-SHORTLINKPASS).
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

export const undoLineEndOfDay = endpoint({
  name: 'undo-line-end-of-day',
  method: 'POST',
  path: '/api/lines/:id/end-of-day/undo',
  summary: 'Desfaz, em até uma hora, o ajuste do vencimento para 23:59 que a própria conta fez.',
  access: { profiles },
  params: idParam,
  answer: z.object({ message: z.string(), id: z.int(), expDateTimestamp: z.int() }),
  errors: ['line_not_found', 'end_of_day_changed'],
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
      title: z.string(),
      /** Changes, one sentence each. */
      details: z.array(z.string()),
      /** Credits taken by this act; 0 when it was free. */
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
  answer: z.object({ message: z.string(), id: z.int(), whatsapp: z.string().nullable() }),
  errors: ['line_not_found'],
});
