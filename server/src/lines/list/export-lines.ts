/**
 * UsersIPTV.xlsx, UsersP2P.xlsx and UsersNewP2P.xlsx: what the list shows under the same filters, read
 * anew by the task for whoever asked. Which lines and in which order is found at once, so that one
 * renewed meanwhile is neither missed nor told twice; the rows come after, page by page, and only those
 * that still may be seen. Source: M-49, Q-EXPORT.
 */
import type { HandlerResult } from '@ramal/contract/endpoint';
import { refuse } from '@ramal/contract/errors';
import type { exportIptvLines } from '@ramal/contract/iptv-lines';
import type { LineFilter, LineSort } from '@ramal/contract/lines';
import { type PlatformKey, platforms } from '@ramal/contract/platforms';
import { exportKind, type ExportRequest, startExport } from '../../exports/exports.ts';
import type { ReaderAccount } from '../../foundation/caller.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { SheetColumn } from '../../foundation/spreadsheet.ts';
import { type Line, lineStatus, statusWords } from '../line.ts';
import { type LinesInOrder, findAllLines, listLines, readLines } from './list-lines.ts';
import { productName } from '../product.ts';
import { type Whose, refuseDeletedLines, scopeFor } from './whose-lines.ts';

/** What a list is filtered and ordered by. */
export interface LineExportQuery {
  readonly search?: string | undefined;
  readonly status?: LineFilter | undefined;
  readonly expiring?: number | undefined;
  readonly suspect?: boolean | undefined;
  readonly blocked?: boolean | undefined;
  readonly deleted?: boolean | undefined;
  readonly ids?: readonly number[] | undefined;
  readonly sort: LineSort;
  readonly dir: 'asc' | 'desc';
}

interface Wanted extends LineExportQuery {
  readonly platform: PlatformKey;
  readonly whose: Whose;
}
type Asked = ExportRequest & Wanted;

const KIND = 'export-lines';

export async function exportLines(
  ctx: AppContext,
  by: ReaderAccount,
  input: Wanted,
): Promise<HandlerResult<typeof exportIptvLines>> {
  const asked = await mayBeRead(ctx, { ...input, by });
  const { rows } = await listLines(ctx.db, { ...asked, page: 1, per_page: 1 }, ctx.clock.now());
  if (rows.length === 0) refuse('nothing_to_export');
  const file = platforms[input.platform].exportFile;
  return ctx.db.tx((tx) =>
    startExport(ctx, tx, { kind: KIND, by, file, payload: onlyWanted(input) }),
  );
}

/** A body may carry more, the value of the caller's sign-in for one: a task keeps none of it. */
const onlyWanted = ({ platform, whose, search, status, expiring, ...rest }: Wanted) => {
  const { suspect, blocked, deleted, ids, sort, dir } = rest;
  return { platform, whose, search, status, expiring, suspect, blocked, deleted, ids, sort, dir };
};

/** The wanted lines, inside what whoever asked may see now. */
async function mayBeRead(ctx: AppContext, { by, whose, ...input }: Asked): Promise<LinesInOrder> {
  refuseDeletedLines(by, input.deleted);
  return { ...input, scope: await scopeFor(ctx.db, by, whose) };
}

interface Told {
  readonly line: Line;
  readonly plan: string;
}

const PAGE = 500;

export const lineExport = exportKind<Asked, Told>({
  kind: KIND,
  count: async (ctx, asked) =>
    (await findAllLines(ctx.db, await mayBeRead(ctx, asked), ctx.clock.now())).length,
  pages: async function* (ctx, asked) {
    const now = ctx.clock.now();
    const ids = await findAllLines(ctx.db, await mayBeRead(ctx, asked), now);
    for (let from = 0; from < ids.length; from += PAGE) {
      const page = { ...(await mayBeRead(ctx, asked)), ids: ids.slice(from, from + PAGE) };
      const lines = await readLines(ctx.db, page, now);
      yield lines.map((line) => ({ line, plan: productName(ctx, line) }));
    }
  },
  columns: ({ platform, deleted }) => columnsOf(platform, deleted === true),
});

function columnsOf(platform: PlatformKey, deleted: boolean): SheetColumn<Told>[] {
  const { headers, plays } = platforms[platform];
  return [
    { header: 'ID', width: 10, cell: ({ line }) => line.id },
    { header: 'Usuário', width: 22, cell: ({ line }) => line.username },
    { header: 'Senha', width: 16, cell: ({ line }) => line.password },
    { header: 'Status', width: 12, cell: ({ line }) => statusWords[lineStatus(line)] },
    ...(plays
      ? [{ header: 'Assistindo', width: 24, cell: ({ line }: Told) => line.watching }]
      : []),
    { header: 'Pacote', width: 28, cell: ({ plan }) => plan },
    { header: headers.note, width: 36, cell: ({ line }) => line.note },
    { header: 'WhatsApp', width: 18, cell: ({ line }) => line.whatsapp },
    { header: headers.created_at, width: 18, cell: ({ line }) => line.createdAt },
    { header: 'Vencimento', width: 18, cell: ({ line }) => line.expiresAt },
    { header: headers.owner, width: 24, cell: ({ line }) => line.owner },
    ...(deleted
      ? [{ header: 'Excluído em', width: 18, cell: ({ line }: Told) => line.deletedAt }]
      : []),
  ];
}
