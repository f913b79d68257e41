/** A few lines of any platform for the palette: the lists' own search, asked of each platform at once. */
import type { Given } from '@ramal/contract/endpoint';
import { FOUND_LINES, type findLines as declaration } from '@ramal/contract/find-lines';
import { platformKeys } from '@ramal/contract/platforms';
import { expiringLevel } from '@ramal/contract/terms';
import sql from 'sql-template-tag';
import type { Actor } from '../foundation/actor.ts';
import { formatDateTime, unixSeconds } from '../foundation/clock.ts';
import type { Call } from '../foundation/http/bind.ts';
import type { House } from '../foundation/house.ts';
import { inTree } from '../resellers/tree.ts';
import { type Line, lineColumns, statusOf, statusWords } from './line.ts';
import { listLines } from './list-lines.ts';
import { scopeFor } from './whose-lines.ts';

export async function findLines(
  house: House,
  { actor, query: { search } }: Pick<Call<typeof declaration>, 'actor' | 'query'>,
): Promise<Given<typeof declaration>> {
  const now = house.clock.now();
  const scope = await scopeFor(house.db, actor, 'tree');
  const asked = {
    scope,
    search,
    sort: 'exp_date',
    dir: 'desc',
    page: 1,
    per_page: FOUND_LINES,
  } as const;
  const found = await Promise.all(
    platformKeys.map(async (platform) => ({
      platform,
      ...(await listLines(house.db, { ...asked, platform }, now)),
    })),
  );
  const lines = [
    ...(await namedSo(house, actor, search, now)),
    ...found.flatMap(({ rows }) => rows),
  ]
    .filter((line, at, all) => all.findIndex(({ id }) => id === line.id) === at)
    .toSorted((a, b) => nearness(b, search) - nearness(a, search) || byExpiry(a, b, now))
    .slice(0, FOUND_LINES);
  return {
    lines: lines.map((line) => ({
      id: line.id,
      platform: line.platform,
      username: line.username,
      password: line.password,
      nota: line.note,
      whatsapp: line.whatsapp,
      status: statusWords[statusOf(line)],
      is_trial: line.isTrial,
      exp_date: formatDateTime(line.expiresAt, house.clock.timeZone),
      exp_date_timestamp: unixSeconds(line.expiresAt),
      expiring: expiringLevel(line.expiresAt, now),
      reseller: { username: line.owner },
    })),
    totals: found.map(({ platform, total }) => ({
      platform,
      total: total.total,
      total_exact: total.exact,
    })),
  };
}

/** Lines of that very name: among very many they may be far down their list. */
const namedSo = (house: House, actor: Actor, username: string, now: Date): Promise<Line[]> =>
  house.db.many<Line>(sql`
    select ${lineColumns(now)} from lines l
    where l.platform = any(${platformKeys}::text[]) and l.username = ${username} and l.deleted_at is null
      and ${inTree(actor, sql`l.owner_id`)}`);

function nearness({ username, note }: Line, search: string): number {
  const [name, text, wanted] = [username, note, search].map((each) => each.toLowerCase());
  if (name === wanted) return 3;
  if (name!.startsWith(wanted!)) return 2;
  return text!.startsWith(wanted!) ? 1 : 0;
}

/** Those that still run, the first to end first; then the others, the last to have ended first. */
function byExpiry(a: Line, b: Line, now: Date): number {
  const [left, right] = [
    a.expiresAt.getTime() - now.getTime(),
    b.expiresAt.getTime() - now.getTime(),
  ];
  if (left > 0 && right > 0) return left - right;
  return right - left;
}
