import { deleteListView, getListViews, saveListView } from '@ramal/contract/list-views';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { deleteView, readViews, saveView } from './list-views.ts';

export const viewRoutes = (ctx: AppContext): Binding[] => [
  bind(getListViews, ({ actor, query }) => readViews(ctx.db, actor.id, query.list)),
  bind(saveListView, ({ actor, body }) => saveView(ctx, actor.id, body)),
  bind(deleteListView, ({ actor, params }) => deleteView(ctx, actor.id, params.id)),
];
