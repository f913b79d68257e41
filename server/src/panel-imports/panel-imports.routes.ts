/** Binds the calls on imports from another panel. */
import {
  applyPanelImport,
  discardPanelImport,
  getPanelImport,
  validatePanelImport,
  listPanelImportRows,
  listPanelImports,
  pullPanelImport,
  undoPanelImport,
  uploadPanelDump,
} from '@ramal/contract/operations/panel-imports';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind, bindWithCode } from '../foundation/http/bind.ts';
import { createSpendCode } from '../second-factors/second-factors.ts';
import { applyImport, applyRequiresCode } from './apply-import.ts';
import { discardImport } from './discard-import.ts';
import { checkImport } from './check-import.ts';
import { pullServer } from './pull-server.ts';
import { listImportRows, listImports, readPanelImport } from './read-import.ts';
import { undoImport } from './undo-import.ts';
import { uploadDump } from './upload-dump.ts';

export function panelImportRoutes(ctx: AppContext): Binding[] {
  const spendCode = createSpendCode(ctx);
  return [
    bind(listPanelImports, () => listImports(ctx)),
    bind(uploadPanelDump, (call) => uploadDump(ctx, call)),
    bind(pullPanelImport, (call) => pullServer(ctx, call)),
    bind(getPanelImport, ({ params }) => readPanelImport(ctx.db, params.id)),
    bind(validatePanelImport, (call) => checkImport(ctx, call)),
    bind(listPanelImportRows, (call) => listImportRows(ctx, call)),
    bindWithCode(
      applyPanelImport,
      (call) => applyImport(ctx, spendCode, call),
      (call) => applyRequiresCode(ctx, call),
    ),
    bind(undoPanelImport, (call) => undoImport(ctx, call)),
    bind(discardPanelImport, (call) => discardImport(ctx, call)),
  ];
}
