/** Does now what something that happened outside asks for; done twice it is the same. */
import type { RequestOf } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type {
  actOutside as declaration,
  outsideKinds,
} from '@ramal/contract/operations/quarantine';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import { adoptHostname } from '../hostnames/hostnames.ts';
import { deliverPayment } from '../payments/payments.ts';
import { readQuarantine } from '../quarantine/quarantine.ts';
import { restoreRecord } from '../zones/zones.ts';

type Input = Pick<Caller, 'actor' | 'requestMeta'> & {
  readonly body: RequestOf<typeof declaration>['body'];
};

/** Returns the message; undefined if there is no such external event. */
type Act = (
  ctx: AppContext,
  caller: Input,
  key: string,
  since: Date,
) => Promise<string | undefined>;

const acts: Readonly<Record<(typeof outsideKinds)[number], Act>> = {
  payment: async (ctx, _caller, key, since) => {
    const state = await deliverPayment(ctx, key, since);
    if (state === 'settled') return 'Entregue: ao liberar, nada se repete';
    return state === 'paid' ? 'Pago: espera crédito de quem vende' : undefined;
  },
  hostname: async (ctx, caller, key) =>
    (await adoptHostname(ctx, caller, key))
      ? 'Está na sua lista de DNS: fica pronto depois de liberar'
      : undefined,
  record: async (ctx, caller, key) => {
    const state = await restoreRecord(ctx, caller, key);
    if (state === 'made') return 'O registro diz de novo o que o painel quer';
    return state === undefined || state === 'no-zone' ? undefined : 'O painel continua sozinho';
  },
};

export async function actOutside(ctx: AppContext, input: Input): Promise<{ message: string }> {
  const restore = await readQuarantine(ctx.db);
  if (!restore) return refuse('not_in_quarantine');
  const { kind, key } = input.body;
  const message = await acts[kind](ctx, input, key, restore.madeAt);
  return { message: message ?? refuse('nothing_to_do_outside') };
}
