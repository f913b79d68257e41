/**
 * Allows or forbids that an account creates resellers below it. Existing resellers remain. Source:
 * T-23, Q-MASTER.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { setMaster as declaration } from '@ramal/contract/resellers/reseller-acts';
import sql from 'sql-template-tag';
import { insertEventCte } from '../events/events.ts';
import { combineCtes } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
import { serializeReseller } from './serialize-reseller.ts';
import { lockAccount, readReseller } from './resellers.sql.ts';

export function setMaster(
  ctx: AppContext,
  { actor, body: { makeMaster: isMaster }, params, requestMeta }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  return ctx.db.tx(async (tx) => {
    const account = (await lockAccount(tx, actor, params.id)) ?? refuse('reseller_not_found');
    const event = insertEventCte(requestMeta, {
      kind: 'master-changed',
      actorId: actor.id,
      accountId: account.id,
      before: { isMaster: account.isMaster },
      after: { isMaster },
    });
    const change = sql`update accounts set is_master = ${isMaster} where id = ${account.id}`;
    await tx.run(combineCtes({ account: change, event }));
    const data = serializeReseller(ctx, actor, await readReseller(tx, account.id));
    return { message: 'Revenda alterada com sucesso', data };
  });
}
