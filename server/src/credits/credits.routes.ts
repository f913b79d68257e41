import * as contract from '@ramal/contract/resellers/credits';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { toReadingContext } from '../foundation/queries/reading-context.ts';
import { exportExtract } from './export-extract.ts';
import { exportMovements } from './export-movements.ts';
import { getExtract } from './extract.ts';
import { listMovements } from './list-movements.ts';

export const creditRoutes = (ctx: AppContext): Binding[] => [
  bind(contract.listMovements, async (call) =>
    listMovements(call.query.search === undefined ? ctx : await toReadingContext(ctx), call),
  ),
  bind(contract.exportMovements, (call) => exportMovements(ctx, call)),
  bind(contract.getExtract, async (call) => getExtract(await toReadingContext(ctx), call)),
  bind(contract.exportExtract, async (call) => exportExtract(await toReadingContext(ctx), call)),
];
