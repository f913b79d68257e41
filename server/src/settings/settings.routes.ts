import { flagActions, flagToggles, getSettings } from '@ramal/contract/settings';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { readFlags, toggleFlag } from './flags.ts';

export const settingsRoutes = (ctx: AppContext): Binding[] => [
  bind(getSettings, () => readFlags(ctx.db)),
  ...flagToggles.map((toggle) =>
    bind(toggle, (by) => toggleFlag(ctx, by, flagActions[toggle.action])),
  ),
];
