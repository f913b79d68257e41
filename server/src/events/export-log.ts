/** Logs.csv: the log of a month under the same filters, read in pieces while it is sent (M-49, Q-EXPORTLOGS). */
import type { Given } from '@ramal/contract/endpoint';
import { refuse } from '@ramal/contract/errors';
import type { exportLog as declaration } from '@ramal/contract/logs';
import type { Actor } from '../foundation/actor.ts';
import { formatDateTime } from '../foundation/clock.ts';
import { type CsvCell, csvDownload } from '../foundation/csv.ts';
import type { House } from '../foundation/house.ts';
import type { Call } from '../foundation/http/bind.ts';
import type { LogWanted } from './log-filters.sql.ts';
import { sentenceText } from './log-sentence.ts';
import { type Place, nextIds, rowsOf } from './log.sql.ts';
import { aboutWhom, addressOf, authorOf, readingOf, whatIsWanted } from './read-log.ts';

const BATCH = 1_000;

export async function exportLog(
  house: House,
  { actor, body }: Call<typeof declaration>,
): Promise<Given<typeof declaration>> {
  const wanted = await whatIsWanted(house, actor, body);
  if ((await nextIds(house.db, wanted, undefined, 1)).length === 0) refuse('nothing_to_export');
  const withIds = actor.grants.has('logs.ids');
  const header = ['Tipo', 'Revenda', 'Usuário', 'Ação', 'Autor', 'Data', 'IP'];
  return csvDownload(
    'Logs.csv',
    withIds ? ['ID', ...header] : header,
    rows(house, actor, wanted, withIds),
  );
}

async function* rows(
  house: House,
  actor: Actor,
  wanted: LogWanted,
  withIds: boolean,
): AsyncGenerator<readonly CsvCell[]> {
  for (let after: Place | undefined; ;) {
    const places = await nextIds(house.db, wanted, after, BATCH);
    const events = await rowsOf(
      house.db,
      actor,
      places.map(({ id }) => id),
    );
    const reading = await readingOf(house, actor, events);
    for (const event of events) {
      const cells = [
        sourceLabels[event.source],
        event.account ?? '',
        aboutWhom(event),
        sentenceText(event, reading),
        authorOf(event),
        formatDateTime(event.at, house.clock.timeZone),
        addressOf(event),
      ];
      yield withIds ? [event.id, ...cells] : cells;
    }
    if (places.length < BATCH) return;
    after = places.at(-1);
  }
}

const sourceLabels = {
  0: 'Contas',
  1: 'IPTV',
  2: 'P2P',
  4: 'DNS Premium',
  10: 'Créditos',
} as const;
