/**
 * Hosts whose lists migrate without credits, managed by admins (Q-EXEMPT). Hosts are compared whole
 * and in lower case, so that exempting one exempts no neighbour; the port is left out, because one
 * panel answers on many. A host is named, not proved: nothing is fetched (Q-MIGURL), so an exemption
 * trusts every reseller for as many days.
 */
import { createHash } from 'node:crypto';
import { refuse } from '@ramal/contract/api/errors';
import type { Page } from '@ramal/contract/api/paging';
import {
  type ExemptionHost,
  type ListAddress,
  type exemptionSorts,
  readHost,
} from '@ramal/contract/lines/list-migrators';
import sql, { type Sql, raw } from 'sql-template-tag';
import { insertEventCte } from '../../events/events.ts';
import type { Caller } from '../../foundation/caller.ts';
import type { Reader } from '../../foundation/database.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { containsFolded } from '../../foundation/like.ts';
import { type PageQuery, boundedTotal, limitOffset, pageOf } from '../../foundation/pages.ts';

/** The customer that a list names. */
export type Customer = Pick<ListAddress, 'host' | 'username'>;

export interface Exemption {
  /** Days this customer is imported for free; 0 without an exemption. */
  readonly freeDays: number;
  /** The host is exempt, and this customer was imported for free before. */
  readonly used: boolean;
}

const NO_EXEMPTION: Exemption = { freeDays: 0, used: false };

export async function readExemption(
  reader: Reader,
  customer: Customer | undefined,
): Promise<Exemption> {
  if (!customer) return NO_EXEMPTION;
  const host = await reader.first<{ limitDays: number; used: boolean }>(sql`
    select limit_days as "limitDays", exists (
      select from exempt_customers c where c.host = h.host and c.customer = ${digest(customer)}
    ) as used
    from exemption_hosts h where host = ${customer.host}`);
  if (!host) return NO_EXEMPTION;
  return host.used ? { freeDays: 0, used: true } : { freeDays: host.limitDays, used: false };
}

/** The exemptions of customers imported one after another in a preview: what is left for each of them. */
export interface ExemptionRow extends Pick<Exemption, 'freeDays'> {
  /** Marks the customer as imported for free. */
  readonly use: () => void;
}

/** The same for many customers at once, for a file. */
export async function readExemptions(
  reader: Reader,
  customers: readonly { readonly host: string | undefined; readonly username: string }[],
): Promise<(customer: (typeof customers)[number]) => ExemptionRow> {
  const named = customers.filter((one): one is Customer => one.host !== undefined);
  const hosts = await reader.many<{ host: string; limitDays: number }>(sql`
    select host, limit_days as "limitDays" from exemption_hosts
    where host = any(${[...new Set(named.map(({ host }) => host))]}::text[])`);
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
    return { freeDays: used.has(mark) ? 0 : days.get(host)!, use: () => void used.add(mark) };
  };
}

/** CTE: the customer is imported for free, and never again. */
export const redeemExemptionCte = (customer: Customer, lineId: number): Sql => sql`
  insert into exempt_customers (host, customer, line_id)
  values (${customer.host}, ${digest(customer)}, ${lineId})`;

/** Names that differ in case alone are one: a capital letter frees no customer again. */
const digest = ({ host, username }: Customer): Buffer =>
  createHash('sha256').update(`${host}\n${username.toLowerCase()}`).digest();

/** Columns of an exempt host, as the contract names them. */
const columns = sql`h.id, h.host as url, h.limit_days,
  (select count(*) from exempt_customers c where c.host = h.host)::int as lines`;

export interface ListExemptionsQuery extends PageQuery {
  readonly search?: string | undefined;
  readonly sort: (typeof exemptionSorts)[number];
  readonly dir: 'asc' | 'desc';
}

export async function listExemptions(
  reader: Reader,
  query: ListExemptionsQuery,
): Promise<Page<ExemptionHost>> {
  const matches =
    query.search === undefined ? sql`true` : sql`h.host like ${containsFolded(query.search)}`;
  const hosts = sql`select ${columns} from exemption_hosts h where ${matches}`;
  const total = await boundedTotal(reader, hosts);
  const { limit, offset } = limitOffset(query, { ...total, exact: false });
  const direction = raw(query.dir);
  const rows = await reader.many<ExemptionHost>(sql`
    select * from (${hosts}) hosts order by ${raw(query.sort)} ${direction}, url ${direction}
    limit ${limit} offset ${offset}`);
  return pageOf(query, total, rows);
}

export interface SaveExemptionInput {
  /** A URL, or a host alone. */
  readonly url: string;
  readonly limit_days: number;
}

export async function saveExemption(
  ctx: AppContext,
  caller: Caller,
  { url, limit_days: limitDays }: SaveExemptionInput,
): Promise<ExemptionHost> {
  const host = readHost(url) ?? refuse('invalid_fields');
  return ctx.db.tx(async (tx) => {
    const before = await tx.first<{ limitDays: number }>(
      sql`select limit_days as "limitDays" from exemption_hosts where host = ${host} for update`,
    );
    await tx.run(sql`
      insert into exemption_hosts (host, limit_days) values (${host}, ${limitDays})
      on conflict on constraint exemption_hosts_key do update set limit_days = excluded.limit_days`);
    await tx.run(
      insertEventCte(caller.requestMeta, {
        kind: 'exemption-saved',
        actorId: caller.actor.id,
        accountId: caller.actor.id,
        ...(before ? { before: { host, ...before } } : {}),
        after: { host, limitDays },
      }),
    );
    return (await tx.first<ExemptionHost>(
      sql`select ${columns} from exemption_hosts h where h.host = ${host}`,
    ))!;
  });
}

/**
 * Customers imported for free from it stay known: a host that is added again frees none of them
 * again.
 */
export async function deleteExemption(
  ctx: AppContext,
  caller: Caller,
  id: number,
): Promise<number> {
  return ctx.db.tx(async (tx) => {
    const gone =
      (await tx.first<{ host: string; limitDays: number }>(
        sql`delete from exemption_hosts where id = ${id} returning host, limit_days as "limitDays"`,
      )) ?? refuse('exemption_not_found');
    await tx.run(
      insertEventCte(caller.requestMeta, {
        kind: 'exemption-deleted',
        actorId: caller.actor.id,
        accountId: caller.actor.id,
        before: gone,
      }),
    );
    return id;
  });
}
