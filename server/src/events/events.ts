/**
 * Everything that happened, append-only. The room that changes something records it in the same
 * statement; secrets never come here: no passwords, no codes, no tokens.
 */
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import sql, { type Sql } from 'sql-template-tag';
import type { RequestMeta } from '../foundation/caller.ts';

export interface NewEvent {
  /** Verb in the past, with its object: `line-extended`. */
  readonly kind: string;
  readonly actorId: number | null;
  /** Whose business it is: owner of the object. */
  readonly accountId: number | null;
  readonly lineId?: number;
  /** Of a line made in the same statement, which is not there yet; other lines are looked up. */
  readonly platform?: PlatformKey;
  readonly before?: Record<string, unknown>;
  readonly after?: Record<string, unknown>;
}

/** From where an event came; without an address where the event's readers may not know it. */
export interface EventOrigin extends Pick<RequestMeta, 'requestId' | 'at'> {
  readonly ip: string | null;
}

/** Part: one event. */
export const insertEventCte = (requestMeta: EventOrigin, what: NewEvent): Sql => sql`
  insert into events (at, kind, actor_id, account_id, line_id, before, after, address, request, source)
  values (${momentOf(requestMeta)}, ${what.kind}, ${what.actorId}, ${what.accountId}, ${what.lineId ?? null},
    ${json(what.before)}::jsonb, ${json(what.after)}::jsonb, ${requestMeta.ip}::inet, ${requestMeta.requestId}, ${sourceOf(what)})`;

const momentOf = ({ at }: EventOrigin): Sql => sql`coalesce(${at ?? null}::timestamptz, now())`;

/** What the log files it under (K-43): the line's platform, credits where an amount is told, or none of them. */
function sourceOf({ lineId, platform, before, after }: NewEvent): Sql {
  if (platform) return sql`${platform === 'iptv' ? 1 : 2}::smallint`;
  if (lineId === undefined)
    return sql`${after?.hundredths || before?.hundredths || after?.credits ? 10 : 0}::smallint`;
  return sql`coalesce((select case platform when 'iptv' then 1 else 2 end from lines where id = ${lineId}), 0)::smallint`;
}

/** Part: the same event for each of these accounts. */
export const insertEventsCte = (
  requestMeta: RequestMeta,
  accountIds: readonly number[],
  what: Omit<NewEvent, 'accountId' | 'lineId'>,
): Sql => sql`
  insert into events (at, kind, actor_id, account_id, before, after, address, request, source)
  select ${momentOf(requestMeta)}, ${what.kind}, ${what.actorId}, id, ${json(what.before)}::jsonb, ${json(what.after)}::jsonb,
    ${requestMeta.ip}::inet, ${requestMeta.requestId}, ${sourceOf({ ...what, accountId: null })}
  from unnest(${accountIds}::bigint[]) as id`;

/** Part: the same event for each row of another part, which has `id`, `owner_id` and `platform` of a line and `before`, a jsonb. */
export const insertLineEventsCte = (
  requestMeta: RequestMeta,
  lines: Sql,
  what: Pick<NewEvent, 'kind' | 'actorId' | 'after'>,
): Sql => sql`
  insert into events (at, kind, actor_id, account_id, line_id, before, after, address, request, source)
  select ${momentOf(requestMeta)}, ${what.kind}, ${what.actorId}, owner_id, id, before, ${json(what.after)}::jsonb,
    ${requestMeta.ip}::inet, ${requestMeta.requestId}, (case platform when 'iptv' then 1 else 2 end)::smallint
  from ${lines}`;

/** Who did what stays; from where is forgotten (Q-RETENTION). The table lets nothing else be changed. */
export const eraseIpsCte = (before: Date): Sql =>
  sql`update events set address = null where at < ${before} and address is not null`;

const json = (value: Record<string, unknown> | undefined): string | null =>
  value === undefined ? null : JSON.stringify(value);
