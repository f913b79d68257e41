import { settleLineDifferences } from '@ramal/contract/operations/line-servers';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { settleDifferences } from './settle-differences.ts';

export const serverLineRoutes = (ctx: AppContext): Binding[] => [
  bind(settleLineDifferences, (call) => settleDifferences(ctx, call)),
];
