import {
  actOutside as acting,
  listOutside,
  releaseQuarantine,
  settleOutside as settling,
} from '@ramal/contract/operations/quarantine';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { actOutside } from './act-outside.ts';
import type { OutsideSources } from './outside-source.ts';
import { readOutside } from './read-outside.ts';
import { releasePanel } from './release-panel.ts';
import { settleOutside } from './settled-outside.ts';

export const quarantineRoutes = (ctx: AppContext, outside: OutsideSources): Binding[] => [
  bind(settling, (call) => settleOutside(ctx, call, call.body)),
  bind(acting, (call) => actOutside(ctx, outside, call)),
  bind(listOutside, () => readOutside(ctx, outside)),
  bind(releaseQuarantine, (call) => releasePanel(ctx, outside, call)),
];
