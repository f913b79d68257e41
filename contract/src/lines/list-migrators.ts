/**
 * Imports a customer from a list of another server. The line keeps its user name and password. Its
 * cost depends on the days until the due date. The server parses the address of the list, but never
 * fetches it (Q-MIGURL). Customers of exempt hosts are imported for free, each customer once
 * (Q-EXEMPT, Q-MIGFREE). Source: S-MIGIPTV, S-MIGP2P, V-34 to V-38, M-40 to M-42, Q-MIGNOTE;
 * S-SETTINGS-23, E-65.
 */
import { z } from 'zod';
import { sellers } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { day, id, idParam, regPassword, text, whole } from '../api/fields.ts';
import { pageSchema, pageQuery } from '../api/paging.ts';
import { iptvReceipt } from './iptv-lines.ts';
import { chargeFields } from './lines.ts';
import { readHostFromAddress } from '../rules/host.ts';
import { readListLink } from '../rules/list-link.ts';
import { decimalAmount } from '../rules/money.ts';
import { p2pName } from './line-fields.ts';
import { p2pReceipt } from './p2p-lines.ts';
import { platforms } from '../rules/platforms.ts';
import { MIGRATION_DAYS } from '../rules/terms.ts';
import { readWrittenDate } from '../rules/written-dates.ts';
import { translated, wire } from '../api/translated.ts';

/** Address that the user pasted. `readListAddress` extracts the access data from it. */
const listAddress = text('Link da lista', 2000).superRefine((pasted, ctx) => {
  const { problem } = readListLink(pasted);
  if (problem !== undefined) ctx.addIssue({ code: 'custom', message: problem });
});

/**
 * Day on which the line expires, at 23:59 (V-36, V-38). Accepts yyyy-mm-dd, and all formats of
 * imports in which the day is before the month.
 */
const dueDay = z
  .string()
  .max(60)
  .refine((value) => readWrittenDate(value, 'dmy') !== undefined, {
    error: 'Data de vencimento inválida. Escreva como 2026-12-31 ou 31/12/2026.',
  })
  .meta({ title: 'Vencimento' });

const note = z
  .union([z.literal(''), text('Anotações', 255)])
  .optional()
  .meta({ title: 'Anotações' });

/** Cost that the form showed. The call is rejected if the current cost is higher (Q-MIGFREE). */
const shownCredits = decimalAmount('Custo').optional();

/**
 * Returns true if a user name from another panel can be used here. Spaces at its start or end are
 * not allowed (Q-MIGRATORNAMES).
 */
export function isUsableUsername(username: string): boolean {
  const read = p2pName.safeParse(username);
  return read.success && read.data === username;
}

/**
 * Returns true if a password can be used. Addresses contain passwords, and people type them.
 * Characters that an address changes or that people misread are therefore rejected.
 */
export const isUsablePassword = (password: string): boolean =>
  /^[\p{L}\p{N}._@!$~-]{4,40}$/u.test(password);

const refusals = [
  'package_missing',
  'package_unknown',
  'imported_name_wrong',
  'imported_password_wrong',
  'imported_name_taken',
  'due_date_wrong',
  'cost_changed',
  'insufficient_credits',
  'platform_off',
  'limit_platform',
  'limit_lines',
  'limit_credits_a_day',
  'key_reused',
] as const;

export const migrateIptvList = endpoint({
  name: 'migrate-iptv-list',
  method: 'POST',
  path: '/api/iptv-migrator',
  summary:
    'Traz um cliente de outra lista IPTV com o mesmo usuário e senha; paga-se pelo tempo até o vencimento.',
  access: { profiles: sellers, flag: platforms.iptv.flag },
  keyed: true,
  body: translated({
    url: listAddress,
    /** Id of a ready package. */
    package: whole('Pacote', 0).optional(),
    user: translated({
      /**
       * User name that older clients send. It is ignored, because the address contains the user
       * name (Q-MIGURL).
       */
      username: z.string().max(200).optional(),
      password: z.string().max(200).optional(),
      expDate: dueDay,
      note: wire('nota', note),
    }).meta({ title: 'Vencimento' }),
    /** Note of the line. It is used instead of `user.nota` (Q-MIGNOTE). */
    note: wire('nota', note),
    credits: shownCredits,
    regPassword: regPassword,
  }),
  answer: translated({ ...iptvReceipt, ...chargeFields }),
  errors: [...refusals, 'exemption_used'],
});

