/**
 * Checks every minute the sources that failed, until they have recovered. Returns channels to their
 * earlier sources, and notifies the admins of channels whose sources all fail.
 */
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Tx } from '../../foundation/database.ts';
import type { Job } from '../../foundation/jobs.ts';
import { notify } from '../../notices/notices.ts';
import { PROOFS_NEEDED, lockStreams } from './channel-sources.sql.ts';
import { checkPage, type SourceRow } from './check-sources.ts';
import { switchSources } from './store-measures.ts';

/** Sources in one run, so that it ends within the minute. */
const PAGE = 100;
/** A source is checked every minute for this long after it failed, then every ten minutes. */
const OFTEN_FOR_MS = 10 * MINUTE_MS;
const OFTEN_MS = 50_000;
const SELDOM_MS = 10 * MINUTE_MS;
/** A channel counts as lost only after all its sources have failed for this long. */
const CONFIRMED_MS = 30_000;
const NAMES_IN_NOTICE = 3;

export async function checkFailedSources(ctx: AppContext): Promise<{ lost: number }> {
  const now = ctx.clock.now();
  const rows = await ctx.db.many<SourceRow>(failedSources(now));
  if (rows.length > 0) await checkPage(ctx, rows);
  return ctx.db.tx(async (tx) => {
    const due = await tx.many<{ id: number }>(awayFromFirst);
    const ids = due.map(({ id }) => id);
    if (ids.length > 0) {
      await tx.run(lockStreams(ids));
      await switchSources(tx, ids, now);
    }
    await tx.run(forgetRecovered);
    const lost = await tx.run(markLost(now));
    if (lost > 0) await notifyAdmins(tx, now);
    return { lost };
  });
}

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms);

const failedSources = (now: Date): Sql => sql`
  select s.id as stream_id, x.id as source_id, coalesce(x.address, s.source) as source
  from channel_sources x join streams s on s.id = x.stream_id
  where x.failed_at is not null and s.kind = 'live' and s.gone_at is null
    and coalesce(x.address, s.source) ~* '^https?:'
    and (x.problem <> '' or x.proofs < ${PROOFS_NEEDED})
    and x.checked_at <= case when x.problem = '' or x.fell_at > ${before(now, OFTEN_FOR_MS)}
      then ${before(now, OFTEN_MS)}::timestamptz else ${before(now, SELDOM_MS)} end
    and not exists (select from temporary_channels t where t.stream_id = s.id and t.origin_id is not null)
  order by x.checked_at, x.id limit ${PAGE}`;

const awayFromFirst = sql`
  select s.id from streams s join channel_sources a on a.id = s.active_source_id
  where exists (select from channel_sources x where x.stream_id = s.id
    and (x.position, x.id) < (a.position, a.id) and x.problem = '')
  order by s.id`;

interface LostChannel {
  readonly name: string;
  readonly problem: string;
}

const hasSource = sql`exists (select from channel_sources x where x.stream_id = s.id and x.problem = '')`;

const forgetRecovered = sql`
  update streams s set lost_at = null where s.lost_at is not null and (s.gone_at is not null or ${hasSource})`;

const markLost = (now: Date): Sql => sql`
  update streams s set lost_at = ${now}
  where s.source_problem <> '' and s.kind = 'live' and s.lost_at is null and s.gone_at is null
    and s.hidden_at is null and not ${hasSource}
    and exists (select from channel_sources x where x.stream_id = s.id)
    and not exists (select from channel_sources x where x.stream_id = s.id
      and (x.fell_at is null or x.fell_at > ${before(now, CONFIRMED_MS)}))
    and not exists (select from temporary_channels t where t.stream_id = s.id and t.origin_id is not null)`;

/**
 * Notifies the admins of channels without a working source. A new notice replaces the unread one,
 * so each notice names all these channels.
 */
async function notifyAdmins(tx: Tx, now: Date): Promise<void> {
  const lost = await tx.many<LostChannel>(sql`
    select name, source_problem as problem from streams where lost_at is not null
    order by lost_at desc, number, id`);
  const names = lost.slice(0, NAMES_IN_NOTICE).map(({ name }) => name);
  const more = lost.length - names.length;
  const [first] = lost;
  const isAlone = lost.length === 1;
  await notify(tx, {
    accounts: sql`select id from accounts where profile = 'admin'`,
    kind: 'work',
    subject: 'channels-lost',
    title: isAlone ? `${first!.name} está sem fonte` : `${lost.length} canais sem fonte`,
    body: isAlone
      ? `Nenhuma fonte abre: ${first!.problem}`
      : names.join(', ') + (more > 0 ? ` e mais ${more}` : ''),
    path: '/catalogue/fontes?health=lost',
    at: now,
  });
}

export const followSources: Job = {
  name: 'follow-sources',
  schedule: '* * * * *',
  work: async (ctx) => void (await checkFailedSources(ctx)),
};
