/** Binds the calls on devices: those of whoever sells, and the one of the apps. */
import {
  activateLazer,
  activatePrime,
  askDevice,
  bindDevice as bindDeclaration,
  listDeviceLines,
  listDevices as listDeclaration,
  listLineDevices as listLineDeclaration,
  resetDevice as resetDeclaration,
  unbindDevice as unbindDeclaration,
} from '@ramal/contract/devices';
import type { By } from '../foundation/actor.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { House } from '../foundation/house.ts';
import { consume, rateLimiter } from '../foundation/rate-limits.ts';
import { makeAskDevice } from './ask-device.ts';
import { type ToBind, bindDevice } from './bind-device.ts';
import { told } from './device.ts';
import { listDevices, listLineDevices } from './list-devices.ts';
import { listLinesToChoose } from './list-lines-to-choose.ts';
import { resetDevice } from './reset-device.ts';
import { unbindDevice } from './unbind-device.ts';

const REFUSED_AN_HOUR = 30;

export function deviceRoutes(house: House): Binding[] {
  // A MAC that is taken is told to who sells: not to who tries one after the other.
  const tries = rateLimiter(house, {
    name: 'device-binding',
    points: REFUSED_AN_HOUR,
    seconds: 3600,
  });
  const binding = async (by: By, asked: ToBind) => {
    const account = String(by.actor.id);
    await consume(tries, account);
    const device = await bindDevice(house, by, asked);
    await tries.reward(account);
    return told(house, device);
  };
  const ask = makeAskDevice(house);
  return [
    bind(activatePrime, async (call) => ({
      message: ACTIVATED,
      device: await binding(call, { ...call.body, app: 'prime' }),
    })),
    bind(activateLazer, async (call) => ({
      message: ACTIVATED,
      device: await binding(call, { ...call.body, app: 'lazer' }),
    })),
    bind(listDeclaration, (call) => listDevices(house, call, call.query)),
    bind(listDeviceLines, (call) => listLinesToChoose(house, call, call.query)),
    bind(bindDeclaration, async (call) => {
      const { mac, app, username, id_device: idDevice } = call.body;
      const device = await binding(call, { mac, app, username, idDevice });
      return { message: 'Usuário gerado com sucesso', device };
    }),
    bind(resetDeclaration, async (call) => {
      const { mac, app, username, id_device: idDevice } = call.body;
      const device = await resetDevice(house, call, { mac, app, username, idDevice });
      return { message: 'MAC resetado com sucesso', device: told(house, device) };
    }),
    bind(unbindDeclaration, async (call) => {
      await unbindDevice(house, call, call.params.id);
      return { id: call.params.id, message: 'Usuário excluído com sucesso' };
    }),
    bind(listLineDeclaration, (call) => listLineDevices(house, call, call.params.id)),
    bind(askDevice, ({ body, origin }) =>
      ask({ app: body.app, mac: body.mac, idDevice: body.id_device }, origin),
    ),
  ];
}

const ACTIVATED = 'Usuário ativado com sucesso!';