export const migrateP2pList = endpoint({
  name: 'migrate-p2p-list',
  method: 'POST',
  path: '/api/p2p-migrator',
  summary:
    'Traz um cliente de outro P2P com o mesmo usuário e senha; paga-se pelo tempo até o vencimento.',
  access: { profiles: sellers, flag: platforms.p2p.flag },
  keyed: true,
  body: translated({
    name: text('Usuário', 100),
    pass: text('Senha', 100),
    productid: id('Pacote').optional(),
    /** Second name of the same field in the specification (Q-PRODFIELD). */
    productId: id('Pacote').optional(),
    note: wire('nota', note),
    endTime: dueDay,
    credits: shownCredits,
    regPassword: regPassword,
  }),
  answer: translated({ ...p2pReceipt, ...chargeFields }),
  errors: refusals,
});

/**
 * Returns the cost of an import. The form shows the cost before the call that imports the customer.
 */
export const verifyIptvList = endpoint({
  name: 'verify-iptv-migrate',
  method: 'POST',
  path: '/api/verify-iptv-migrate',
  summary: 'Diz se a lista é isenta e quantos créditos custa trazê-la até um vencimento.',
  access: { profiles: sellers, flag: platforms.iptv.flag },
  body: z.object({
    url: listAddress,
    expDate: dueDay.optional(),
    /**
     * Ready package of the import. It can be absent, because the package does not change the cost.
     */
    package: whole('Pacote', 0).optional(),
    regPassword: regPassword,
  }),
  answer: z.object({
    exempt: z.boolean(),
    /** Number of days that are free. The value is 0 if the list is not exempt. */
    limitDays: z.int(),
    /** Cost in credits. Null if no due date was sent. */
    credits: z.number().nullable(),
    /** True if the host is exempt but this customer was already imported for free. */
    used: z.boolean(),
    /** True if the host is exempt but the caller has reached the limit of free customers. */
    limitReached: z.boolean(),
    host: z.string(),
    username: z.string(),
  }),
  errors: refusals.filter((code) => code !== 'cost_changed' && code !== 'key_reused'),
});

const exemptionHost = z.object({
  id: z.int(),
  /** Host of the address. Two lists are the same list if they have the same host. */
  url: z.string(),
  limitDays: z.int(),
  /** Maximum number of free customers per reseller (Q-EXEMPTBOUND). */
  customersLimit: z.int(),
  /** Last day of the exemption, yyyy-mm-dd. */
  endsOn: z.iso.date(),
  /** True after the last day of the exemption. Imports from the host then cost credits again. */
  ended: z.boolean(),
  /** Number of lines that were ever imported for free from this host. */
  lines: z.int(),
});
export type ExemptionHost = z.output<typeof exemptionHost>;

/** Default of the maximum number of free customers for an exempt host. */
export const EXEMPT_CUSTOMERS = 50;
export const EXEMPTION_DAYS = 90;

/**
 * Saves an exempt host. On the same path, a body with `links` publishes the lists of the portal
 * (Q-SAVEDNSLINKS). For an existing host the number of days is replaced. Its limit and last day
 * change only if they are sent.
 */
export const saveExemptionHost = endpoint({
  name: 'save-exemption-host',
  method: 'POST',
  path: '/api/save-dns',
  summary:
    'Isenta um DNS até um dia: tantos clientes de cada revenda migram de lá sem créditos por tantos dias.',
  access: { profiles: ['admin'] },
  body: z.object({
    url: text('DNS', 2000).transform((typed, ctx): string => {
      const host = readHostFromAddress(typed);
      if (host !== undefined) return host;
      ctx.addIssue({
        code: 'custom',
        message: 'Informe o endereço do servidor de origem, como painel.exemplo.com',
      });
      return z.NEVER;
    }),
    limitDays: whole('Dias grátis', 1, MIGRATION_DAYS),
    customersLimit: whole('Clientes por revenda', 1, 10_000).optional(),
    /** Last day of the exemption, which cannot be in the past. */
    endsOn: day('Até o dia').optional(),
  }),
  answer: exemptionHost.extend({ message: z.string() }),
  errors: [],
});

export const exemptionSorts = ['url', 'limit_days', 'customers_limit', 'ends_on', 'lines'] as const;

export const listExemptionHosts = endpoint({
  name: 'list-exemption-hosts',
  method: 'GET',
  path: '/api/get-exemption-dns',
  summary: 'Os DNS isentos, por página, com os dias de cada um e quantas linhas vieram de lá.',
  access: { profiles: ['admin'] },
  query: pageQuery(exemptionSorts),
  answer: pageSchema(exemptionHost),
  errors: [],
});

export const deleteExemptionHost = endpoint({
  name: 'delete-exemption-host',
  method: 'DELETE',
  path: '/api/delete-exemption-dns/:id',
  summary: 'Tira a isenção de um DNS; as linhas que já vieram continuam como estão.',
  access: { profiles: ['admin'] },
  params: idParam,
  answer: z.object({ message: z.string(), id: z.int() }),
  errors: ['exemption_not_found'],
});
