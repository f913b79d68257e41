/**
 * Health of one hostname: results by hour and day, changes, and the probe agents that can reach it.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { getHostnameHealth as declaration } from '@ramal/contract/operations/hostnames';
import sql from 'sql-template-tag';
import { plainSentence } from '../activity-log/activity-log.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Actor } from '../foundation/caller.ts';
import { formatDate, unixSeconds } from '../foundation/clock.ts';
import { readDays, readHours, readAgentResults } from '../reachability/reachability.ts';
import { HOSTNAME_KIND, isSharedWith } from './hostnames.sql.ts';
import { isManagedBy } from './list-hostnames.ts';

const MAX_CHANGES = 50;

/**
 * Reads the health of a hostname. The owner, admins and the accounts with which the hostname is
 * shared have access.
 */
export async function readHostnameHealth(
  { db, clock }: AppContext,
  actor: Actor,
  id: number,
): Promise<HandlerResult<typeof declaration>> {
  const hostname = await db.first<{ name: string; certificateEndsAt: Date | null }>(sql`
    select h.name, t.certificate_ends_at
    from hostnames h left join probed_targets t on t.kind = ${HOSTNAME_KIND} and t.target_id = h.id
    where h.id = ${id} and h.removed_at is null and (${isManagedBy(actor)} or (${isSharedWith(actor.id)}))`);
  if (!hostname) return refuse('hostname_not_found');
  const now = clock.now();
  const [hours, days, places, changes] = await Promise.all([
    readHours(db, HOSTNAME_KIND, [id], now),
    readDays(db, HOSTNAME_KIND, id, now),
    readAgentResults(db, HOSTNAME_KIND, id),
    db.many<{ at: Date; kind: string; before: null; after: Record<string, unknown> }>(sql`
      select at, kind, before, after - 'name' as after from events
      where source = 4 and at > ${now}::timestamptz - interval '90 days' and after->>'name' = ${hostname.name}
        and kind in ('hostname-fell', 'hostname-returned', 'hostname-blocked', 'hostname-unblocked',
          'dns-record-foreign', 'dns-record-written', 'dns-record-taken-over')
      order by id desc limit ${MAX_CHANGES}`),
  ]);
  const { certificateEndsAt, name } = hostname;
  return {
    dns: name,
    hours: hours.get(id)!,
    ...days,
    certificateEndsFormatted: certificateEndsAt && formatDate(certificateEndsAt, clock.timeZone),
    places: places.map(({ at, answerMs, ...place }) => ({
      ...place,
      answerMs,
      atTimestamp: unixSeconds(at),
    })),
    changes: changes.map(({ at, ...event }) => ({
      atTimestamp: unixSeconds(at),
      description: plainSentence(event, clock.timeZone),
    })),
  };
}
