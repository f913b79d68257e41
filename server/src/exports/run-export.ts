/**
 * Spreadsheets a person asks for: a task reads what that person may see, page by page, and the file
 * waits a few minutes at an address nobody else knows (Q-EXPORT). The rooms say what is in them.
 */
import { createHash, randomBytes } from 'node:crypto';
import { MINUTE_MS } from '@ramal/contract/durations';
import { EXPORT_MINUTES, type exportStarted } from '@ramal/contract/exports';
import sql from 'sql-template-tag';
import type { z } from 'zod';
import type { ReaderAccount } from '../foundation/caller.ts';
import type { Tx } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { type SheetColumn, spreadsheet } from '../foundation/spreadsheet.ts';
import { type Progress, serializeTask, startTask, type TaskKind } from '../tasks/tasks.ts';

type Started = z.input<typeof exportStarted>;

/** What a task is given: who asked, and the room's own filters. */
export interface ExportRequest {
  readonly by: ReaderAccount;
}

export interface ExportInput {
  /** Of an `exportKind`. */
  readonly kind: string;
  readonly by: ReaderAccount;
  /** As the person will see it: `Revendas.xlsx`. */
  readonly file: string;
  /** What the room's `count` and `pages` are given, beside `by`. */
  readonly payload: Record<string, unknown>;
}

/** In the caller's transaction. The answer of every call that exports. */
export async function startExport(
  { clock }: AppContext,
  tx: Tx,
  { kind, by, file, payload }: ExportInput,
): Promise<Started> {
  const token = randomBytes(32).toString('base64url');
  const made = await tx.first<{ id: number }>(sql`
    insert into exports (token_hash, account_id, file, created_at)
    values (${tokenHash(token)}, ${by.id}, ${file}, ${clock.now()}) returning id`);
  const task = await startTask(tx, {
    kind,
    accountId: by.id,
    payload: { ...payload, by: { id: by.id, profile: by.profile }, exportId: made!.id },
  });
  return {
    message: 'A planilha está sendo gerada',
    url: `/api/files/${token}`,
    file,
    task: serializeTask(task),
  };
}

/** As kept of an address. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

export interface ExportTable<Asked extends ExportRequest, Row> {
  /** Also the name of the task's kind: `export-resellers`. */
  readonly kind: string;
  /** Those of one request, where it decides. */
  readonly columns: readonly SheetColumn<Row>[] | ((asked: Asked) => readonly SheetColumn<Row>[]);
  /** How many rows there will be, as far as can be told: what the progress is measured by. */
  readonly count: (ctx: AppContext, asked: Asked) => Promise<number>;
  /** The rows, a page at a time, read anew: what the person may see now. */
  readonly pages: (ctx: AppContext, asked: Asked) => AsyncIterable<readonly Row[]>;
}

export const exportKind = <Asked extends ExportRequest, Row>(
  sheet: ExportTable<Asked, Row>,
): TaskKind => ({
  kind: sheet.kind,
  work: async (ctx, asked: Asked & { readonly exportId: number }, progress) => {
    const columns = typeof sheet.columns === 'function' ? sheet.columns(asked) : sheet.columns;
    await writePieces(ctx, asked.exportId, told(ctx, sheet, asked, progress), columns);
    return 'Planilha pronta.';
  },
});

/** The pages as they pass, with the progress told. */
async function* told<Asked extends ExportRequest, Row>(
  ctx: AppContext,
  { count, pages }: ExportTable<Asked, Row>,
  asked: Asked,
  progress: Progress,
): AsyncGenerator<readonly Row[]> {
  const total = await count(ctx, asked);
  let done = 0;
  await progress.report(done, total, 'Gerando a planilha');
  for await (const page of pages(ctx, asked)) {
    yield page;
    done += page.length;
    await progress.report(Math.min(done, total), Math.max(done, total), 'Gerando a planilha');
  }
}

const PIECE_BYTES = 256 * 1024;

/** From the beginning, also when a worker died in the middle of it. */
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
