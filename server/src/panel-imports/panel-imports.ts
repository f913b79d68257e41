/** Import from another panel: its dump or its server is read, checked, imported and undone. */
export { panelImportApply } from './apply-import.ts';
export { panelImportRoutes } from './panel-imports.routes.ts';
export { panelImportPull } from './pull-server.ts';
export { panelImportUndo } from './undo-import.ts';
