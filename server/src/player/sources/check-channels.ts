/**
 * Checks every hour if the sources of channels answer, the least recently checked first. The log
 * shows admins which channels failed and which recovered.
 */
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import sql, { type Sql } from 'sql-template-tag';
import { insertEventCte } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Job } from '../../foundation/jobs.ts';
import { checkPage, type SourceRow } from './check-sources.ts';

const PAGE = 200;
/**
 * A source that was checked within this time, by hand or by the previous run, is not checked again.
 */
const FRESH_MS = 50 * MINUTE_MS;
/**
 * Maximum duration of a run, so that it ends before the next one. The next run begins with the
 * sources that were not checked.
 */
const MAX_RUN_MS = 50 * MINUTE_MS;
const NAMES_IN_LOG = 5;

interface Channel {
  readonly id: number;
  readonly name: string;
  /** Empty if the active source answered. Null if it was never checked. */
  readonly problem: string | null;
}

const origin = { ip: null, requestId: 'check-channels' } as const;

/** Sources of channels that were not checked lately, those with the oldest check first. */
const dueSources = (before: Date): Sql => sql`
  select s.id as stream_id, x.id as source_id, coalesce(x.address, s.source) as source
  from streams s join channel_sources x on x.stream_id = s.id
  where s.kind = 'live' and coalesce(x.address, s.source) ~* '^https?:' and s.gone_at is null
    and (x.checked_at is null or x.checked_at <= ${before})
    and not exists (select from temporary_channels t where t.stream_id = s.id and t.origin_id is not null)
  order by x.checked_at nulls first, x.id limit ${PAGE}`;

const readProblems = (ctx: AppContext, streamIds: readonly number[]): Promise<Channel[]> =>
  ctx.db.many<Channel>(sql`
    select id, name, case when source_checked_at is null then null else source_problem end as problem
    from streams where id = any(${[...streamIds]}::bigint[]) order by number, id`);

export async function checkChannels(ctx: AppContext): Promise<{ stopped: number; back: number }> {
  const startedMs = ctx.clock.now().getTime();
  const before = new Date(startedMs - FRESH_MS);
  const stopped: string[] = [];
  const recovered: string[] = [];
  while (ctx.clock.now().getTime() - startedMs < MAX_RUN_MS) {
    const rows = await ctx.db.many<SourceRow>(dueSources(before));
    if (rows.length === 0) break;
    const ids = [...new Set(rows.map(({ streamId }) => streamId))];
    const channels = await readProblems(ctx, ids);
    await checkPage(ctx, rows);
    const after = new Map((await readProblems(ctx, ids)).map((row) => [row.id, row.problem]));
    for (const { id, name, problem } of channels) {
      const now = after.get(id) ?? '';
      if (now !== '' && problem === '') stopped.push(name);
      if (now === '' && problem) recovered.push(name);
    }
  }
  await recordChanges(ctx, stopped, recovered);
  return { stopped: stopped.length, back: recovered.length };
}

/**
 * Writes one log entry for all failed channels and one for all recovered channels, because one
 * provider may affect many.
 */
async function recordChanges(
  { db }: AppContext,
  stopped: readonly string[],
  recovered: readonly string[],
): Promise<void> {
  const ofNobody = { actorId: null, accountId: null };
  const events = [
    ...(stopped.length === 0
      ? []
      : [
          insertEventCte(origin, {
            kind: 'sources-stopped',
            ...ofNobody,
            after: { channels: joinNames(stopped) },
          }),
        ]),
    ...(recovered.length === 0
      ? []
      : [
          insertEventCte(origin, {
            kind: 'sources-came-back',
            ...ofNobody,
            after: { channels: joinNames(recovered) },
          }),
        ]),
  ];
  await db.tx(async (tx) => {
    for (const event of events) await tx.run(event);
  });
}

function joinNames(names: readonly string[]): string {
  const more = names.length - NAMES_IN_LOG;
  return names.slice(0, NAMES_IN_LOG).join(', ') + (more > 0 ? ` e mais ${more}` : '');
}

export const hourlyChannelCheck: Job = {
  name: 'check-channels',
  schedule: '37 * * * *',
  work: async (ctx) => void (await checkChannels(ctx)),
};
