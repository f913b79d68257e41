import { deleteListView, getListViews, saveListView } from '@ramal/contract/list-views';
import type { House } from '../foundation/house.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { eraseView, readViews, saveView } from './list-views.ts';

export const viewRoutes = (house: House): Binding[] => [
  bind(getListViews, ({ actor, query }) => readViews(house.db, actor.id, query.list)),
  bind(saveListView, ({ actor, body }) => saveView(house, actor.id, body)),
  bind(deleteListView, ({ actor, params }) => eraseView(house, actor.id, params.id)),
];
