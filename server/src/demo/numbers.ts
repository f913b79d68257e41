/** Seeds the costs of the demo's sellers. Then calculates the sums of the screen «Números». */
import type { RequestOf } from '@ramal/contract/api/endpoint';
import { createCost } from '@ramal/contract/numbers/costs';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import { localDay } from '../foundation/clock.ts';
import { numberRoutes, rollUpNumbers } from '../numbers/numbers.ts';
import { contextAt } from './moments.ts';
import { performCall } from './perform-call.ts';

interface DemoCost {
  readonly daysAgo: number;
  readonly body: Omit<RequestOf<typeof createCost>['body'], 'since'>;
}

const costs: readonly DemoCost[] = [
  {
    daysAgo: 160,
    body: { name: 'Servidor de linhas', kind: 'server', cents: 9_000, repeats: 'monthly' },
  },
  {
    daysAgo: 70,
    body: { name: 'DNS das listas', kind: 'hostname', cents: 1_500, repeats: 'monthly' },
  },
  {
    daysAgo: 40,
    body: { name: 'Anúncios no Instagram', kind: 'other', cents: 6_000, repeats: 'once' },
  },
  { daysAgo: 2, body: { name: 'Arte e vídeos', kind: 'other', cents: 4_000, repeats: 'once' } },
];

/** Sellers that entered their costs. The screen asks the other sellers to enter the first cost. */
const withCosts = ['franquia', 'master', 'revenda'];

export async function seedNumbers(
  ctx: AppContext,
  people: ReadonlyMap<string, Caller>,
): Promise<void> {
  for (const username of withCosts)
    for (const { daysAgo, body } of costs) {
      const then = contextAt(ctx, daysAgo * 24);
      const since = localDay(then.clock.now(), ctx.clock.timeZone);
      await performCall(numberRoutes(then), createCost, then.asCaller(people.get(username)!), {
        body: { ...body, since },
      });
    }
  await rollUpNumbers(ctx);
}
