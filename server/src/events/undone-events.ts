/**
 * Events of acts that were undone. Both the event of the act and its counter-event stay in the
 * history; counts skip them.
 */
import sql, { type Sql, raw } from 'sql-template-tag';
import type { RequestMeta } from '../foundation/caller.ts';

/** SQL condition on the columns of `events`: the act of the event was not undone. */
export const isNotUndone = (alias = 'events'): Sql =>
  sql`not exists (select from undone_events undone where undone.event_id = ${raw(alias)}.id)`;

/** SQL condition on the columns of `entries`: the charge of the entry was not undone. */
export const isEntryNotUndone: Sql = sql`
  not exists (select from undone_events undone where undone.entry_id = entries.id)`;

interface UndoneEvent {
  readonly eventId: number;
  readonly entryId: number | null;
}

/** CTE: marks the events, and the entries that their acts charged, as undone. */
export const markUndoneCte = (undone: readonly UndoneEvent[], at: Date): Sql => sql`
  insert into undone_events (event_id, entry_id, at)
  select event_id, entry_id, ${at} from unnest(${undone.map(({ eventId }) => eventId)}::bigint[],
    ${undone.map(({ entryId }) => entryId)}::bigint[]) u (event_id, entry_id)`;

/**
 * CTE: inserts an event for each undone event, with its values exchanged. The amount is left out,
 * because a counter-event charges nothing.
 */
export const insertCounterEventCte = (
  { ip, requestId, at }: Pick<RequestMeta, 'requestId' | 'at'> & { readonly ip: string | null },
  actorId: number,
  undone: readonly Pick<UndoneEvent, 'eventId'>[],
): Sql => sql`
  insert into events (at, kind, actor_id, account_id, line_id, before, after, address, request, source)
  select coalesce(${at ?? null}::timestamptz, now()), 'line-change-undone', ${actorId}, e.account_id, e.line_id,
    e.after - 'hundredths', coalesce(e.before, '{}') || jsonb_build_object('undone', e.kind),
    ${ip}::inet, ${requestId}, e.source
  from events e where e.id = any(${undone.map(({ eventId }) => eventId)}::bigint[]) order by e.id`;
