import * as contract from '@ramal/contract/resellers/credits';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { exportExtract } from './export-extract.ts';
import { exportMovements } from './export-movements.ts';
import { getExtract } from './extract.ts';
import { listMovements } from './list-movements.ts';

export const creditRoutes = (ctx: AppContext): Binding[] => [
  bind(contract.listMovements, (call) => listMovements(ctx, call)),
  bind(contract.exportMovements, (call) => exportMovements(ctx, call)),
  bind(contract.getExtract, (call) => getExtract(ctx, call)),
  bind(contract.exportExtract, (call) => exportExtract(ctx, call)),
];
