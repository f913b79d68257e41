/** Every job the worker knows. Hours are UTC: 7:00 is 4:00 in São Paulo, when nobody sells. */
import { deleteOldActivationCodes } from './activation/delete-old-codes.ts';
import { type BatchKind, batchTask } from './batches/batches.ts';
import { batchRowExport } from './batches/export-batch-rows.ts';
import { deleteOldBatches } from './batches/delete-old-batches.ts';
import { detectSharing } from './abuse/detect-sharing.ts';
import { sourceCheck } from './catalogue/check-sources.ts';
import { deleteOldImportEntries } from './catalogue/delete-old-entries.ts';
import { guideRead, readGuides } from './catalogue/guide-read.ts';
import { importApply } from './catalogue/import-apply.ts';
import { importRead } from './catalogue/import-read.ts';
import { movementExport } from './credits/export-movements.ts';
import { takeMovementMonths } from './credits/movement-months.ts';
import { verifyLedger } from './credits/verify-ledger.ts';
import { takeTreeTotals } from './dashboard/take-tree-totals.ts';
import { deleteOldExports } from './exports/delete-old-exports.ts';
import type { Job } from './foundation/jobs.ts';
import { eraseDeletedLines } from './lines/erase-deleted-lines.ts';
import { bulkLineKinds } from './lines/bulk-actions.ts';
import { lineExport } from './lines/export-lines.ts';
import { importLines } from './lines/import-file/import-batch.ts';
import { deleteOldLineFiles } from './lines/import-file/line-files.ts';
import { takeLineMonths } from './reports/take-line-months.ts';
import { eraseDeletedResellers } from './resellers/erase-deleted-resellers.ts';
import { resellerExport } from './resellers/export-resellers.ts';
import { eraseOldTraces } from './sessions/erase-old-traces.ts';
import { type TaskKind, runTasks, requeueTasks } from './tasks/tasks.ts';
import { endStaleViewings } from './watching/end-stale-viewings.ts';
import { deleteStalePresence } from './watching/watching.ts';

/** Every act that is done to many lines at once. */
export const batchKinds: readonly BatchKind[] = [...bulkLineKinds, importLines];

/** Every kind of long work a person can ask for. */
export const taskKinds: readonly TaskKind[] = [
  importRead,
  importApply,
  guideRead,
  sourceCheck,
  movementExport,
  resellerExport,
  lineExport,
  batchTask(batchKinds),
  batchRowExport,
];

export const jobs: readonly Job[] = [
  {
    name: 'prove-ledger',
    schedule: '0 7 * * *',
    work: async (ctx) => void (await verifyLedger(ctx)),
  },
  { name: 'forget-old-traces', schedule: '30 7 * * *', work: eraseOldTraces },
  eraseDeletedLines,
  eraseDeletedResellers,
  deleteStalePresence,
  endStaleViewings,
  detectSharing,
  takeTreeTotals,
  takeMovementMonths,
  takeLineMonths,
  deleteOldImportEntries,
  deleteOldExports,
  deleteOldLineFiles,
  deleteOldActivationCodes,
  deleteOldBatches,
  readGuides,
  requeueTasks,
];

/** What people wait for may take hours: done by a worker of its own, it holds up nothing of the clock's. */
export const longJobs: readonly Job[] = [runTasks(taskKinds)];
