import { flagActions, flagToggles, getSettings } from '@ramal/contract/settings';
import type { House } from '../foundation/house.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { readFlags, toggleFlag } from './flags.ts';

export const settingsRoutes = (house: House): Binding[] => [
  bind(getSettings, () => readFlags(house.db)),
  ...flagToggles.map((toggle) =>
    bind(toggle, (by) => toggleFlag(house, by, flagActions[toggle.action])),
  ),
];
