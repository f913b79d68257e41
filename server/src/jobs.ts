/** Every job the worker knows. Hours are UTC: 7:00 is 4:00 in São Paulo, when nobody sells. */
import { deleteOldActivationCodes } from './activation/activation.ts';
import { type BatchKind, batchRowExport, batchTask, deleteOldBatches } from './batches/batches.ts';
import { detectSharing } from './abuse/abuse.ts';
import {
  deleteOldImportEntries,
  guideRead,
  importApply,
  importRead,
  readGuides,
  sourceCheck,
} from './catalogue/catalogue.ts';
import { movementExport, takeMovementMonths, verifyLedger } from './credits/credits.ts';
import { takeTreeTotals } from './dashboard/dashboard.ts';
import { deleteOldExports } from './exports/exports.ts';
import type { Job } from './foundation/jobs.ts';
import { eraseDeletedLines, eraseDeletedResellers, eraseOldTraces } from './retention/retention.ts';
import { bulkLineKinds, deleteOldLineFiles, importLines, lineExport } from './lines/lines.ts';
import { takeLineMonths } from './reports/reports.ts';
import { resellerExport } from './resellers/resellers.ts';
import { requeueTasks, runTasks, type TaskKind } from './tasks/tasks.ts';
import { deleteStalePresence, endStaleViewings } from './watching/watching.ts';

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

/** Twice what one account may have running, so that a busy account leaves room for others. */
export const LONG_JOBS_AT_ONCE = 4;
