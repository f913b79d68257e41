/**
 * Job that reads the details of new titles from the film database, some titles per run. Only adds
 * missing values, so values from a provider or an admin stay. A title that the database does not
 * know is not searched again.
 */
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Job } from '../../foundation/jobs.ts';
import { isProviderFailure, isProviderUnavailable } from '../../foundation/provider-error.ts';
import { readAccess } from './key.ts';
import { searchedName } from './searched-name.ts';
import { findTitle, type FoundTitle, type TmdbAccess } from './tmdb.ts';

/**
 * Maximum number of titles in a run. Each needs two requests, and the film database allows forty a
 * second.
 */
const TITLES_A_RUN = 300;
const AT_ONCE = 4;
/**
 * Maximum duration of a run. It ends before the next run begins, so that no title is searched
 * twice.
 */
const MAX_MS = 4 * MINUTE_MS;

interface Title {
  readonly kind: 'film' | 'series';
  readonly id: number;
  readonly name: string;
  readonly year: number | null;
}

const titlesWithoutDetails: Sql = sql`
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
  const titles = await ctx.db.many<Title>(titlesWithoutDetails);
  const until = Date.now() + MAX_MS;
  let requested = 0;
  let failed: unknown;
  const work = async (): Promise<void> => {
    for (let title = titles.shift(); title && !failed; title = titles.shift()) {
      if (Date.now() > until) return;
      try {
        await storeDetails(ctx, title, await find(access, title));
        requested += 1;
      } catch (error) {
        failed = error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (failed) await handleFailure(ctx, failed);
  return requested;
}

function find(access: TmdbAccess, title: Title): Promise<FoundTitle | undefined> {
  const { name, year } = searchedName(title.name);
  return findTitle(access, { kind: title.kind, name, year: year ?? title.year ?? undefined });
}

/** Stores the details. Existing values take precedence over found ones. */
const storeDetails = (
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

/**
 * Handles a failure of the film database. The remaining titles wait for the next run. If the key
 * was rejected, they wait for a new key.
 */
async function handleFailure({ db, clock, log }: AppContext, error: unknown): Promise<void> {
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
