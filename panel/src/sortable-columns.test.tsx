/** Every column of these lists sorts, by a name that its call knows (Q-PAGING). */
import { batchSorts } from '@ramal/contract/batches';
import { importEntrySorts } from '@ramal/contract/catalogue/catalogue-lists';
import { deviceSorts } from '@ramal/contract/devices';
import { logSorts } from '@ramal/contract/logs';
import { rechargeSorts } from '@ramal/contract/payments/recharges';
import { extractSorts, movementSorts } from '@ramal/contract/resellers/credits';
import { expect, it } from 'vitest';
import { batchColumns } from './batches/batch-columns.tsx';
import { entryColumns } from './catalogue/imports/entry-columns.tsx';
import { movementColumns } from './credits/movement-columns.tsx';
import { extractColumns } from './credits/extract-columns.tsx';
import { deviceColumns } from './devices/device-columns.tsx';
import { logColumns } from './logs/log-columns.tsx';
import { rechargeColumns } from './payments/recharges/recharge-columns.tsx';
import { type Column, sortKey } from './ui/table/columns.ts';

const sorts = (columns: readonly Column<never>[]) => columns.map((column) => sortKey(column));

it.each([
  ['log', logColumns({ withIds: true, withTypes: true }), logSorts],
  ['devices', deviceColumns(new Date(), true), deviceSorts],
  ['batches', batchColumns(() => undefined), batchSorts],
  ['movements', movementColumns({ hasBalance: true, ofTree: true }), movementSorts],
  ['statement', extractColumns, extractSorts],
  ['recharges', rechargeColumns(false), rechargeSorts],
  ['changed entries', entryColumns('changed'), importEntrySorts],
  ['refused entries', entryColumns('refused'), importEntrySorts],
] as const)('%s', (_, columns, known) => {
  for (const sort of sorts(columns as readonly Column<never>[])) expect(known).toContain(sort);
});
