/**
 * Exports spreadsheets. A task reads the rows that the account may see, page by page. The file is
 * available for a few minutes at a URL that nobody can guess (Q-EXPORT). Each module declares the
 * columns of its exports.
 */
import { createHash, randomBytes } from 'node:crypto';
import { refuse } from '@ramal/contract/api/errors';
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import { EXPORT_MINUTES, type exportStarted } from '@ramal/contract/exports';
import sql from 'sql-template-tag';
import type { z } from 'zod';
import type { Actor, ReaderAccount } from '../foundation/caller.ts';
import type { Tx } from '../foundation/database.ts';
import type { AppContext, ReadingContext } from '../foundation/app-context.ts';
import { toReadingContext } from '../foundation/queries/reading-context.ts';
import { type SheetColumn, spreadsheet } from '../foundation/files/spreadsheet.ts';
import { type Progress, serializeTask, startBoundedTask, type TaskKind } from '../tasks/tasks.ts';

type StartedExport = z.input<typeof exportStarted>;

/** Payload of an export task: the account, and the filters that the module adds. */
export interface ExportRequest {
  readonly by: ReaderAccount;
}

interface ExportInput {
  /** Kind of the export, as an `exportKind` declares it. */
  readonly kind: string;
  /** Account with its sign-in, because the download ends with the sign-in. */
  readonly by: Pick<Actor, keyof ReaderAccount | 'signInId' | 'apiKey'>;
  /** Name of the downloaded file, for example `Revendas.xlsx`. */
  readonly file: string;
  /** Additional input of `count` and `pages`. */
  readonly payload: Record<string, unknown>;
}

/**
 * Starts an export in the caller's transaction. Returns the response that every export call sends.
 */
export async function startExport(
  { clock }: AppContext,
  tx: Tx,
  { kind, by: actor, file, payload }: ExportInput,
): Promise<StartedExport> {
  const token = randomBytes(32).toString('base64url');
  const inserted = await tx.first<{ id: number }>(sql`
    insert into exports (token_hash, account_id, sign_in_id, file, created_at)
    values (${tokenHash(token)}, ${actor.id}, ${actor.apiKey ? null : actor.signInId}, ${file},
      ${clock.now()}) returning id`);
  const task = await startBoundedTask(tx, {
    kind,
    accountId: actor.id,
    payload: { ...payload, by: { id: actor.id, profile: actor.profile }, exportId: inserted!.id },
  });
  return {
    message: 'A planilha está sendo gerada',
    url: `/api/files/${token}`,
    file,
    task: serializeTask(task),
  };
}

/** Starts an export of rows that were counted before. Refuses an export without rows. */
export const startFilledExport = (
  ctx: AppContext,
  count: number,
  input: ExportInput,
): Promise<StartedExport> =>
  count === 0 ? refuse('nothing_to_export') : ctx.db.tx((tx) => startExport(ctx, tx, input));

/** Returns the hash of the token in a URL. The database stores only the hash. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

interface ExportTable<Asked extends ExportRequest, Row> {
  /** Kind of the export and of its task, for example `export-resellers`. */
  readonly kind: string;
  /** Columns of the sheet. A function if the columns depend on the request. */
  readonly columns: readonly SheetColumn<Row>[] | ((request: Asked) => readonly SheetColumn<Row>[]);
  /** Returns the expected number of rows for the progress display. */
  readonly count: (ctx: ReadingContext, request: Asked) => Promise<number>;
  /** Reads the rows, a page at a time, with the current permissions of the account. */
  readonly pages: (
    ctx: ReadingContext,
    request: Asked,
    /** App context. It gives access to data that the process caches. */
    app: AppContext,
  ) => AsyncIterable<readonly Row[]>;
}

export const exportKind = <Asked extends ExportRequest, Row>(
  table: ExportTable<Asked, Row>,
): TaskKind => ({
  kind: table.kind,
  work: async (ctx, request: Asked & { readonly exportId: number }, progress) => {
    const columns = typeof table.columns === 'function' ? table.columns(request) : table.columns;
    const pages = withProgress(ctx, table, request, progress);
    await writePieces(ctx, request.exportId, pages, columns);
    return 'Planilha pronta.';
  },
});

/** Yields the pages unchanged and reports the progress. */
async function* withProgress<Asked extends ExportRequest, Row>(
  app: AppContext,
  { count, pages }: ExportTable<Asked, Row>,
  request: Asked,
  progress: Progress,
): AsyncGenerator<readonly Row[]> {
  const ctx = await toReadingContext(app);
  const total = await count(ctx, request);
  let done = 0;
  await progress.report(done, total, 'Gerando a planilha');
  for await (const page of pages(ctx, request, app)) {
    yield page;
    done += page.length;
    await progress.report(Math.min(done, total), Math.max(done, total), 'Gerando a planilha');
  }
}

const PIECE_BYTES = 256 * 1024;

/**
 * Writes the file from the beginning. Deletes the pieces that an interrupted worker wrote before.
 */
async function writePieces<Row>(
  { db, clock }: AppContext,
  id: number,
  pages: AsyncIterable<readonly Row[]>,
  columns: readonly SheetColumn<Row>[],
): Promise<void> {
  await db.tx((tx) => tx.run(sql`delete from export_pieces where export_id = ${id}`));
  let number = 0;
  let waiting: Uint8Array[] = [];
  const keep = async (): Promise<void> => {
    const bytes = Buffer.concat(waiting);
    waiting = [];
    number += 1;
    await db.tx((tx) =>
      tx.run(
        sql`insert into export_pieces (export_id, number, bytes) values (${id}, ${number}, ${bytes})`,
      ),
    );
  };
  let size = 0;
  for await (const chunk of spreadsheet(columns, pages, { timeZone: clock.timeZone })) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < PIECE_BYTES) continue;
    await keep();
    size = 0;
  }
  await keep();
  const until = new Date(clock.now().getTime() + EXPORT_MINUTES * MINUTE_MS);
  await db.tx((tx) => tx.run(sql`update exports set expires_at = ${until} where id = ${id}`));
}
