/**
 * Creates files in the background. A call starts an export, and a task writes the file. The client
 * downloads the file when it is ready.
 */
export { exportRoutes } from './exports.routes.ts';
export { exportKind, type ExportRequest, startExport, startFilledExport } from './run-export.ts';
