/** Named grants, given and taken by admins alone; the server asks for them at every call (Q-SPECIALID). */
import { type Grant, grants as every } from '@ramal/contract/access';
import type { Given } from '@ramal/contract/endpoint';
import { refuse } from '@ramal/contract/errors';
import type { getGrants as getting, setGrants as setting } from '@ramal/contract/resellers';
import sql, { type Sql } from 'sql-template-tag';
import { recording } from '../events/events.ts';
import { type Reader, together } from '../foundation/database.ts';
import type { House } from '../foundation/house.ts';
import type { Call } from '../foundation/http/bind.ts';
import { lockAccount } from './resellers.sql.ts';
import { reachAccount } from './tree.ts';

export async function getGrants(
  house: House,
  { actor, params }: Call<typeof getting>,
): Promise<Given<typeof getting>> {
  const id = await reachAccount(house.db, actor, params.id);
  const account = await house.db.first<{ username: string }>(
    sql`select username from accounts where id = ${id}`,
  );
  return { id, username: account!.username, grants: await heldBy(house.db, id) };
}

export async function setGrants(
  house: House,
  asked: Call<typeof setting>,
): Promise<Given<typeof setting>> {
  const { actor, params, body, origin } = asked;
  const wanted = inOrder(body.grants);
  return house.db.tx(async (tx) => {
    const { id, username } =
      (await lockAccount(tx, actor, params.id)) ?? refuse('reseller_not_found');
    const before = await heldBy(tx, id);
    const event = recording(origin, {
      kind: 'grants-changed',
      actorId: actor.id,
      accountId: id,
      before: { grants: before },
      after: { grants: wanted },
    });
    await tx.run(
      together({ taken: taking(id, wanted), given: giving(id, wanted, house.clock.now()), event }),
    );
    return { message: 'Permissões alteradas com sucesso', id, username, grants: wanted };
  });
}

async function heldBy(reader: Reader, id: number): Promise<Grant[]> {
  const rows = await reader.many<{ name: Grant }>(
    sql`select name from account_grants where account_id = ${id}`,
  );
  return inOrder(rows.map((row) => row.name));
}

/** Each once, in the order of the contract; a grant this build no longer knows is nobody's. */
const inOrder = (names: readonly Grant[]): Grant[] =>
  every.filter((grant) => names.includes(grant));

const taking = (id: number, wanted: readonly Grant[]): Sql => sql`
  delete from account_grants where account_id = ${id} and name <> all(${wanted}::text[])`;

const giving = (id: number, wanted: readonly Grant[], now: Date): Sql => sql`
  insert into account_grants (account_id, name, given_at)
  select ${id}, name, ${now} from unnest(${wanted}::text[]) as name
  on conflict do nothing`;
