/**
 * Resultado.xlsx: how each row of a batch ended, with the credentials of the lines its account may
 * see.
 */
import type { exportBatchRows as declaration } from '@ramal/contract/batches';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { fromHundredths } from '@ramal/contract/rules/money';
import { type PlatformKey, platformKeys } from '@ramal/contract/rules/platforms';
import sql from 'sql-template-tag';
import { exportKind, type ExportRequest, startExport } from '../exports/exports.ts';
import type { Call } from '../foundation/http/bind.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { inTree, openPlatforms } from '../access/access.ts';
import { ofRequester, readBatch, rowColumns } from './read-batches.ts';

const KIND = 'export-batch-rows';
const PAGE = 1000;

interface Input extends ExportRequest {
  readonly batchId: number;
  /** Those that were open to the account when it asked; an export begun before this was kept has none. */
  readonly platforms?: readonly PlatformKey[];
}

interface Row {
  readonly number: number;
  readonly label: string;
  readonly outcome: 'done' | 'refused' | 'waiting';
  readonly message: string;
  readonly charged: number;
  readonly password: string | null;
  readonly expiresAt: Date | null;
}

export async function exportBatchRows(
  ctx: AppContext,
  { actor, params }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const batch = await readBatch(ctx.db, actor, params.id);
  const by = { id: actor.id, profile: actor.profile };
  return ctx.db.tx((tx) =>
    startExport(ctx, tx, {
      kind: KIND,
      by,
      file: `Resultado-${batch.id}.xlsx`,
      payload: { batchId: batch.id, platforms: openPlatforms(actor) },
    }),
  );
}

const words = { done: 'Feita', refused: 'Recusada', waiting: 'Não feita' } as const;

export const batchRowExport = exportKind<Input, Row>({
  kind: KIND,
  count: async ({ db }, { by: actor, batchId }) => (await readBatch(db, actor, batchId)).total,
  pages: async function* ({ db }, { by: actor, batchId, platforms = platformKeys }) {
    for (let last = 0; ;) {
      const rows = await db.many<Row>(sql`
        select ${rowColumns}, l.password, l.expires_at as "expiresAt"
        from batches b join batch_rows r on r.batch_id = b.id
          left join lines l on l.id = r.line_id and l.deleted_at is null and ${inTree(actor, sql`l.owner_id`)}
            and l.platform = any(${platforms}::text[])
        where ${ofRequester(actor, batchId)} and r.number > ${last}
        order by r.number limit ${PAGE}`);
      if (rows.length === 0) return;
      yield rows;
      last = rows.at(-1)!.number;
    }
  },
  columns: [
    { header: 'Nº', width: 8, cell: ({ number }) => number },
    { header: 'Usuário', width: 22, cell: ({ label }) => label },
    { header: 'Resultado', width: 12, cell: ({ outcome }) => words[outcome] },
    { header: 'Motivo', width: 48, cell: ({ message }) => message },
    { header: 'Créditos', width: 10, cell: ({ charged }) => fromHundredths(charged) },
    { header: 'Senha', width: 16, cell: ({ password }) => password },
    { header: 'Vencimento', width: 18, cell: ({ expiresAt }) => expiresAt },
  ],
});
