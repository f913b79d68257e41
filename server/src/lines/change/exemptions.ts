/**
 * Exempt hosts, whose customers are imported without credits (Q-EXEMPT). Admins manage them. Hosts
 * are compared as a whole and in lower case, so that an exemption does not apply to a similar host.
 * The port is ignored, because one panel uses several ports. The reseller enters the host, and the
 * server does not verify it by fetching the list (Q-MIGURL). Every reseller can therefore use an
 * exemption, which is limited in days, customers and end date (Q-EXEMPTBOUND).
 */
import { createHash } from 'node:crypto';
import { refuse } from '@ramal/contract/api/errors';
import type { Page } from '@ramal/contract/api/paging';
import {
  EXEMPTION_DAYS,
  EXEMPT_CUSTOMERS,
  type ExemptionHost,
  type exemptionSorts,
} from '@ramal/contract/lines/list-migrators';
import type { ListAddress } from '@ramal/contract/rules/list-link';
import sql, { type Sql, raw } from 'sql-template-tag';
import { recordEvent } from '../../events/events.ts';
import type { Actor, Caller } from '../../foundation/caller.ts';
import { addDays, localDay } from '../../foundation/clock.ts';
import type { Reader } from '../../foundation/database.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { containsFolded } from '../../foundation/like.ts';
import { type PageQuery, boundedTotal, limitOffset, toPageAnswer } from '../../foundation/pages.ts';

/** The customer in the URL of a list. */
export type Customer = Pick<ListAddress, 'host' | 'username'>;

interface Exemption {
  /** Days for which this customer is imported for free; 0 without an exemption. */
  readonly freeDays: number;
  /** True if the host is exempt and this customer was imported for free before. */
  readonly used: boolean;
  /** True if the host is exempt but the account has reached its limit of free customers. */
  readonly isFull: boolean;
}

const NO_EXEMPTION: Exemption = { freeDays: 0, used: false, isFull: false };

/** Account that imports, and the day of the import. */
interface Importer {
  readonly accountId: number;
  readonly today: string;
}

export const toImporter = ({ clock }: Pick<AppContext, 'clock'>, actor: Actor): Importer => ({
  accountId: actor.id,
  today: localDay(clock.now(), clock.timeZone),
});

/**
 * Returns the exemption of a customer. The caller must have locked the account's wallet. Otherwise
 * simultaneous imports could exceed the limit of free customers.
 */
export async function readExemption(
  reader: Reader,
  { accountId, today }: Importer,
  customer: Customer | undefined,
): Promise<Exemption> {
  if (!customer) return NO_EXEMPTION;
  const host = await reader.first<{ limitDays: number; used: boolean; isFull: boolean }>(sql`
    select limit_days, exists (
      select from exempt_customers c where c.host = h.host and c.customer = ${digest(customer)}
    ) as used, ${freeCustomers(accountId)} >= customers_limit as is_full
    from exemption_hosts h where host = ${customer.host} and ends_on >= ${today}`);
  if (!host) return NO_EXEMPTION;
  const { limitDays, used, isFull } = host;
  return { freeDays: used || isFull ? 0 : limitDays, used, isFull: isFull && !used };
}

/**
 * Column of `exemption_hosts h`: number of customers that an account has imported from the host for
 * free.
 */
const freeCustomers = (accountId: number): Sql => sql`
  (select count(*) from exempt_customers c where c.account_id = ${accountId} and c.host = h.host)`;

/**
 * Exemption of one customer in a preview. It takes account of the earlier customers of the preview.
 */
interface ExemptionRow extends Pick<Exemption, 'freeDays'> {
  readonly use: () => void;
}

/**
 * Reads the exemptions of many customers of a file. The returned function gives the remaining
 * exemption of a customer.
 */
export async function readExemptions(
  reader: Reader,
  { accountId, today }: Importer,
  customers: readonly { readonly host: string | undefined; readonly username: string }[],
): Promise<(customer: (typeof customers)[number]) => ExemptionRow> {
  const named = customers.filter((customer): customer is Customer => customer.host !== undefined);
  const hosts = await reader.many<{ host: string; limitDays: number; left: number }>(sql`
    select host, limit_days, customers_limit - ${freeCustomers(accountId)} as left
    from exemption_hosts h
    where host = any(${[...new Set(named.map(({ host }) => host))]}::text[]) and ends_on >= ${today}`);
  const left = new Map(hosts.map((host) => [host.host, host.left]));
  const days = new Map(hosts.map(({ host, limitDays }) => [host, limitDays]));
  const exempt = named.filter(({ host }) => days.has(host));
  const before = await reader.many<{ host: string; customer: Buffer }>(sql`
    select c.host, c.customer from exempt_customers c
    join unnest(${exempt.map(({ host }) => host)}::text[], ${exempt.map(digest)}::bytea[]) as asked (host, customer)
      on asked.host = c.host and asked.customer = c.customer`);
  // The digest includes the host too.
  const used = new Set(before.map(({ customer }) => customer.toString('hex')));
  return ({ host, username }) => {
    if (host === undefined || !days.has(host)) return { freeDays: 0, use: () => undefined };
    const mark = digest({ host, username }).toString('hex');
    if (used.has(mark) || left.get(host)! <= 0) return { freeDays: 0, use: () => undefined };
    const use = () => {
      used.add(mark);
      left.set(host, left.get(host)! - 1);
    };
    return { freeDays: days.get(host)!, use };
  };
}

