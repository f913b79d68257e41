import { exportEpg as exporting, verifyEpg as verifying } from '@ramal/contract/catalogue/epg';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { exportEpg } from './export-epg.ts';
import { verifyEpg } from './verify-epg.ts';

export const epgRoutes = (ctx: AppContext): Binding[] => [
  bind(exporting, (call) => exportEpg(ctx, call)),
  bind(verifying, () => verifyEpg(ctx)),
];
