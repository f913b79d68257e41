import {
  editChannelSources,
  getChannelSources,
  listChannelSources,
} from '@ramal/contract/catalogue/channel-sources';
import type { AppContext } from '../../foundation/app-context.ts';
import { type Binding, bind } from '../../foundation/http/bind.ts';
import { sourceCheckRoutes } from './check-sources.ts';
import { changeChannelSources } from './edit-channel-sources.ts';
import { listSources } from './list-channel-sources.ts';
import { readChannelSources } from './read-channel-sources.ts';

export const channelSourceRoutes = (ctx: AppContext): Binding[] => [
  bind(listChannelSources, (call) => listSources(ctx, call)),
  bind(getChannelSources, ({ params }) => readChannelSources(ctx, ctx.db, params.id)),
  bind(editChannelSources, (call) => changeChannelSources(ctx, call)),
  ...sourceCheckRoutes(ctx),
];
