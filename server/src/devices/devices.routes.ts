/**
 * Binds the calls on devices: those of resellers, and the call of the apps. Source: M-124, M-125,
 * Q-SMARTSCOPE.
 */
import {
  activateLazer,
  activatePrime,
  requestDeviceLine,
  bindDevice as bindDeclaration,
  listDeviceLines,
  listDevices as listDeclaration,
  listLineDevices as listLineDeclaration,
  resetDevice as resetDeclaration,
  unbindDevice as unbindDeclaration,
} from '@ramal/contract/devices';
import {
  editActivator as editActivatorDeclaration,
  listActivators as activatorsDeclaration,
} from '@ramal/contract/operations/activators';
import type { Caller } from '../foundation/caller.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { consume, createRateLimiter } from '../foundation/limits/rate-limiter.ts';
import { editActivator, listActivators } from './activators/activators.ts';
import { createRequestDevice } from './request-device.ts';
import { type BindDeviceInput, bindDevice } from './bind-device.ts';
import { serializeDevice } from './device.ts';
import { listDevices, listLineDevices } from './list-devices.ts';
import { listLinesToChoose } from './list-lines-to-choose.ts';
import { resetDevice } from './reset-device.ts';
import { unbindDevice } from './unbind-device.ts';

export function deviceRoutes(ctx: AppContext): Binding[] {
  // Limits bindings per caller. The response shows whether another line has the MAC, so a reseller
  // could otherwise test many MACs.
  const tries = createRateLimiter(ctx, 'device-binding');
  const binding = async (caller: Caller, input: BindDeviceInput) => {
    const account = String(caller.actor.id);
    await consume(tries, account);
    const { device, takenFrom } = await bindDevice(ctx, caller, input);
    await tries.reward(account);
    return { device: serializeDevice(ctx, device), takenFrom: takenFrom };
  };
  const requestDevice = createRequestDevice(ctx);
  return [
    bind(activatorsDeclaration, () => listActivators(ctx)),
    bind(editActivatorDeclaration, (call) => editActivator(ctx, call)),
    bind(activatePrime, async (call) => ({
      message: ACTIVATED,
      ...(await binding(call, { ...call.body, app: 'prime', reach: 'tree' })),
    })),
    bind(activateLazer, async (call) => ({
      message: ACTIVATED,
      ...(await binding(call, { ...call.body, app: 'lazer', reach: 'tree' })),
    })),
    bind(listDeclaration, (call) => listDevices(ctx, call, call.query)),
    bind(listDeviceLines, (call) => listLinesToChoose(ctx, call, call.query)),
    bind(bindDeclaration, async (call) => {
      const { mac, app, username, idDevice } = call.body;
      const bound = await binding(call, { mac, app, username, idDevice, reach: 'own' });
      return { message: 'Usuário gerado com sucesso', ...bound };
    }),
    bind(resetDeclaration, async (call) => {
      const { mac, app, username, idDevice } = call.body;
      const device = await resetDevice(ctx, call, { mac, app, username, idDevice });
      return { message: 'MAC resetado com sucesso', device: serializeDevice(ctx, device) };
    }),
    bind(unbindDeclaration, async (call) => {
      await unbindDevice(ctx, call, call.params.id);
      return { id: call.params.id, message: 'Usuário deletado com sucesso' };
    }),
    bind(listLineDeclaration, (call) => listLineDevices(ctx, call, call.params.id)),
    bind(requestDeviceLine, ({ body, requestMeta }) =>
      requestDevice({ app: body.app, mac: body.mac, idDevice: body.idDevice }, requestMeta),
    ),
  ];
}

const ACTIVATED = 'Usuário ativado com sucesso!';
