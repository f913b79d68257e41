import {
  blockForAbuse as blockForAbuseDeclaration,
  dismissAbuse,
  getAbuseDetail,
  getAbuseSettings,
  recreateBlocked,
  setAbuseSettings,
} from '@ramal/contract/abuse';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { lineReceipt } from '../lines/lines.ts';
import { readAbuse } from './read-abuse.ts';
import { readAutomaticBlocking, setAutomaticBlocking } from './automatic-blocking.ts';
import { blockForAbuse } from './block-line.ts';
import { dismissSuspicion, unblockLine } from './decide-about-line.ts';

export const abuseRoutes = (ctx: AppContext): Binding[] => [
  bind(getAbuseDetail, (call) => readAbuse(ctx, call, call.params.id)),
  bind(blockForAbuseDeclaration, async (call) => {
    const { id } = await blockForAbuse(ctx, call, { id: call.params.id, reason: call.body.reason });
    return { id, message: 'Usuário bloqueado por abuso' };
  }),
  bind(dismissAbuse, async (call) => {
    const { id } = await dismissSuspicion(ctx, call, call.params.id);
    return { id, message: 'Suspeita descartada' };
  }),
  bind(recreateBlocked, async (call) => ({
    ...(await lineReceipt(ctx, await unblockLine(ctx, call, call.params.id), call)),
    message: 'Usuário desbloqueado, com senha nova',
  })),
  bind(getAbuseSettings, async () => ({ automatic: await readAutomaticBlocking(ctx) })),
  bind(setAbuseSettings, async (call) => {
    const automatic = await setAutomaticBlocking(ctx, call, call.body.automatic);
    const message = automatic ? 'Bloqueio automático ligado' : 'Bloqueio automático desligado';
    return { automatic, message };
  }),
];
