import {
  listBulkFunctions,
  startBulkFunctions,
  undoBulkFunction as undoDeclaration,
} from '@ramal/contract/lines/bulk-functions';
import type { AppContext } from '../../foundation/app-context.ts';
import { type Binding, bind } from '../../foundation/http/bind.ts';
import { startBulkFunction, undoBulkFunction } from './bulk-functions.ts';
import { readBulkFunctions } from './read-bulk-functions.ts';

export const bulkFunctionRoutes = (ctx: AppContext): Binding[] => [
  bind(listBulkFunctions, (call) => readBulkFunctions(ctx, call)),
  ...startBulkFunctions.map((declaration) =>
    bind(declaration, (call) => startBulkFunction(ctx, call, declaration.action)),
  ),
  bind(undoDeclaration, (call) => undoBulkFunction(ctx, call)),
];
