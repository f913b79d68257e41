/**
 * Exports Logs.csv: the log of a month with the screen's filters. The rows are read in chunks while
 * the file is sent (M-49, Q-EXPORTLOGS).
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { exportLog as declaration } from '@ramal/contract/logs';
import type { Actor } from '../foundation/caller.ts';
import { formatDateTime } from '../foundation/clock.ts';
import { type CsvCell, csvDownload } from '../foundation/files/csv.ts';
import type { ReadingContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
import type { LogQuery } from './log-filters.sql.ts';
import { sentenceText } from './log-sentence.ts';
import { type LogCursor, nextIds, readLogRows } from './log.sql.ts';
import { visibleAddress, eventAuthor, readingOf, eventSubject } from './log-row.ts';
import { parseQuery } from './read-log.ts';

const BATCH = 1_000;

export async function exportLog(
  ctx: ReadingContext,
  { actor, body }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const input = await parseQuery(ctx, actor, body);
  if ((await nextIds(ctx.db, input, undefined, 1)).length === 0) refuse('nothing_to_export');
  const withIds = actor.grants.has('logs.ids');
  const header = ['Tipo', 'Revenda', 'Usuário', 'Ação', 'Autor', 'Data', 'IP'];
  return csvDownload(
    'Logs.csv',
    withIds ? ['ID', ...header] : header,
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
    const cursors = await nextIds(ctx.db, input, after, BATCH);
    const events = await readLogRows(
      ctx.db,
      actor,
      input,
      cursors.map(({ id }) => id),
    );
    const reading = await readingOf(ctx, actor, events);
    for (const event of events) {
      const cells = [
        sourceLabels[event.source],
        event.account ?? '',
        eventSubject(event),
        sentenceText(event, reading),
        eventAuthor(event),
        formatDateTime(event.at, ctx.clock.timeZone),
        visibleAddress(event),
      ];
      yield withIds ? [event.id, ...cells] : cells;
    }
    if (cursors.length < BATCH) return;
    after = cursors.at(-1);
  }
}

const sourceLabels = {
  0: 'Conta',
  1: 'IPTV',
  2: 'P2P',
  4: 'DNS Premium',
  10: 'Créditos',
} as const;
