/** The host in an account's links: one of its brand's hosts, or the default (Q-TEXTS). */
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import { brandsOf } from '../brands/brands.ts';
import { insertEventCte } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { type Caller, reachedUrl } from '../foundation/caller.ts';
import { combineCtes } from '../foundation/database.ts';

export const hostsFor = (
  ctx: AppContext,
  { actor, requestMeta }: Pick<Caller, 'actor' | 'requestMeta'>,
): Promise<readonly string[]> => brandsOf(ctx).hostsFor(actor, reachedUrl(requestMeta));

export async function setLinkHost(
  ctx: AppContext,
  { actor, requestMeta }: Caller,
  chosen: string | null,
): Promise<string | null> {
  if (chosen !== null && !(await hostsFor(ctx, { actor, requestMeta })).includes(chosen))
    refuse('invalid_fields', { fields: { host: 'Este endereço não é da sua marca.' } });
  if (chosen === actor.linkHost) return chosen;
  await ctx.db.tx((tx) =>
    tx.run(
      combineCtes({
        account: sql`update accounts set link_host = ${chosen} where id = ${actor.id}`,
        event: insertEventCte(requestMeta, {
          kind: 'link-host-set',
          actorId: actor.id,
          before: { host: actor.linkHost },
          after: { host: chosen },
        }),
      }),
    ),
  );
  return chosen;
}
