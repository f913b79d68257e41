/**
 * Hosts whose lists migrate without credits, kept by admins (Q-EXEMPT). Hosts are compared whole and in
 * lower case, so that exempting one says nothing of its neighbours; the port is left out, because one
 * panel answers on many and its lists name now this, now that one. A host can only be named, not proved:
 * nothing is fetched (Q-MIGURL), so an exemption trusts every reseller for as many days.
 */
import { createHash } from 'node:crypto';
import { refuse } from '@ramal/contract/errors';
import { type ExemptionHost, type ListAddress, readHost } from '@ramal/contract/list-migrators';
import sql, { type Sql } from 'sql-template-tag';
import { insertEventCte } from '../../events/events.ts';
import type { Caller } from '../../foundation/caller.ts';
import type { Reader } from '../../foundation/database.ts';
import type { AppContext } from '../../foundation/app-context.ts';

/** Who a list says it is for. */
export type Customer = Pick<ListAddress, 'host' | 'username'>;

export interface Exemption {
  /** Days this customer comes free for; 0 where none. */
  readonly freeDays: number;
  /** The host is exempt, and this customer came free before. */
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

/** Of one customer after another who are all thought to be brought: what is left for each when it comes. */
export interface ExemptionRow extends Pick<Exemption, 'freeDays'> {
  /** It came: from now on it came free before. */
  readonly use: () => void;
}

/** The same of many at once, for a file of them. */
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
  // A digest holds the host too.
  const used = new Set(before.map(({ customer }) => customer.toString('hex')));
  return ({ host, username }) => {
    if (host === undefined || !days.has(host)) return { freeDays: 0, use: () => undefined };
    const mark = digest({ host, username }).toString('hex');
    return { freeDays: used.has(mark) ? 0 : days.get(host)!, use: () => void used.add(mark) };
  };
}

/** Part: this customer comes free, and never again. */
export const redeemExemptionCte = (customer: Customer, lineId: number): Sql => sql`
  insert into exempt_customers (host, customer, line_id)
  values (${customer.host}, ${digest(customer)}, ${lineId})`;

/** Names that differ in case alone are one: nobody is free again for a capital letter. */
const digest = ({ host, username }: Customer): Buffer =>
  createHash('sha256').update(`${host}\n${username.toLowerCase()}`).digest();

const columns = sql`h.id, h.host as url, h.limit_days,
  (select count(*) from exempt_customers c where c.host = h.host)::int as lines`;

export const listExemptions = (reader: Reader): Promise<ExemptionHost[]> =>
  reader.many<ExemptionHost>(sql`select ${columns} from exemption_hosts h order by h.host`);

export interface SaveExemptionInput {
  /** An address, or a host alone. */
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

/** Who came free from it stays known: put back, the host frees no customer again. */
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
