/**
 * Exports Logs.csv: the log of a month with the screen's filters. The rows are read in chunks while
 * the file is sent (M-49, Q-EXPORTLOGS).
 */
import type { Download, HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { exportLog as declaration } from '@ramal/contract/logs';
import type { Actor, ReaderAccount } from '../foundation/caller.ts';
import { formatDateTime } from '../foundation/clock.ts';
import { type CsvCell, csvDownload } from '../foundation/files/csv.ts';
import type { ReadingContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
import type { LogQuery, Period } from './log-filters.sql.ts';
import { type LogContext, sentenceText } from './log-sentence.ts';
import { type LogCursor, type LogEvent, readNextIds, readLogRows } from './log.sql.ts';
import { visibleAddress, eventAuthor, readLogContext, eventSubject } from './log-row.ts';
import { parseQuery } from './read-log.ts';

const BATCH = 1_000;
const HEADER = ['Tipo', 'Revenda', 'Usuário', 'Ação', 'Autor', 'Data', 'IP'];

/**
 * Exports the events with these ids, without the log's filters. Used to list the changes that a
 * rollback removes.
 */
export const exportEvents = (
  ctx: Pick<ReadingContext, 'db' | 'clock'>,
  viewer: ReaderAccount,
  events: EventList,
): Download => csvDownload('Alteracoes.csv', HEADER, eventCells(ctx, viewer, events));

/** Ids of events, and the period in which they happened. */
interface EventList {
  readonly period: Period;
  readonly ids: readonly number[];
}

async function* eventCells(
  ctx: Pick<ReadingContext, 'db' | 'clock'>,
  viewer: ReaderAccount,
  { period, ids }: EventList,
): AsyncGenerator<readonly CsvCell[]> {
  for (let from = 0; from < ids.length; from += BATCH) {
    const events = await readLogRows(ctx.db, viewer, period, ids.slice(from, from + BATCH));
    const context = await readLogContext(ctx, viewer, events);
    for (const event of events) yield cellsOf(event, context);
  }
}

export async function exportLog(
  ctx: ReadingContext,
  { actor, body }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const input = await parseQuery(ctx, actor, body);
  if ((await readNextIds(ctx.db, input, undefined, 1)).length === 0) refuse('nothing_to_export');
  const withIds = actor.grants.has('logs.ids');
  return csvDownload(
    'Logs.csv',
    withIds ? ['ID', ...HEADER] : HEADER,
    rows(ctx, actor, input, withIds),
  );
}

async function* rows(
  ctx: ReadingContext,
  actor: Actor,
  input: LogQuery,
  withIds: boolean,
): AsyncGenerator<readonly CsvCell[]> {
  for (let after: LogCursor | undefined; ;) {
    const cursors = await readNextIds(ctx.db, input, after, BATCH);
    const events = await readLogRows(
      ctx.db,
      actor,
      input,
      cursors.map(({ id }) => id),
    );
    const context = await readLogContext(ctx, actor, events);
    for (const event of events) {
      const cells = cellsOf(event, context);
      yield withIds ? [event.id, ...cells] : cells;
    }
    if (cursors.length < BATCH) return;
    after = cursors.at(-1);
  }
}

const cellsOf = (event: LogEvent, context: LogContext): readonly CsvCell[] => [
  sourceLabels[event.source],
  event.account ?? '',
  eventSubject(event),
  sentenceText(event, context),
  eventAuthor(event),
  formatDateTime(event.at, context.timeZone),
  visibleAddress(event),
];

const sourceLabels = {
  0: 'Conta',
  1: 'IPTV',
  2: 'P2P',
  4: 'DNS Premium',
  10: 'Créditos',
} as const;
