/** Batches: one action on many lines. Every row is processed once and has a separate result. */
export { batchRoutes } from './batches.routes.ts';
export { countReasons } from './count-reasons.ts';
export { batchRowExport } from './export-batch-rows.ts';
export { readBatch } from './read-batches.ts';
export {
  type BatchKind,
  type BatchRowResult,
  batchTask,
  CHUNK_ROWS,
  startBatch,
} from './run-batch.ts';
export { markBatchUndone } from './undo-batch.ts';
