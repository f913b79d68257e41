/**
 * Creates the preview of an import. Reads the list from its file or URL and stores every entry. The
 * database then calculates the change of each entry. The catalogue itself does not change.
 */
import { parseHeaderLines, type SourceHeaders } from '@ramal/contract/catalogue/source-headers';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { SkipCounts } from '../../foundation/skip-counts.ts';
import { type Progress, type TaskKind } from '../../tasks/tasks.ts';
import {
  readXtreamArchives,
  withXtreamArchive,
  type XtreamArchives,
} from '../archive/xtream-archives.ts';
import type { Entry } from '../entry.ts';
import { fetchedFile } from './fetched-file.ts';
import { insertEntries } from './import-entries.sql.ts';
import { countChanges, previewEntriesSql } from './preview-import.sql.ts';
import { parseEntries } from '../list-entries.ts';
import { storedFile } from './stored-file.ts';
import { withDefaultHeaders } from '../../foundation/untrusted/fetch-source.ts';
import { ExplainedFailure } from '../../foundation/explained-failure.ts';

interface ImportWork {
  readonly importId: number;
}

interface Reading {
  readonly listId: number;
  readonly address: string;
  readonly headers: string;
  readonly joinsChannels: boolean;
  readonly isFile: boolean;
  readonly state: 'reading' | 'ready';
}

export const importRead: TaskKind = {
  kind: 'import-read',
  work: async (ctx, { importId }: ImportWork, progress) => {
    const stored = await ctx.db.first<Reading>(sql`
      select l.id as list_id, l.address, l.headers, l.joins_channels, i.content is not null as is_file, i.state
      from imports i join source_lists l on l.id = i.list_id
      where i.id = ${importId} and i.state in ('reading', 'ready')`);
    if (!stored) throw new ExplainedFailure('Esta importação não existe mais.');
    // A previous worker finished the preview, but stopped before it recorded the end of the task.
    if (stored.state === 'ready') return 'Lista lida.';
    const { headers } = parseHeaderLines(stored.headers);
    const bytes = stored.isFile
      ? storedFile(ctx.db, 'imports', importId)
      : fetchedFile(ctx, stored.address, headers);
    await forgetEntries(ctx, importId);
    const skips = new SkipCounts();
    const panel = await readXtreamArchives(ctx, stored.address, headers);
    const read = await storeEntries(
      ctx,
      importId,
      withHeaders(parseEntries(bytes, skips), headers, panel),
      progress,
    );
    await progress.report(read, read, 'Comparando com o catálogo');
    await analyzeEntries(ctx);
    await classify(ctx, { importId, stored, skips }, read);
    return `${read === 1 ? '1 item lido.' : `${inWords(read)} lidos.`}${skips.toText()}`;
  },
  // The reason is not stored here, because the task already stores it.
  undone: async (ctx, { importId }: ImportWork) => {
    await ctx.db.tx((tx) =>
      tx.run(sql`
        update imports set state = 'failed', content = null where id = ${importId} and state = 'reading'`),
    );
  },
};

/**
 * Adds the archives that the list's panel reports. Also adds the request headers of the list to
 * each source that does not set them itself.
 */
async function* withHeaders(
  groups: AsyncIterable<Entry[]>,
  headers: SourceHeaders,
  panel: XtreamArchives | undefined,
): AsyncGenerator<Entry[]> {
  const complete = (address: string): string => withDefaultHeaders(address, headers);
  for await (const entries of groups)
    yield entries.map((entry) => {
      if (entry.source === '') return entry;
      const { archive, ...rest } = withXtreamArchive(entry, panel);
      return {
        ...rest,
        source: complete(entry.source),
        archive: archive && { ...archive, address: complete(archive.address) },
      };
    });
}

const BATCH = 1000;
const ASK_EVERY_MS = 1000;

async function storeEntries(
  ctx: AppContext,
  importId: number,
  read: AsyncIterable<Entry[]>,
  progress: Progress,
): Promise<number> {
  let stored = 0;
  let askedAt = performance.now();
  let batch: Entry[] = [];
  const keep = async () => {
    const entries = batch;
    batch = [];
    await ctx.db.tx((tx) => tx.run(insertEntries(importId, stored, entries)));
    stored += entries.length;
  };
  for await (const some of read) {
    for (const entry of some) {
      batch.push(entry);
      if (batch.length === BATCH) await keep();
    }
    if (performance.now() - askedAt > ASK_EVERY_MS) {
      askedAt = performance.now();
      await progress.report(stored, 0, `${inWords(stored)} lidos`);
    }
  }
  if (batch.length > 0) await keep();
  return stored;
}

const inWords = (count: number): string => `${count.toLocaleString('pt-BR')} itens`;

/**
 * Updates the statistics of the entries. For an import without statistics, the planner expects one
 * entry and joins the entries with each other by nested loops.
 */
const analyzeEntries = ({ db }: AppContext): Promise<unknown> =>
  db.copying((copying) => copying.many('analyze import_entries'));

const forgetEntries = (ctx: AppContext, importId: number): Promise<number> =>
  ctx.db.tx((tx) => tx.run(sql`delete from import_entries where import_id = ${importId}`));

/**
 * Writes the results, the counts and the state in one transaction, so that nobody sees an
 * incomplete preview.
 */
const classify = (
  ctx: AppContext,
  { importId, stored, skips }: ImportWork & { stored: Reading; skips: SkipCounts },
  entries: number,
): Promise<void> =>
  ctx.db.tx(async (tx) => {
    for (const statement of previewEntriesSql({ importId, entries, ...stored }))
      await tx.run(statement);
    await tx.run(sql`
      update imports set state = 'ready', content = null, counts = (${countChanges(importId)}),
        skips = ${JSON.stringify(skips.toList())}::jsonb
      where id = ${importId} and state = 'reading'`);
  });
