/** Lets an account have resellers below it, or no longer; those it has stay. Source: T-23, Q-MASTER. */
import type { Given } from '@ramal/contract/endpoint';
import { refuse } from '@ramal/contract/errors';
import type { setMaster as declaration } from '@ramal/contract/reseller-acts';
import sql from 'sql-template-tag';
import { recording } from '../events/events.ts';
import { together } from '../foundation/database.ts';
import type { House } from '../foundation/house.ts';
import type { Call } from '../foundation/http/bind.ts';
import { resellerRow } from './reseller-wire.ts';
import { lockAccount, readReseller } from './resellers.sql.ts';

export function setMaster(
  house: House,
  { actor, body: { isMaster }, params, origin }: Call<typeof declaration>,
): Promise<Given<typeof declaration>> {
  return house.db.tx(async (tx) => {
    const account = (await lockAccount(tx, actor, params.id)) ?? refuse('reseller_not_found');
    const event = recording(origin, {
      kind: 'master-changed',
      actorId: actor.id,
      accountId: account.id,
      before: { isMaster: account.isMaster },
      after: { isMaster },
    });
    const change = sql`update accounts set is_master = ${isMaster} where id = ${account.id}`;
    await tx.run(together({ account: change, event }));
    const data = resellerRow(house, actor, await readReseller(tx, account.id));
    return { message: 'Revenda alterada com sucesso', data };
  });
}
