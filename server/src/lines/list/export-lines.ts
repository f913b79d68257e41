/**
 * Exports UsersIPTV.xlsx, UsersP2P.xlsx and UsersNewP2P.xlsx. Each contains the rows of the list
 * with the same filters. A task reads them for the account that requested the file. All ids are
 * read at the start, in order. A line that is renewed during the export is therefore neither missed
 * nor repeated. The rows are then read page by page, and only those that the account may still see.
 * Source: M-49, Q-EXPORT.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { exportIptvLines } from '@ramal/contract/lines/iptv-lines';
import type { PaidFilter } from '@ramal/contract/lines/line-payments';
import type { DueFilter, LineFilter, LineSort } from '@ramal/contract/lines/lines';
import { type DisplayedStatus, displayedStatus } from '@ramal/contract/rules/line-status';
import { type PlatformKey, platforms } from '@ramal/contract/rules/platforms';
import { dueRange } from '../../line-payments/line-payments.ts';
import { exportKind, type ExportRequest, startExport } from '../../exports/exports.ts';
import { recordEvent } from '../../events/events.ts';
import type { Caller } from '../../foundation/caller.ts';
import type { AppContext, ReadingContext } from '../../foundation/app-context.ts';
import type { SheetColumn } from '../../foundation/files/spreadsheet.ts';
import { type Line, lineStatus, statusWords } from '../line.ts';
import {
  type LinesInOrder,
  countAllLines,
  findAllLines,
  listLines,
  readLines,
} from './list-lines.ts';
import { productName } from '../product.ts';
import { type OwnerFilter, toPaymentFilter, refuseDeletedLines, scopeFor } from './owner-filter.ts';

export interface LineExportQuery {
  readonly search?: string | undefined;
  readonly status?: LineFilter | undefined;
  readonly online?: boolean | undefined;
  readonly expiring?: number | undefined;
  readonly expired?: boolean | undefined;
  readonly due?: DueFilter | undefined;
  readonly paid?: PaidFilter | undefined;
  readonly suspect?: boolean | undefined;
  readonly blocked?: boolean | undefined;
  readonly deleted?: boolean | undefined;
  readonly ids?: readonly number[] | undefined;
  readonly sort: LineSort;
  readonly dir: 'asc' | 'desc';
}

interface LineExportInput extends LineExportQuery {
  readonly platform: PlatformKey;
  /**
   * This name is part of stored tasks, which the server must still be able to run after an upgrade.
   */
  readonly whose: OwnerFilter;
}
type LineExportRequest = ExportRequest & LineExportInput;

const KIND = 'export-lines';

export async function exportLines(
  ctx: AppContext,
  { actor, requestMeta }: Pick<Caller, 'actor' | 'requestMeta'>,
  input: LineExportInput,
): Promise<HandlerResult<typeof exportIptvLines>> {
  const query = await mayBeRead(ctx, { ...input, by: actor });
  const { rows } = await listLines(ctx.db, { ...query, page: 1, perPage: 1 }, ctx.clock.now());
  if (rows.length === 0) refuse('nothing_to_export');
  const file = platforms[input.platform].exportFile;
  return ctx.db.tx(async (tx) => {
    // The export is recorded as an event, because the file contains the customers' passwords.
    await recordEvent(tx, requestMeta, {
      kind: 'lines-exported',
      actorId: actor.id,
      after: { file },
    });
    return startExport(ctx, tx, { kind: KIND, by: actor, file, payload: onlyWanted(input) });
  });
}

/**
 * Selects only the filters of the body, because the task stores them. The body may also contain the
 * token of the caller's session, which must not be stored.
 */
const onlyWanted = ({ platform, whose, search, status, ...rest }: LineExportInput) => {
  const { online, expiring, expired, due, paid, suspect, blocked, deleted, ids, sort, dir } = rest;
  const times = { expiring, expired, due, paid };
  return {
    platform,
    whose,
    search,
    status,
    online,
    ...times,
    suspect,
    blocked,
    deleted,
    ids,
    sort,
    dir,
  };
};

