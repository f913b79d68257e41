import * as contract from '@ramal/contract/logs';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { reading } from '../foundation/queries/reading.ts';
import { exportLog } from './export-log.ts';
import { getLog } from './read-log.ts';

export const logRoutes = (ctx: AppContext): Binding[] => [
  bind(contract.getLog, async (call) => getLog(await reading(ctx), call)),
  bind(contract.exportLog, async (call) => exportLog(await reading(ctx), call)),
];
