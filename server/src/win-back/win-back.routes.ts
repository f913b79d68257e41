import * as results from '@ramal/contract/win-back/results';
import * as groups from '@ramal/contract/win-back/win-back';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { saveGroup } from './groups/save-group.ts';
import { readWinBack } from './people/read-win-back.ts';
import { readSamples } from './people/samples.ts';
import { listRows } from './results/list-rows.ts';
import { readResults } from './results/read-results.ts';

export const winBackRoutes = (ctx: AppContext): Binding[] => [
  bind(groups.getWinBack, (call) => readWinBack(ctx, call)),
  bind(groups.saveWinBackGroup, (call) => saveGroup(ctx, call)),
  bind(groups.listWinBackSamples, (call) => readSamples(ctx, call)),
  bind(results.getWinBackResults, (call) => readResults(ctx, call)),
  bind(results.listWinBackRows, (call) => listRows(ctx, call)),
];
