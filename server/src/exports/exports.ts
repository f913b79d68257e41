/**
 * Creates files in the background: a call starts an export, a task writes the file, and the client
 * downloads it when it is ready.
 */
export { exportRoutes } from './exports.routes.ts';
export { exportKind, type ExportRequest, startExport } from './run-export.ts';
