/** Binds the list migrators and the hosts that are exempt in them. */
import {
  deleteExemptionHost,
  listExemptionHosts,
  migrateIptvList,
  migrateP2pList,
  readListAddress,
  saveExemptionHost,
  verifyIptvList,
} from '@ramal/contract/list-migrators';
import { refuse } from '@ramal/contract/errors';
import { fromHundredths } from '@ramal/contract/money';
import { platforms } from '@ramal/contract/platforms';
import { migrationHundredths } from '@ramal/contract/terms';
import { readPackageChoice } from '../catalogue/packages.ts';
import { onWire } from '../credits/credits.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { House } from '../foundation/house.ts';
import { bringLine, judgeDueDay } from './bring-line.ts';
import type { Created } from './create-line.ts';
import { deleteExemption, listExemptions, readExemption, saveExemption } from './exemptions.ts';
import { iptvReceipt } from './iptv-wire.ts';
import { p2pReceipt } from './p2p-wire.ts';
import { readProductChoice } from './plan.ts';

export const migratorRoutes = (house: House): Binding[] => [
  bind(migrateIptvList, (call) => {
    const { url, package: ready, user, nota, credits } = call.body;
    const { host, username, password } = readListAddress(url) ?? refuse('invalid_fields');
    const brought = {
      platform: platforms.iptv,
      username,
      password,
      host,
      plan: readPackageChoice({ isCustomPackage: false, package: ready }),
      note: nota || user.nota || '',
      whatsapp: null,
      dueDay: user.exp_date,
      shownHundredths: credits,
      fields: { username: 'url', password: 'url', dueDay: 'user.exp_date' },
    };
    return bringLine(house, call, brought, ({ line, ...cost }) => ({
      ...iptvReceipt(house, line, call.origin),
      ...charged(cost),
    }));
  }),
  bind(migrateP2pList, (call) => {
    const { name, pass, nota, endTime, credits } = call.body;
    const brought = {
      platform: platforms.p2p,
      username: name,
      password: pass,
      host: undefined,
      plan: readProductChoice(call.body),
      note: nota ?? '',
      whatsapp: null,
      dueDay: endTime,
      shownHundredths: credits,
      fields: { username: 'name', password: 'pass', dueDay: 'endTime' },
    };
    return bringLine(house, call, brought, ({ line, ...cost }) => ({
      ...p2pReceipt(house, line),
      ...charged(cost),
    }));
  }),
  bind(verifyIptvList, async ({ body: { url, exp_date: day } }) => {
    const { host, username } = readListAddress(url) ?? refuse('invalid_fields');
    const due = day === undefined ? undefined : judgeDueDay(house.clock, day, 'exp_date');
    const { freeDays, used } = await readExemption(house.db, { host, username });
    return {
      exempt: freeDays > 0,
      limit_days: freeDays,
      credits: due ? fromHundredths(migrationHundredths(due.days, freeDays)) : null,
      used,
      host,
      username,
    };
  }),
  bind(listExemptionHosts, () => listExemptions(house.db)),
  bind(saveExemptionHost, async (call) => ({
    ...(await saveExemption(house, call, call.body)),
    message: 'DNS isento salvo com sucesso',
  })),
  bind(deleteExemptionHost, async (call) => ({
    id: await deleteExemption(house, call, call.params.id),
    message: 'DNS isento removido com sucesso',
  })),
];

const charged = ({ hundredths, balance }: Omit<Created, 'line'>) => ({
  charged: fromHundredths(hundredths),
  balance: onWire(balance),
});
