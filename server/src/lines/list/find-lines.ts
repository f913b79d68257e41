/**
 * Finds a few lines of any platform for the command palette, with one search over all platforms.
 * The best matches come first.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { FOUND_LINES, type findLines as declaration } from '@ramal/contract/lines/find-lines';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import { expiringLevel } from '@ramal/contract/rules/terms';
import sql, { type Sql, empty, join } from 'sql-template-tag';
import type { Actor } from '../../foundation/caller.ts';
import type { Reader } from '../../foundation/database.ts';
import { formatDateTime, unixSeconds } from '../../foundation/clock.ts';
import type { Call } from '../../foundation/http/bind.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { andOnOpenPlatform, idsInTree, inTree, openPlatforms } from '../../access/access.ts';
import { type Line, lineColumns, lineStatus, statusWords } from '../line.ts';
import { searchConditions } from './search-conditions.ts';

export async function findLines(
  ctx: AppContext,
  { actor, query: { search } }: Pick<Call<typeof declaration>, 'actor' | 'query'>,
): Promise<HandlerResult<typeof declaration>> {
  const now = ctx.clock.now();
  const { sample, totals } = await look(ctx.db, actor, search, now);
  const lines = await readNearest(ctx.db, actor, { search, sample, now });
  return {
    lines: lines.map((line) => ({
      id: line.id,
      platform: line.platform,
      username: line.username,
      password: line.password,
      note: line.note,
      whatsapp: line.whatsapp,
      status: statusWords[lineStatus(line)],
      isTrial: line.isTrial,
      expDate: formatDateTime(line.expiresAt, ctx.clock.timeZone),
      expDateTimestamp: unixSeconds(line.expiresAt),
      expiring: expiringLevel(line.expiresAt, now),
      reseller: { username: line.owner },
    })),
    totals: openPlatforms(actor).map((platform) => ({
      platform,
      total: totals[platform] ?? 0,
      totalExact: sample.length <= ENOUGH,
    })),
  };
}

/**
 * Maximum number of matches that are ranked. The limit is low, because each match is read from the
 * table. The lists count more matches.
 */
const ENOUGH = 200;

interface SearchSample {
  /**
   * Ids of lines on any platform that contain the text. If more lines match than the maximum,
   * contains one id more than the maximum.
   */
  readonly sample: readonly number[];
  readonly totals: Partial<Record<PlatformKey, number>>;
}

/**
 * Searches all platforms at once. The search stops after one match more than the maximum, which
 * limits the cost of a frequent text.
 */
async function look(
  reader: Reader,
  actor: Actor,
  search: string,
  now: Date,
): Promise<SearchSample> {
  const { texts, dates } = searchConditions(search, now, { showsOwners: true });
  const ways = (dates ? [texts, dates] : [texts]).map(
    (matching) => sql`(select id, platform from lines
      where deleted_at is null and ${matching} ${inTreeOf(actor)} limit ${ENOUGH + 1})`,
  );
  const row = await reader.first<SearchSample>(sql`
    with found as materialized (
      select * from (${join(ways, ' union all ')}) way limit ${ENOUGH + 1}
    )
    select array(select id from found) as sample,
      (select coalesce(jsonb_object_agg(platform, count), '{}')
        from (select platform, count(*) from found group by platform) counted) as totals`);
  return row!;
}

const inTreeOf = (actor: Actor): Sql => sql`
  ${actor.profile === 'admin' ? empty : sql`and owner_id in (${idsInTree(actor.id)})`}
  ${andOnOpenPlatform(actor, sql`platform`)}`;

interface NearestSearch {
  readonly search: string;
  readonly sample: readonly number[];
  readonly now: Date;
}

/**
 * Reads the best matches. The order is: the exact user name, user names and notes that begin with
 * the text, running lines, the nearest expiry. With very many matches, the sample may lack the
 * exact user name. The query therefore also searches for the exact user name.
 */
const readNearest = (
  reader: Reader,
  actor: Actor,
  { search, sample, now }: NearestSearch,
): Promise<Line[]> =>
  reader.many<Line>(sql`
    with near as (
      select id, row_number() over (order by lower(username) = lower(${search}) desc,
        starts_with(lower(username), lower(${search})) desc, starts_with(lower(note), lower(${search})) desc,
        expires_at > ${now} desc, abs(extract(epoch from expires_at - ${now}::timestamptz)), id) as place
      from lines where id = any(${sample}::bigint[]) or (
        platform = any(${openPlatforms(actor)}::text[]) and username = ${search} and deleted_at is null
        and ${inTree(actor, sql`lines.owner_id`)})
    )
    select ${lineColumns(now)} from near join lines l on l.id = near.id
    where near.place <= ${FOUND_LINES} order by near.place`);
