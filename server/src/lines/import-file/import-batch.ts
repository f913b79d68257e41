/**
 * Imports the customers of a previewed file row by row, with the use case of a single import. The
 * file's rows become the rows of a batch. Rejected rows are included with their reason, so that the
 * results cover the whole file.
 */
import { refuse } from '@ramal/contract/api/errors';
import type { Batch } from '@ramal/contract/batches';
import type { FilePlan, importLineFile as importing } from '@ramal/contract/lines/line-import';
import { platforms } from '@ramal/contract/rules/platforms';
import sql from 'sql-template-tag';
import { type BatchKind, readBatch, startBatch } from '../../batches/batches.ts';
import { formatDateTime } from '../../foundation/clock.ts';
import type { Call } from '../../foundation/http/bind.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { runOncePerKey } from '../../foundation/idempotency.ts';
import { importLine, refuseClosedPlatform } from '../create/import-line.ts';
import { type LockedForNewLines, lockForNewLines } from '../create/lock-for-new-line.ts';
import { lockFile } from './preview-file.ts';
import { importFields, rowReason } from './preview-rows.ts';
import type { FileCustomer } from './read-row.ts';

const KIND = 'import-lines';

type BatchInput = Pick<FilePlan, 'platform'>;
type RowAsked = (FileCustomer & { readonly hundredths: number }) | { readonly reason: string };

export async function importFile(
  ctx: AppContext,
  { params, actor, requestMeta, key }: Call<typeof importing>,
): Promise<{ message: string; batch: Batch }> {
  const caller = { actor, requestMeta, key };
  return ctx.db.tx((tx) =>
    runOncePerKey(tx, caller, async () => {
      const { plan: mapping } = await lockFile(tx, actor, params.id);
      if (!mapping) return refuse('line_file_not_checked');
      refuseClosedPlatform(actor, platforms[mapping.platform]);
      const approved = await tx.first(sql`
        select from line_file_rows where file_id = ${params.id} and reason = '' limit 1`);
      if (!approved) refuse('line_file_not_checked');
      const input: BatchInput = { platform: mapping.platform };
      const batchId = await startBatch(ctx, tx, caller, {
        kind: KIND,
        title: `Importar linhas para ${platforms[mapping.platform].label}`,
        asked: input,
        rows: sql`
          select number, null::bigint as line_id, coalesce(asked->>'username', '') as label, asked
          from line_file_rows where file_id = ${params.id} and reason is not null`,
      });
      await tx.run(sql`delete from line_file_rows where file_id = ${params.id}`);
      await tx.run(sql`update line_files set batch_id = ${batchId!} where id = ${params.id}`);
      return { message: 'Importação iniciada', batch: await readBatch(tx, actor, batchId!) };
    }),
  );
}

export const importLines: BatchKind<BatchInput, RowAsked, LockedForNewLines> = {
  kind: KIND,
  prepare: ({ db }, caller, { platform }, rows) => {
    const products = rows.flatMap(({ asked: row }) => ('reason' in row ? [] : [row.product]));
    return db.tx((tx) => lockForNewLines(tx, caller, platforms[platform], products));
  },
  act: async (ctx, caller, { input: { platform }, row: { asked: row }, shared: locked }) => {
    if ('reason' in row) return refuseRow(row.reason);
    const { hundredths: shownHundredths, ...customer } = row;
    const imported = {
      ...customer,
      platform: platforms[platform],
      isTakenOver: false,
      shownHundredths,
      locked,
      fields: importFields,
    };
    try {
      return await importLine(ctx, caller, imported, ({ line, hundredths }) => ({
        message: `vence em ${formatDateTime(line.expiresAt, ctx.clock.timeZone)}`,
        hundredths,
        lineId: line.id,
      }));
    } catch (error) {
      return refuseRow(rowReason(error));
    }
  },
};

const refuseRow = (reason: string): never =>
  refuse('line_file_row_refused', { values: { reason } });