/** Reads the requested lines that the account may see now. */
async function mayBeRead(
  ctx: ReadingContext,
  { by: actor, whose, ...input }: LineExportRequest,
): Promise<LinesInOrder> {
  refuseDeletedLines(actor, input.deleted);
  const due = input.due === undefined ? undefined : dueRange(input.due, ctx.clock);
  return {
    ...input,
    due,
    paid: toPaymentFilter(actor, ctx.clock, input.paid),
    scope: await scopeFor(ctx.db, actor, whose),
  };
}

interface ExportedLine {
  readonly line: Line;
  readonly plan: string;
  /** Status as the text that the screen shows. */
  readonly status: DisplayedStatus;
  /**
   * Price that the customer pays, and whether the current period is paid. Undefined if the account
   * is not the owner.
   */
  readonly price: { readonly reais: number; readonly isPaid: boolean } | undefined;
}

const PAGE = 200;

export const lineExport = exportKind<LineExportRequest, ExportedLine>({
  kind: KIND,
  count: async (ctx, query) => countAllLines(ctx.db, await mayBeRead(ctx, query), ctx.clock.now()),
  pages: async function* (ctx, query) {
    const now = ctx.clock.now();
    const ids = await findAllLines(ctx.db, await mayBeRead(ctx, query), now);
    for (let from = 0; from < ids.length; from += PAGE) {
      const page = { ...(await mayBeRead(ctx, query)), ids: ids.slice(from, from + PAGE) };
      const lines = await readLines(ctx.db, page, now);
      yield lines.map((line) => ({
        line,
        plan: productName(ctx, line),
        price:
          line.priceCents !== null && line.ownerId === query.by.id
            ? { reais: line.priceCents / 100, isPaid: line.isPaid }
            : undefined,
        status: displayedStatus({
          status: statusWords[lineStatus(line)],
          isBlocked: line.blockedForAbuseAt !== null,
          isExpired: line.expiresAt <= now,
        }),
      }));
    }
  },
  columns: ({ platform, deleted }) => columnsOf(platform, deleted === true),
});

function columnsOf(platform: PlatformKey, deleted: boolean): SheetColumn<ExportedLine>[] {
  const { headers, plays } = platforms[platform];
  return [
    { header: 'ID', width: 10, cell: ({ line }) => line.id },
    { header: 'Usuário', width: 22, cell: ({ line }) => line.username },
    { header: 'Senha', width: 16, cell: ({ line }) => line.password },
    { header: 'Status', width: 12, cell: ({ status }) => status },
    ...(plays
      ? [{ header: 'Assistindo', width: 24, cell: ({ line }: ExportedLine) => line.watching }]
      : []),
    { header: 'Pacote', width: 28, cell: ({ plan }) => plan },
    { header: headers.note, width: 36, cell: ({ line }) => line.note },
    { header: 'WhatsApp', width: 18, cell: ({ line }) => line.whatsapp },
    { header: headers.createdAt, width: 18, cell: ({ line }) => line.createdAt },
    { header: 'Vencimento', width: 18, cell: ({ line }) => line.expiresAt },
    { header: headers.owner, width: 24, cell: ({ line }) => line.owner },
    ...(deleted ? [] : priceColumns),
    ...(deleted
      ? [{ header: 'Excluído em', width: 18, cell: ({ line }: ExportedLine) => line.deletedAt }]
      : []),
  ];
}

const priceColumns: readonly SheetColumn<ExportedLine>[] = [
  { header: 'Preço', width: 12, cell: ({ price }) => price?.reais ?? null },
  {
    header: 'Pagamento',
    width: 14,
    cell: ({ price }) => (price ? (price.isPaid ? 'Pago' : 'Em aberto') : null),
  },
];
