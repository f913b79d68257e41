import { deleteListView, getListViews, saveListView } from '@ramal/contract/list-views';
import { flagActions, flagToggles, getSettings } from '@ramal/contract/settings';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { readFlags, toggleFlag } from './flags.ts';
import { deleteView, readViews, saveView } from './list-views.ts';

export const settingsRoutes = (ctx: AppContext): Binding[] => [
  bind(getSettings, () => readFlags(ctx.db)),
  ...flagToggles.map((toggle) =>
    bind(toggle, (by) => toggleFlag(ctx, by, flagActions[toggle.action])),
  ),
  bind(getListViews, ({ actor, query }) => readViews(ctx.db, actor.id, query.list)),
  bind(saveListView, ({ actor, body }) => saveView(ctx, actor.id, body)),
  bind(deleteListView, ({ actor, params }) => deleteView(ctx, actor.id, params.id)),
];
