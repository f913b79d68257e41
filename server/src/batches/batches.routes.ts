import {
  continueBatch as continueDeclaration,
  exportBatchRows as exportDeclaration,
  getBatch,
  listBatchRows as rowsDeclaration,
  listBatches as listDeclaration,
} from '@ramal/contract/batches';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { House } from '../foundation/house.ts';
import { continueBatch } from './continue-batch.ts';
import { exportBatchRows } from './export-batch-rows.ts';
import { listBatchRows, listBatches, readBatch } from './read-batches.ts';

export const batchRoutes = (house: House): Binding[] => [
  bind(listDeclaration, ({ actor, query }) => listBatches(house, actor, query)),
  bind(getBatch, ({ actor, params }) => readBatch(house.db, actor, params.id)),
  bind(rowsDeclaration, (call) => listBatchRows(house, call)),
  bind(exportDeclaration, (call) => exportBatchRows(house, call)),
  bind(continueDeclaration, async ({ actor, params }) => {
    await continueBatch(house, actor, params.id);
    return {
      message: 'Trabalho retomado',
      batch: await readBatch(house.db, actor, params.id),
    };
  }),
];
