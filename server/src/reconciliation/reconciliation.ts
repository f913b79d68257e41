/** After a restore: what happened outside since the moment of the data, for the admin who releases the panel. */
import { actOutside as acting, listOutside } from '@ramal/contract/operations/quarantine';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { actOutside } from './act-outside.ts';
import { readOutside } from './read-outside.ts';

export const reconciliationRoutes = (ctx: AppContext): Binding[] => [
  bind(acting, (call) => actOutside(ctx, call)),
  bind(listOutside, () => readOutside(ctx)),
];
