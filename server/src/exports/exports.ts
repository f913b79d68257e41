/** Files made in the background: an export is started, written by a task and downloaded once it is ready. */
export { exportRoutes } from './exports.routes.ts';
export { exportKind, type ExportRequest, startExport } from './run-export.ts';
