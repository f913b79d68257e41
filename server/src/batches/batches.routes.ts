import {
  continueBatch as continueDeclaration,
  exportBatchRows as exportDeclaration,
  getBatch,
  listBatchRows as rowsDeclaration,
  listBatches as listDeclaration,
} from '@ramal/contract/batches';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { continueBatch } from './continue-batch.ts';
import { exportBatchRows } from './export-batch-rows.ts';
import { listBatchRows, listBatches, readBatch, readBatchResult } from './read-batches.ts';

export const batchRoutes = (ctx: AppContext): Binding[] => [
  bind(listDeclaration, (call) => listBatches(ctx, call)),
  bind(getBatch, ({ actor, params }) => readBatchResult(ctx, actor, params.id)),
  bind(rowsDeclaration, (call) => listBatchRows(ctx, call)),
  bind(exportDeclaration, (call) => exportBatchRows(ctx, call)),
  bind(continueDeclaration, async (call) => {
    const { actor, params } = call;
    await continueBatch(ctx, call, params.id);
    return {
      message: 'Trabalho retomado',
      batch: await readBatch(ctx.db, actor, params.id),
    };
  }),
];
