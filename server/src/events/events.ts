/**
 * Stores all events in an append-only table. The module that makes a change records its event in
 * the same statement. Events contain no secrets: no passwords, codes or tokens.
 */
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import sql, { type Sql } from 'sql-template-tag';
import type { RequestMeta } from '../foundation/caller.ts';
import type { Tx } from '../foundation/database.ts';

export { isInGroup } from './line-groups.ts';
export {
  insertCounterEventCte,
  isEntryNotUndone,
  isNotUndone,
  markUndoneCte,
} from './undone-events.ts';

export interface NewEvent {
  /** Name of the event: the object and a verb in the past tense, for example `line-extended`. */
  readonly kind: string;
  readonly actorId: number | null;
  /** Owner of the object. Undefined means the actor, and null means that no account owns it. */
  readonly accountId?: number | null;
  readonly lineId?: number;
  /**
   * Platform of a line that the same statement creates. The statement cannot read the row of that
   * line yet.
   */
  readonly platform?: PlatformKey;
  readonly before?: Record<string, unknown>;
  readonly after?: Record<string, unknown>;
}

/** Origin of an event. `ip` is null if readers of the event may not see the address. */
export interface EventOrigin extends Pick<RequestMeta, 'requestId' | 'at' | 'apiKey'> {
  readonly ip: string | null;
}

export const insertEventCte = (requestMeta: EventOrigin, what: NewEvent): Sql => sql`
  insert into events (at, kind, actor_id, account_id, line_id, before, after, address, request, source, api_key_id)
  values (${momentOf(requestMeta)}, ${what.kind}, ${what.actorId}, ${ownerOf(what)}, ${what.lineId ?? null},
    ${json(what.before)}::jsonb, ${json(what.after)}::jsonb, ${requestMeta.ip}::inet, ${requestMeta.requestId}, ${sourceOf(what)}, ${keyOf(requestMeta)})`;

const ownerOf = ({ actorId, accountId = actorId }: NewEvent): number | null => accountId;

export const recordEvent = (tx: Tx, requestMeta: EventOrigin, what: NewEvent): Promise<number> =>
  tx.run(insertEventCte(requestMeta, what));

const momentOf = ({ at }: EventOrigin): Sql => sql`coalesce(${at ?? null}::timestamptz, now())`;

const keyOf = ({ apiKey }: EventOrigin): Sql => sql`${apiKey?.id ?? null}::bigint`;

/**
 * SQL: number of the event's category in the log (K-43). The category is the platform of the line,
 * hostnames, or credits if the event contains an amount. 0 without a category.
 */
function sourceOf({ kind, lineId, platform, before, after }: NewEvent): Sql {
  if (/^(hostname|dns-record)-/.test(kind)) return sql`4::smallint`;
  if (platform) return sql`${platform === 'iptv' ? 1 : 2}::smallint`;
  if (lineId === undefined)
    return sql`${after?.hundredths || before?.hundredths || after?.credits ? 10 : 0}::smallint`;
  return sql`coalesce((select case platform when 'iptv' then 1 else 2 end from lines where id = ${lineId}), 0)::smallint`;
}

/** CTE: inserts the same event for each of these accounts. */
export const insertEventsCte = (
  requestMeta: RequestMeta,
  accountIds: readonly number[],
  what: Omit<NewEvent, 'accountId' | 'lineId'>,
): Sql => sql`
  insert into events (at, kind, actor_id, account_id, before, after, address, request, source, api_key_id)
  select ${momentOf(requestMeta)}, ${what.kind}, ${what.actorId}, id, ${json(what.before)}::jsonb, ${json(what.after)}::jsonb,
    ${requestMeta.ip}::inet, ${requestMeta.requestId}, ${sourceOf(what)}, ${keyOf(requestMeta)}
  from unnest(${accountIds}::bigint[]) as id`;

/**
 * CTE: inserts the same event for each row of another CTE. Each row contains `id`, `owner_id` and
 * `platform` of a line, and `before` as jsonb.
 */
export const insertLineEventsCte = (
  requestMeta: RequestMeta,
  lines: Sql,
  what: Pick<NewEvent, 'kind' | 'actorId' | 'after'>,
): Sql => sql`
  insert into events (at, kind, actor_id, account_id, line_id, before, after, address, request, source, api_key_id)
  select ${momentOf(requestMeta)}, ${what.kind}, ${what.actorId}, owner_id, id, before, ${json(what.after)}::jsonb,
    ${requestMeta.ip}::inet, ${requestMeta.requestId}, (case platform when 'iptv' then 1 else 2 end)::smallint, ${keyOf(requestMeta)}
  from ${lines}`;

/**
 * CTE: inserts an event for each row of a query. Each row contains `account_id`, and `before` and
 * `after` as jsonb.
 */
export const insertRowEventsCte = (
  requestMeta: RequestMeta,
  rows: Sql,
  what: Pick<NewEvent, 'kind' | 'actorId'>,
): Sql => sql`
  insert into events (at, kind, actor_id, account_id, before, after, address, request, api_key_id)
  select ${momentOf(requestMeta)}, ${what.kind}, ${what.actorId}, account_id, before, after,
    ${requestMeta.ip}::inet, ${requestMeta.requestId}, ${keyOf(requestMeta)}
  from ${rows}`;

/**
 * Erases personal values (names, numbers and notes) in the events of these lines. The events
 * themselves stay (Q-RETENTION).
 */
export const eraseEventsOfLines = (tx: Tx, lines: Sql): Promise<void> =>
  erase(tx, sql`line_id in (${lines})`);

/**
 * Erases personal values in the events of these accounts that concern no line. Also erases the
 * names of the accounts in the events of other accounts.
 */
export async function eraseEventsOfAccounts(
  tx: Tx,
  accounts: readonly { readonly id: number; readonly username: string }[],
): Promise<void> {
  const ids = accounts.map(({ id }) => id);
  const names = accounts.map(({ username }) => username);
  await erase(tx, sql`account_id = any(${ids}::bigint[]) and line_id is null`);
  const named = (data: Sql): Sql =>
    sql`coalesce(array[${data} ->> 'owner', ${data} ->> 'with', ${data} ->> 'network'] && ${names}::text[], false)`;
  const withoutNames = (data: Sql): Sql =>
    sql`case when ${named(data)} then ${data} - '{owner,with,network}'::text[] else ${data} end`;
  await whileErasing(
    tx,
    sql`
      update events set before = ${withoutNames(sql`before`)}, after = ${withoutNames(sql`after`)}
      where kind in ('reseller-moved', 'reseller-deleted', 'account-blocked', 'account-unblocked')
        and (${named(sql`before`)} or ${named(sql`after`)})`,
  );
}

const erase = (tx: Tx, which: Sql): Promise<void> =>
  whileErasing(
    tx,
    sql`
      update events
      set before = before - events_personal_keys(), after = after - events_personal_keys()
      where ${which} and (before ?| events_personal_keys() or after ?| events_personal_keys())`,
  );

/**
 * Runs an update of events. Sets the flag that allows updates of the table in this transaction only
 * (migration 0036).
 */
async function whileErasing(tx: Tx, update: Sql): Promise<void> {
  await tx.run(sql`select set_config('ramal.erasing', 'on', true)`);
  await tx.run(update);
  await tx.run(sql`select set_config('ramal.erasing', '', true)`);
}

const json = (value: Record<string, unknown> | undefined): string | null =>
  value === undefined ? null : JSON.stringify(value);
