import {
  endViewing,
  getMomentAbuse,
  listLineViewings as listLineViewingsDeclaration,
  listRefusedPlays as listing,
} from '@ramal/contract/watching';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { endViewingByHand } from './end-viewing.ts';
import { listLineViewings, listViewings } from './list-viewings.ts';
import { listRefusedPlays } from './refused-plays.ts';

export const watchingRoutes = (ctx: AppContext): Binding[] => [
  bind(getMomentAbuse, (by) => listViewings(ctx, by, by.body)),
  bind(listLineViewingsDeclaration, (by) => listLineViewings(ctx, by, by.params.id)),
  bind(listing, (by) => listRefusedPlays(ctx, by, by.body.username)),
  bind(endViewing, async (by) => {
    await endViewingByHand(ctx, by, by.params.id);
    return { message: 'Exibição encerrada' };
  }),
];
