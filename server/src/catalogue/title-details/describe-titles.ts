/**
 * Asks the film database about titles that nobody asked about yet, a few at a time. What a provider or an admin
 * wrote stays; only what is missing is added, and an unknown title is not asked about again.
 */
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Job } from '../../foundation/jobs.ts';
import { isProviderFailure, isProviderUnavailable } from '../../foundation/provider-error.ts';
import { readAccess } from './key.ts';
import { searchedName } from './searched-name.ts';
import { findTitle, type FoundTitle, type TmdbAccess } from './tmdb.ts';

/** Two requests a title: far below the forty a second that the database allows. */
const TITLES_A_RUN = 300;
const AT_ONCE = 4;
/** A run that is still going when the next begins would ask twice. */
const MOST_MS = 4 * MINUTE_MS;

interface Title {
  readonly kind: 'film' | 'series';
  readonly id: number;
  readonly name: string;
  readonly year: number | null;
}

const waiting: Sql = sql`
  (select 'film' as kind, id, name, (details->>'year')::int as year from streams
   where details_found is null and kind = 'film' and gone_at is null and not is_adult
   order by id limit ${TITLES_A_RUN})
  union all
  (select 'series', id, name, (details->>'year')::int from series
   where details_found is null and not is_adult order by id limit ${TITLES_A_RUN})
  limit ${TITLES_A_RUN}`;

export async function describeTitles(ctx: AppContext): Promise<number> {
  const access = await readAccess(ctx);
  if (!access) return 0;
  const titles = await ctx.db.many<Title>(waiting);
  const until = Date.now() + MOST_MS;
  let requested = 0;
  let failed: unknown;
  const work = async (): Promise<void> => {
    for (let title = titles.shift(); title && !failed; title = titles.shift()) {
      if (Date.now() > until) return;
      try {
        await keep(ctx, title, await find(access, title));
        requested += 1;
      } catch (error) {
        failed = error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (failed) await giveUp(ctx, failed);
  return requested;
}

function find(access: TmdbAccess, title: Title): Promise<FoundTitle | undefined> {
  const { name, year } = searchedName(title.name);
  return findTitle(access, { kind: title.kind, name, year: year ?? title.year ?? undefined });
}

/** Whatever was there goes before what was found. */
const keep = (
  { db, clock }: AppContext,
  { kind, id }: Title,
  title: FoundTitle | undefined,
): Promise<number> =>
  db.tx((tx) =>
    tx.run(sql`
      update ${kind === 'film' ? sql`streams` : sql`series`}
      set details_found = ${title !== undefined}, details_asked_at = ${clock.now()},
        details = ${JSON.stringify(title?.details ?? {})}::jsonb || details,
        icon = case when icon = '' then ${title?.poster ?? ''} else icon end
      where id = ${id}`),
  );

/** The rest waits for the next run; with a key that is refused, for another key. */
async function giveUp({ db, clock, log }: AppContext, error: unknown): Promise<void> {
  if (isProviderFailure(error, 'unauthorized')) {
    log.warn('the key of the film database is refused');
    await db.tx((tx) => tx.run(sql`update title_details_key set refused_at = ${clock.now()}`));
    return;
  }
  if (!isProviderUnavailable(error)) throw error;
  log.warn({ problem: error.message }, 'the film database does not answer');
}

export const describeTitlesJob: Job = {
  name: 'describe-titles',
  schedule: '*/5 * * * *',
  work: async (ctx) => void (await describeTitles(ctx)),
};
