/** After a restore: what happened outside since the moment of the data, for the admin who releases the panel. */
import {
  actOutside as acting,
  listOutside,
  releaseQuarantine,
} from '@ramal/contract/operations/quarantine';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { actOutside } from './act-outside.ts';
import { readOutside } from './read-outside.ts';
import { releasePanel } from './release-panel.ts';

export const reconciliationRoutes = (ctx: AppContext): Binding[] => [
  bind(acting, (call) => actOutside(ctx, call)),
  bind(listOutside, () => readOutside(ctx)),
  bind(releaseQuarantine, (call) => releasePanel(ctx, call)),
];
