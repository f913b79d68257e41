/** Binds the calls on hostnames. */
import { refuse } from '@ramal/contract/api/errors';
import * as collector from '@ramal/contract/operations/hostname-collector';
import * as providers from '@ramal/contract/operations/dns-providers';
import * as rotation from '@ramal/contract/operations/hostname-rotation';
import * as contract from '@ramal/contract/operations/hostnames';
import { listHostnamePurchases } from '@ramal/contract/operations/hostname-purchases';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import { type Binding, bind, bindWithCode } from '../foundation/http/bind.ts';
import { consume, createRateLimiter } from '../foundation/limits/rate-limiter.ts';
import {
  removeHostname,
  isOwnPurchase,
  rotateHostname,
  setHostnameRenewal,
  shareHostname,
  toggleSharedHostname,
} from './change-hostname.ts';
import {
  addCollectedHostnames,
  deleteCollectedHostname,
  listCollectedHostnames,
} from './collector/collector.ts';
import { configureHostname } from './purchase/configure-hostname.ts';
import { checkHostname, createHostname } from './purchase/create-hostname.ts';
import {
  listHostnameEvents,
  listHostnames,
  listRemovedHostnames,
  listSharedHostnames,
} from './list-hostnames.ts';
import { readHostnameHealth } from './hostname-health.ts';
import { listPurchases } from './purchase/list-purchases.ts';
import { verifyHostnames } from './purchase/offers.ts';
import { renewHostname } from './purchase/renew-hostname.ts';
import { createSpendCode } from '../second-factors/second-factors.ts';
import { deleteRotation, readRotation, saveRotation } from './rotation.ts';
import { checkRegistrar, getRegistrar, saveRegistrar } from './registrars/edit-registrar.ts';
import { getRegistrars } from './registrars/registrars.ts';

/** Refuses a change by an account without a second factor, which may only read (Q-2FAGATE). */
function withFactor<C extends Caller>(call: C): C {
  if (!call.actor.hasSecondFactor) refuse('second_factor_required');
  return call;
}

export function hostnameRoutes(ctx: AppContext): Binding[] {
  const registrars = getRegistrars(ctx);
  const spendCode = createSpendCode(ctx);
  const limiter = createRateLimiter(ctx, 'registrar-asked');
  const limited = ({ actor }: Caller) => consume(limiter, String(actor.id));
  const renewal = async (call: Caller, id: number, renews: boolean) => ({
    message: await setHostnameRenewal(ctx, withFactor(call), { id, renews }),
  });
  return [
    bind(contract.listHostnames, (call) => listHostnames(ctx, call)),
    bind(listHostnamePurchases, ({ actor }) => listPurchases(ctx, actor)),
    bind(contract.getHostnameHealth, ({ actor, params }) =>
      readHostnameHealth(ctx, actor, params.id),
    ),
    bind(contract.listRemovedHostnames, async ({ actor }) => ({
      data: await listRemovedHostnames(ctx, actor),
    })),
    bind(contract.listSharedHostnames, async ({ actor }) => ({
      data: await listSharedHostnames(ctx, actor),
    })),
    bind(collector.listCollectedHostnames, (call) => listCollectedHostnames(ctx, call)),
    bind(collector.addCollectedHostnames, (call) => addCollectedHostnames(ctx, call)),
    bind(collector.deleteCollectedHostname, (call) => deleteCollectedHostname(ctx, call)),
    bind(rotation.getRotation, () => readRotation(ctx)),
    bind(rotation.saveRotation, (call) => saveRotation(ctx, call)),
    bind(rotation.deleteRotation, (call) => deleteRotation(ctx, call)),
    bind(contract.listHostnameLogs, (call) => listHostnameEvents(ctx, call)),
    bind(contract.verifyHostnames, async (call) => {
      await limited(call);
      return verifyHostnames(ctx, registrars, call.actor, call.body.domains);
    }),
    bind(
      contract.createHostname,
      async (call) => {
        await limited(call);
        return createHostname(ctx, registrars, call);
      },
      (call) => checkHostname(registrars, call),
    ),
    bind(contract.renewHostname, async (call) => {
      await limited(call);
      return renewHostname(ctx, registrars, call);
    }),
    bind(contract.configureHostname, async (call) => {
      await limited(call);
      return configureHostname(ctx, registrars, withFactor(call), call.params.id);
    }),
    bind(contract.shareHostname, async (call) => ({
      message: await shareHostname(ctx, withFactor(call), call.body),
    })),
    bind(contract.rotateHostname, (call) => rotateHostname(ctx, withFactor(call), call.params.id)),
    bind(contract.enableHostnameRenewal, (call) => renewal(call, call.params.id, true)),
    bind(contract.disableHostnameRenewal, (call) => renewal(call, call.params.id, false)),
    bindWithCode(
      contract.removeHostname,
      (call) => removeHostname(ctx, spendCode, withFactor(call), call.params.id),
      ({ actor, params }) => isOwnPurchase(ctx.db, actor, params.id),
    ),
    bind(providers.getRegistrar, () => getRegistrar(ctx)),
    bind(providers.saveRegistrar, (call) => saveRegistrar(ctx, call), checkRegistrar),
    bind(contract.toggleSharedHostname, (call) =>
      toggleSharedHostname(ctx, withFactor(call), call.params.dns),
    ),
  ];
}
