/** Binds the call that settles what happened outside; the release is bound in `reconciliation`. */
import { settleOutside as settling } from '@ramal/contract/operations/quarantine';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { settleOutside } from './settled-outside.ts';

export const quarantineRoutes = (ctx: AppContext): Binding[] => [
  bind(settling, (call) => settleOutside(ctx, call, call.body)),
];
