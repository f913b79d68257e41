/** Binds the calls on hostnames. */
import * as contract from '@ramal/contract/hostnames';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { consume, createRateLimiter } from '../foundation/limits/rate-limiter.ts';
import { createHostname } from './create-hostname.ts';
import { listHostnames } from './list-hostnames.ts';
import { verifyHostnames } from './offers.ts';
import { sandboxRegistrar } from './sandbox-registrar.ts';

export function hostnameRoutes(ctx: AppContext): Binding[] {
  const registrar = sandboxRegistrar(ctx);
  const asked = createRateLimiter(ctx, 'registrar-asked');
  return [
    bind(contract.listHostnames, async ({ actor }) => ({
      ...(await listHostnames(ctx, actor)),
      is_sandbox: registrar.kind === 'sandbox',
    })),
    bind(contract.verifyHostnames, async ({ actor, body }) => {
      await consume(asked, String(actor.id));
      return verifyHostnames(ctx, registrar, actor, body.domains);
    }),
    bind(contract.createHostname, async (call) => {
      await consume(asked, String(call.actor.id));
      return createHostname(ctx, registrar, call);
    }),
  ];
}
