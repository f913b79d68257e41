/** One action on many lines: every row is done once, in a transaction of its own, with its result. */
export { batchRoutes } from './batches.routes.ts';
export { deleteOldBatches } from './delete-old-batches.ts';
export { batchRowExport } from './export-batch-rows.ts';
export { readBatch } from './read-batches.ts';
export { type BatchKind, type BatchRowResult, batchTask, startBatch } from './run-batch.ts';