/** CTE: stores that the customer was imported for free, which is possible only once. */
export const redeemExemptionCte = (
  customer: Customer,
  lineId: number,
  accountId: number,
): Sql => sql`
  insert into exempt_customers (host, customer, line_id, account_id)
  values (${customer.host}, ${digest(customer)}, ${lineId}, ${accountId})`;

/**
 * Digest of a customer. Names that differ only in case are equal, so that a capital letter does not
 * give a second exemption.
 */
const digest = ({ host, username }: Customer): Buffer =>
  createHash('sha256').update(`${host}\n${username.toLowerCase()}`).digest();

/** Columns of an exempt host with the names of the contract. */
const columns = (today: string): Sql => sql`h.id, h.host as url, h.limit_days, h.customers_limit,
  h.ends_on::text as ends_on, h.ends_on < ${today} as ended,
  (select count(*) from exempt_customers c where c.host = h.host)::int as lines`;

interface ListExemptionsQuery extends PageQuery {
  readonly search?: string | undefined;
  readonly sort: (typeof exemptionSorts)[number];
  readonly dir: 'asc' | 'desc';
}

export async function listExemptions(
  { db: reader, clock }: AppContext,
  query: ListExemptionsQuery,
): Promise<Page<ExemptionHost>> {
  const matches =
    query.search === undefined ? sql`true` : sql`h.host like ${containsFolded(query.search)}`;
  const hosts = sql`select ${columns(localDay(clock.now(), clock.timeZone))} from exemption_hosts h where ${matches}`;
  const total = await boundedTotal(reader, hosts);
  const { limit, offset } = limitOffset(query, { ...total, exact: false });
  const direction = raw(query.dir);
  const rows = await reader.many<ExemptionHost>(sql`
    select * from (${hosts}) hosts order by ${raw(query.sort)} ${direction}, url ${direction}
    limit ${limit} offset ${offset}`);
  return toPageAnswer(query, total, rows);
}

interface SaveExemptionInput {
  /** Exempt host, as a URL or as a host name. */
  readonly url: string;
  readonly limitDays: number;
  readonly customersLimit?: number | undefined;
  readonly endsOn?: string | undefined;
}

/** Values of a host that events contain. */
interface Bounds {
  readonly limitDays: number;
  readonly customersLimit: number;
  readonly endsOn: string;
}

const bounds = sql`limit_days, customers_limit, ends_on::text as ends_on`;

export async function saveExemption(
  { db, clock }: AppContext,
  caller: Caller,
  input: SaveExemptionInput,
): Promise<ExemptionHost> {
  const host = input.url;
  const today = localDay(clock.now(), clock.timeZone);
  if (input.endsOn !== undefined && input.endsOn < today)
    refuse('invalid_fields', { fields: { endsOn: 'Escolha um dia de hoje em diante.' } });
  return db.tx(async (tx) => {
    const before = await tx.first<Bounds>(
      sql`select ${bounds} from exemption_hosts where host = ${host} for update`,
    );
    const after: Bounds = {
      limitDays: input.limitDays,
      customersLimit: input.customersLimit ?? before?.customersLimit ?? EXEMPT_CUSTOMERS,
      endsOn: input.endsOn ?? before?.endsOn ?? addDays(today, EXEMPTION_DAYS),
    };
    await tx.run(sql`
      insert into exemption_hosts (host, limit_days, customers_limit, ends_on)
      values (${host}, ${after.limitDays}, ${after.customersLimit}, ${after.endsOn})
      on conflict on constraint exemption_hosts_key do update set limit_days = excluded.limit_days,
        customers_limit = excluded.customers_limit, ends_on = excluded.ends_on`);
    await recordEvent(tx, caller.requestMeta, {
      kind: 'exemption-saved',
      actorId: caller.actor.id,
      ...(before ? { before: { host, ...before } } : {}),
      after: { host, ...after },
    });
    return (await tx.first<ExemptionHost>(
      sql`select ${columns(today)} from exemption_hosts h where h.host = ${host}`,
    ))!;
  });
}

/**
 * Deletes an exempt host. The customers that were imported for free remain recorded. If the host is
 * added again, they are not free a second time.
 */
export async function deleteExemption(
  ctx: AppContext,
  caller: Caller,
  id: number,
): Promise<number> {
  return ctx.db.tx(async (tx) => {
    const gone =
      (await tx.first<Bounds & { host: string }>(
        sql`delete from exemption_hosts where id = ${id} returning host, ${bounds}`,
      )) ?? refuse('exemption_not_found');
    await recordEvent(tx, caller.requestMeta, {
      kind: 'exemption-deleted',
      actorId: caller.actor.id,
      before: { ...gone },
    });
    return id;
  });
}
