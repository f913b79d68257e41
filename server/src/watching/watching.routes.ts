import { endViewing, getMomentAbuse } from '@ramal/contract/watching';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { House } from '../foundation/house.ts';
import { endViewingByHand } from './end-viewing.ts';
import { listViewings } from './list-viewings.ts';

export const watchingRoutes = (house: House): Binding[] => [
  bind(getMomentAbuse, (by) => listViewings(house, by, by.body)),
  bind(endViewing, async (by) => {
    await endViewingByHand(house, by, by.params.id);
    return { message: 'Exibição encerrada' };
  }),
];
