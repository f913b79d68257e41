import { getCohorts } from '@ramal/contract/numbers/cohorts';
import {
  createCost as createDeclaration,
  deleteCost as deleteDeclaration,
  editCost as editDeclaration,
  listCosts as listDeclaration,
} from '@ramal/contract/numbers/costs';
import {
  getNumberGroups,
  getNumbers,
  getNumberSettings as getSettingsDeclaration,
  getTrialGroups,
  saveNumberSettings as saveSettingsDeclaration,
} from '@ramal/contract/numbers/numbers';
import {
  exportNumberRows as exportDeclaration,
  listNumberRows as listRowsDeclaration,
} from '@ramal/contract/numbers/rows';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { toReadingContext } from '../foundation/queries/reading-context.ts';
import { createCost, deleteCost, editCost } from './costs/costs.ts';
import { listCosts } from './costs/list-costs.ts';
import { exportNumberRows } from './export-rows.ts';
import { getNumberSettings, saveNumberSettings } from './number-settings.ts';
import { listNumberRows } from './read/list-rows.ts';
import { readCohorts } from './read/read-cohorts.ts';
import { readGroups } from './read/read-groups.ts';
import { readNumbers } from './read/read-numbers.ts';
import { readTrials } from './read/read-trials.ts';

export const numberRoutes = (ctx: AppContext): Binding[] => [
  bind(getNumbers, async (call) => readNumbers(await toReadingContext(ctx), call)),
  bind(getNumberGroups, async (call) => readGroups(await toReadingContext(ctx), call)),
  bind(getTrialGroups, async (call) => readTrials(await toReadingContext(ctx), call)),
  bind(getCohorts, async (call) => readCohorts(await toReadingContext(ctx), call)),
  bind(listRowsDeclaration, async (call) => listNumberRows(await toReadingContext(ctx), call)),
  bind(exportDeclaration, (call) => exportNumberRows(ctx, call)),
  // Costs are read from the primary, because the form shows them right after it saved one.
  bind(listDeclaration, (call) => listCosts(ctx, call)),
  bind(createDeclaration, (call) => createCost(ctx, call)),
  bind(editDeclaration, (call) => editCost(ctx, call)),
  bind(deleteDeclaration, (call) => deleteCost(ctx, call)),
];

/** Settings of the account, which API keys may not change. */
export const numberSettingsRoutes = (ctx: AppContext): Binding[] => [
  bind(getSettingsDeclaration, (call) => getNumberSettings(ctx, call)),
  bind(saveSettingsDeclaration, (call) => saveNumberSettings(ctx, call)),
];
