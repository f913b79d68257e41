/**
 * Announces lines that expired or will soon expire. An expiry writes no row, so a job searches for
 * these lines.
 */
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { LONG_TIMEOUT } from '../foundation/database.ts';
import type { Job } from '../foundation/jobs.ts';
import { hasOpenAct } from '../undo/undo.ts';

/**
 * Period before now that is searched, so that expiries during an interruption are announced too.
 */
const LOOKS_BACK = '2 days';

const AT_A_TIME = 2_000;

/**
 * Announces each expiry of a line once. An extended line gets a new expiry, which is announced too.
 */
export async function announceExpiries(ctx: AppContext): Promise<number> {
  let announced = 0;
  for (;;) {
    const count = await announceSome(ctx);
    announced += count;
    if (count < AT_A_TIME) return announced;
  }
}

async function announceSome({ db, clock }: AppContext): Promise<number> {
  const now = clock.now();
  return db.tx(
    (tx) =>
      tx.run(sql`
      insert into webhook_messages (endpoint_id, source, type, about, body, created_at)
      select e.id, t.source, t.type,
        coalesce(nullif(l.note, ''), l.username),
        json_build_object('type', t.type, 'timestamp', webhook_time(${now}), 'data', jsonb_build_object(
          'account', jsonb_build_object('id', o.id, 'username', o.username),
          'line', webhook_line(l, o.username),
          'days', greatest(0, ceil(extract(epoch from l.expires_at - ${now}::timestamptz) / 86400)::int)))::text,
        ${now}
      from webhook_endpoints e
        join accounts o on o.ancestors @> array[e.account_id]
        join lines l on l.owner_id = o.id and l.deleted_at is null and l.is_on
          and l.expires_at > greatest(e.created_at, ${now}::timestamptz - ${LOOKS_BACK}::interval)
          and l.expires_at <= ${now}::timestamptz + make_interval(days => e.expiring_days)
        cross join lateral (
          select type, type || ':' || l.id || ':' || floor(extract(epoch from l.expires_at)) as source
          from (select case when l.expires_at <= ${now} then 'line.expired' else 'line.expiring' end as type) kind) t
      where e.off_at is null and t.type = any(e.events) and not ${hasOpenAct(sql`l.id`, now)}
        and not exists (select from webhook_messages m where m.endpoint_id = e.id and m.source = t.source)
      order by l.expires_at limit ${AT_A_TIME}
      on conflict do nothing`),
    LONG_TIMEOUT,
  );
}

export const announceExpiriesJob: Job = {
  name: 'announce-expiries',
  schedule: '*/5 * * * *',
  work: async (ctx) => void (await announceExpiries(ctx)),
};
