/**
 * Searches the log for a text. Indexes find names and kinds in the whole month. Other displayed
 * values (address, author, amounts, notes, days) are compared only in the newest 10,000 events of
 * the selection, which limits the work. In larger months, the reader selects a type or an account
 * to search older events.
 */
import { EXACT_TOTAL_LIMIT } from '@ramal/contract/api/paging';
import { foldText } from '@ramal/contract/rules/text';
import sql from 'sql-template-tag';
import type { ReadingContext } from '../foundation/app-context.ts';
import type { Actor } from '../foundation/caller.ts';
import { formatDateTime } from '../foundation/clock.ts';
import type { Reader } from '../foundation/database.ts';
import { containsFolded, parseSearchedId } from '../foundation/like.ts';
import type { LogQuery, SearchMatches } from './log-filters.sql.ts';
import { visibleAddress, eventAuthor, readLogContext, eventSubject } from './log-row.ts';
import { sentenceText } from './log-sentence.ts';
import { findKindsByTitle } from './log-words.ts';
import { readNewestIds, readLogRows } from './log.sql.ts';

export async function findMatches(
  ctx: ReadingContext,
  actor: Actor,
  input: LogQuery,
  text: string,
): Promise<SearchMatches> {
  const [named, events] = await Promise.all([
    findNames(ctx.db, text),
    findShown(ctx, actor, input, text),
  ]);
  return { ...named, kinds: findKindsByTitle(text), events };
}

const MAX_LINES = 2_000;

async function findNames(reader: Reader, text: string) {
  const like = containsFolded(text);
  const named = sql`search like ${like} and fold(username) like ${like}`;
  const id = parseSearchedId(text);
  const hasId = id === undefined ? sql`false` : sql`id = ${id}::bigint`;
  const row = await reader.first<{ accounts: number[]; lines: number[] }>(sql`
    select array(select id from accounts where (${named}) or ${hasId}) as accounts,
      array(select id from lines where ${named} limit ${MAX_LINES + 1}) as lines`);
  const { accounts, lines } = row!;
  return { like, accounts, lines: lines.length > MAX_LINES ? undefined : lines };
}

/** Number of rows that are formatted in one step. */
const PIECE = 1_000;

async function findShown(
  ctx: ReadingContext,
  actor: Actor,
  input: LogQuery,
  text: string,
): Promise<number[]> {
  const ids = await readNewestIds(ctx.db, input, EXACT_TOTAL_LIMIT);
  const folded = foldText(text);
  const matchingIds: number[] = [];
  for (let from = 0; from < ids.length; from += PIECE) {
    const events = await readLogRows(ctx.db, actor, input, ids.slice(from, from + PIECE));
    const context = await readLogContext(ctx, actor, events);
    for (const event of events) {
      const shown = [
        event.account ?? '',
        eventSubject(event),
        sentenceText(event, context),
        eventAuthor(event),
        formatDateTime(event.at, ctx.clock.timeZone),
        visibleAddress(event),
      ];
      if (shown.some((cell) => foldText(cell).includes(folded))) matchingIds.push(event.id);
    }
  }
  return matchingIds;
}
