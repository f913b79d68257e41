import { exportLog as exporting, getLog as reading } from '@ramal/contract/logs';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { exportLog } from './export-log.ts';
import { getLog } from './read-log.ts';

export const logRoutes = (ctx: AppContext): Binding[] => [
  bind(reading, (call) => getLog(ctx, call)),
  bind(exporting, (call) => exportLog(ctx, call)),
];
