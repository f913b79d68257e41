import { openLive } from '@ramal/contract/live';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { getLiveHub } from '../foundation/live/live-hub.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { isStillSignedIn } from './authenticate.ts';

export const liveRoutes = (ctx: AppContext): Binding[] => [
  bind(openLive, async ({ actor }) =>
    getLiveHub(ctx).open({
      id: actor.id,
      profile: actor.profile,
      isAllowed: () => isStillSignedIn(ctx, actor.signInId),
    }),
  ),
];
