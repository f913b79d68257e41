/**
 * Exports Resultado.xlsx: the outcome of each row of a batch. Contains the credentials only of
 * lines that the account may see.
 */
import type { exportBatchRows as declaration } from '@ramal/contract/batches';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { batchParticiple, UNDONE_PARTICIPLE } from '@ramal/contract/rules/batch-outcomes';
import { customerName } from '@ramal/contract/rules/customer-name';
import { fromHundredths } from '@ramal/contract/rules/money';
import { type PlatformKey, platformKeys } from '@ramal/contract/rules/platforms';
import sql from 'sql-template-tag';
import { exportKind, type ExportRequest, startExport } from '../exports/exports.ts';
import type { Call } from '../foundation/http/bind.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { openPlatforms } from '../access/access.ts';
import { isOwnBatch, readBatch, rowColumns, visibleLine } from './read-batches.ts';

const KIND = 'export-batch-rows';
const PAGE = 1000;

interface Input extends ExportRequest {
  readonly batchId: number;
  /**
   * Platforms that were open to the account when it requested the export. Undefined in exports of
   * older releases.
   */
  readonly platforms?: readonly PlatformKey[];
}

interface Row {
  readonly kind: string;
  readonly number: number;
  readonly label: string;
  readonly nota: string;
  readonly outcome: 'done' | 'refused' | 'waiting';
  readonly message: string;
  readonly charged: number;
  readonly isUndone: boolean;
  readonly password: string | null;
  readonly expiresAt: Date | null;
}

export async function exportBatchRows(
  ctx: AppContext,
  { actor, params }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const batch = await readBatch(ctx.db, actor, params.id);
  return ctx.db.tx((tx) =>
    startExport(ctx, tx, {
      kind: KIND,
      by: actor,
      file: `Resultado-${batch.id}.xlsx`,
      payload: { batchId: batch.id, platforms: openPlatforms(actor) },
    }),
  );
}

/**
 * Returns the customer's name from the note of a row. Returns an empty text if it is the login,
 * because the login has a separate column.
 */
const nameOf = ({ label, nota }: Pick<Row, 'label' | 'nota'>): string => {
  const { name } = customerName({ username: label, note: nota });
  return name === label ? '' : name;
};

const outcomeLabel = ({ kind, outcome, isUndone }: Row): string => {
  const participle = isUndone ? UNDONE_PARTICIPLE : batchParticiple(kind);
  return { done: participle, refused: 'Recusada', waiting: `Não ${participle.toLowerCase()}` }[
    outcome
  ];
};

export const batchRowExport = exportKind<Input, Row>({
  kind: KIND,
  count: async ({ db }, { by: actor, batchId }) => (await readBatch(db, actor, batchId)).total,
  pages: async function* ({ db }, { by: actor, batchId, platforms = platformKeys }) {
    for (let last = 0; ;) {
      const rows = await db.many<Row>(sql`
        select ${rowColumns}, b.kind, b.undone_at is not null as is_undone, l.password, l.expires_at
        from batches b join batch_rows r on r.batch_id = b.id
          left join lines l on ${visibleLine(actor, platforms)}
        where ${isOwnBatch(actor, batchId)} and r.number > ${last}
        order by r.number limit ${PAGE}`);
      if (rows.length === 0) return;
      yield rows;
      last = rows.at(-1)!.number;
    }
  },
  columns: [
    { header: 'Nº', width: 8, cell: ({ number }) => number },
    { header: 'Cliente', width: 26, cell: ({ label, nota }) => nameOf({ label, nota }) },
    { header: 'Usuário', width: 22, cell: ({ label }) => label },
    { header: 'Resultado', width: 12, cell: outcomeLabel },
    { header: 'Motivo', width: 48, cell: ({ message }) => message },
    { header: 'Créditos', width: 10, cell: ({ charged }) => fromHundredths(charged) },
    { header: 'Senha', width: 16, cell: ({ password }) => password },
    { header: 'Vencimento', width: 18, cell: ({ expiresAt }) => expiresAt },
  ],
});
