import {
  discardLineFile,
  getLineFile,
  importLineFile,
  validateLineFile,
  listLineFileRows,
  uploadLineFile,
} from '@ramal/contract/lines/line-import';
import { type Binding, bind } from '../../foundation/http/bind.ts';
import { createFailureLimiter } from '../../foundation/limits/rate-limiter.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { importFile } from './import-batch.ts';
import { previewFile } from './preview-file.ts';
import { discardFile, listFileRows, readLineFile, uploadFile } from './line-files.ts';

export function importFileRoutes(ctx: AppContext): Binding[] {
  const exhausted = createFailureLimiter(ctx, 'line-file-exhausted');
  return [
    bind(uploadLineFile, (call) => uploadFile(ctx, exhausted, call)),
    bind(getLineFile, ({ actor, params }) => readLineFile(ctx.db, actor, params.id)),
    bind(validateLineFile, (call) => previewFile(ctx, call)),
    bind(listLineFileRows, (call) => listFileRows(ctx, call)),
    bind(importLineFile, (call) => importFile(ctx, call)),
    bind(discardLineFile, (call) => discardFile(ctx, call)),
  ];
}
