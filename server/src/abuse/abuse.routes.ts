import {
  blockForAbuse as blockForAbuseDeclaration,
  dismissAbuse,
  getAbuseDetail,
  getAbuseSettings,
  recreateBlocked,
  setAbuseSettings,
} from '@ramal/contract/abuse';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { House } from '../foundation/house.ts';
import { iptvReceipt } from '../lines/iptv-wire.ts';
import { readAbuse } from './read-abuse.ts';
import { readAutomaticBlocking, setAutomaticBlocking } from './automatic-blocking.ts';
import { blockForAbuse } from './block-line.ts';
import { dismissSuspicion, freeBlockedLine } from './decide-about-line.ts';

export const abuseRoutes = (house: House): Binding[] => [
  bind(getAbuseDetail, (call) => readAbuse(house, call, call.params.id)),
  bind(blockForAbuseDeclaration, async (call) => {
    const { id } = await blockForAbuse(house, call, call.params.id, call.body.reason);
    return { id, message: 'Usuário bloqueado por abuso' };
  }),
  bind(dismissAbuse, async (call) => {
    const { id } = await dismissSuspicion(house, call, call.params.id);
    return { id, message: 'Suspeita descartada' };
  }),
  bind(recreateBlocked, async (call) => ({
    ...iptvReceipt(house, await freeBlockedLine(house, call, call.params.id), call.origin),
    message: 'Usuário desbloqueado, com senha nova',
  })),
  bind(getAbuseSettings, async () => ({ automatic: await readAutomaticBlocking(house) })),
  bind(setAbuseSettings, async (call) => {
    const automatic = await setAutomaticBlocking(house, call, call.body.automatic);
    const message = automatic ? 'Bloqueio automático ligado' : 'Bloqueio automático desligado';
    return { automatic, message };
  }),
];
