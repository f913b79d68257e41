import * as contract from '@ramal/contract/logs';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { toReadingContext } from '../foundation/queries/reading-context.ts';
import { exportLog } from './export-log.ts';
import { getLog } from './read-log.ts';

export const logRoutes = (ctx: AppContext): Binding[] => [
  bind(contract.getLog, async (call) => getLog(await toReadingContext(ctx), call)),
  bind(contract.exportLog, async (call) => exportLog(await toReadingContext(ctx), call)),
];
