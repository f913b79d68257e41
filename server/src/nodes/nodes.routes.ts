import {
  getProductStatus as getProductStatusDeclaration,
  listNodes as listDeclaration,
  listUpgrades as listUpgradesDeclaration,
  readChangelog as readChangelogDeclaration,
  readNodeLog as readNodeLogDeclaration,
  viewRollback as viewRollbackDeclaration,
  viewVersion as viewVersionDeclaration,
} from '@ramal/contract/operations/nodes';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { readReleases } from './changelog.ts';
import { listNodes, readNodeLog } from './list-nodes.ts';
import { readProductStatus } from './product-status.ts';
import { listUpgrades, viewRollback, viewVersion } from './view-version.ts';

export const nodeRoutes = (ctx: AppContext): Binding[] => [
  bind(viewVersionDeclaration, () => viewVersion(ctx)),
  bind(listDeclaration, () => listNodes(ctx)),
  bind(readNodeLogDeclaration, ({ query }) => readNodeLog(ctx.db, query.id)),
  bind(viewRollbackDeclaration, () => viewRollback(ctx)),
  bind(listUpgradesDeclaration, () => listUpgrades(ctx.db)),
  bind(getProductStatusDeclaration, ({ actor }) => readProductStatus(ctx, actor)),
  bind(readChangelogDeclaration, async () => ({ data: await readReleases() })),
];
