/** Subscription lines of every platform: create, list, change, extend, migrate, import, delete and restore. */
export { bulkLineKinds } from './bulk/bulk-actions.ts';
export { bulkFunctionKinds } from './bulk/bulk-functions.ts';
export { type ImportedLineInput, insertImportedLines } from './create/insert-imported-lines.ts';
export { changeLine } from './change/change-line.ts';
export { createLine, type LineSource } from './create/create-line.ts';
export { retryOnNameConflict } from './create/retry-on-name-conflict.ts';
export { findSoldProduct, sellLine, type SoldProduct } from './create/sell-line.ts';
export { newLinePassword } from './credentials.ts';
export { deleteLine } from './delete/delete-line.ts';
export { lineExport } from './list/export-lines.ts';
export { extendLine } from './change/extend-line.ts';
export {
  findAccessibleLine,
  lockLine,
  lockLineToRenew,
  lockLineToUndo,
  lockUndeletedLine,
} from './find-accessible-line.ts';
export { importLines } from './import-file/import-batch.ts';
export { lineReceipt } from './line-answers.ts';
export { lineActionRoutes } from './line-action-routes.ts';
export { type Line, lineColumns, mayCreateTrials, restorableSince } from './line.ts';
export { lineRoutes } from './lines.routes.ts';
export { promoteLine } from './change/promote-line.ts';
export { listLines } from './list/list-lines.ts';
export { type Product, type ProductChoice, productEventData, productName } from './product.ts';
export { lineUndo } from './change/undo-line.ts';
export { switchLine } from './change/switch-line.ts';
export { alignTimeZone } from './align-time-zone.ts';
export { insertTrialDeviceCte, type LastTrials, readLastTrials } from './history/trial-history.ts';
export { scopeFor } from './list/owner-filter.ts';
