import * as contract from '@ramal/contract/resellers/limits';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { getLimits } from './get-limits.ts';
import { setLimits } from './set-limits.ts';

export const limitRoutes = (ctx: AppContext): Binding[] => [
  bind(contract.getLimits, (call) => getLimits(ctx, call)),
  bind(contract.setLimits, (call) => setLimits(ctx, call)),
];
