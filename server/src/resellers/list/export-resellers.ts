/**
 * Exports Revendas.xlsx: the rows of the list with the same filters, read by the task for its
 * account. Source: S-RESLIST-03, M-49, Q-EXPORT.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { exportResellers as declaration } from '@ramal/contract/resellers/reseller-tree';
import { exportKind, type ExportRequest, startFilledExport } from '../../exports/exports.ts';
import type { AppContext, ReadingContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { mayList } from './list-resellers.ts';
import { findAllResellers } from './reseller-page.sql.ts';
import { type ResellerRow, serializeReseller } from '../serialize-reseller.ts';
import { readResellers, type Reseller } from '../resellers.sql.ts';

type Filters = Call<typeof declaration>['body'];
type ResellerExportRequest = ExportRequest & Filters;

const KIND = 'export-resellers';

export async function exportResellers(
  ctx: AppContext,
  { actor, body }: Pick<Call<typeof declaration>, 'actor' | 'body'>,
): Promise<HandlerResult<typeof declaration>> {
  await mayList(ctx.db, actor, body);
  const ids = await findAllResellers(ctx.db, actor, body, ctx.clock.now());
  return startFilledExport(ctx, ids.length, {
    kind: KIND,
    by: actor,
    file: 'Revendas.xlsx',
    payload: { ...body },
  });
}

interface ExportedReseller {
  readonly row: ResellerRow;
  readonly reseller: Reseller;
}

const PAGE = 500;

export const resellerExport = exportKind<ResellerExportRequest, ExportedReseller>({
  kind: KIND,
  count: async (ctx, request) => (await mayBeRead(ctx, request)).length,
  pages: async function* (ctx, request) {
    const ids = await mayBeRead(ctx, request);
    for (let from = 0; from < ids.length; from += PAGE) {
      const page = await readResellers(ctx.db, ids.slice(from, from + PAGE));
      yield page.map((reseller) => ({
        reseller,
        row: serializeReseller(ctx, request.by, reseller),
      }));
    }
  },
  columns: [
    { header: 'ID', width: 10, cell: ({ row }) => row.id },
    { header: 'Usuário', width: 24, cell: ({ row }) => row.username },
    { header: 'Perfil', width: 12, cell: ({ row }) => profiles[row.profile] },
    { header: 'Ativos', width: 10, cell: ({ row }) => row.totalActives },
    { header: 'Ativos Árvore', width: 14, cell: ({ row }) => row.treeActives },
    { header: 'Revendas na árvore', width: 18, cell: ({ row }) => row.treeResellers },
    { header: 'Contas IPTV', width: 12, cell: ({ row }) => row.totalIptv },
    { header: 'Contas P2P', width: 12, cell: ({ row }) => row.totalUp2p },
    { header: 'WhatsApp', width: 18, cell: ({ row }) => row.email },
    { header: 'E-mail', width: 28, cell: ({ row }) => row.emailContact },
    { header: 'Créditos', width: 12, cell: ({ row }) => row.credits },
    { header: 'Última recarga', width: 18, cell: ({ reseller }) => reseller.lastTopupAt },
    { header: 'Dias sem recarga', width: 16, cell: ({ row }) => row.daysToDue },
    {
      header: 'Bloqueado',
      width: 11,
      cell: ({ row }) => (row.status && !row.blockAdmin ? 'Não' : 'Sim'),
    },
    { header: 'Dono', width: 24, cell: ({ row }) => row.owner },
    { header: 'Franquia', width: 10, cell: ({ row }) => row.idFranchise },
    { header: 'Criado em', width: 18, cell: ({ reseller }) => reseller.createdAt },
    { header: 'Excluído em', width: 18, cell: ({ reseller }) => reseller.deletedAt },
  ],
});

const profiles = { admin: 'Administração', franchise: 'Franquia', reseller: 'Revenda' } as const;

async function mayBeRead(
  ctx: ReadingContext,
  request: ResellerExportRequest,
): Promise<readonly number[]> {
  await mayList(ctx.db, request.by, request);
  return findAllResellers(ctx.db, request.by, request, ctx.clock.now());
}
