/**
 * The rotation of a franchise: an ordered list of hostnames that the franchise owns and shares with
 * its network. Admins maintain it. Links contain the first hostname that answers. If it stops
 * answering, links automatically contain the next one. Source: Q-ROTATEDNS, S-DNS-35.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type {
  deleteRotation as deleteDeclaration,
  getRotation,
  saveRotation as saveDeclaration,
} from '@ramal/contract/operations/hostname-rotation';
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Tx } from '../foundation/database.ts';
import type { Call } from '../foundation/http/bind.ts';
import { hostnameHealth } from './hostnames.sql.ts';

const isFranchise = sql`a.profile = 'franchise' and a.deleted_at is null`;
const inRotation = sql`h.rotation_place is not null and h.removed_at is null and h.state = 'active'`;

export async function readRotation({ db }: AppContext): Promise<HandlerResult<typeof getRotation>> {
  const rows = await db.many<{
    id: number;
    dns: string;
    franchise: string;
    idRes: number;
    health: 'up' | 'down' | 'unknown';
  }>(sql`
    select h.id, h.name as dns, a.username as franchise, a.id as id_res, ${hostnameHealth} as health
    from hostnames h join accounts a on a.id = h.owner_id
    where ${inRotation} and ${isFranchise}
    order by fold(a.username), a.id, h.rotation_place, h.id`);
  const franchises = await db.many<{ idRes: number; dns: string }>(sql`
    select a.id as id_res, a.username as dns from accounts a where ${isFranchise}
    order by fold(a.username), a.id`);
  const byFranchise = Map.groupBy(rows, (row) => row.idRes);
  return {
    rotates: [...byFranchise.values()].flatMap((group) => {
      const current = group.find(({ health }) => health === 'up') ?? group[0];
      return group.map((row, index) => ({
        ...row,
        current: row === current ? (1 as const) : (0 as const),
        order: index + 1,
      }));
    }),
    franchises,
  };
}

export const saveRotation = (
  { db, clock }: AppContext,
  caller: Call<typeof saveDeclaration>,
): Promise<HandlerResult<typeof saveDeclaration>> =>
  db.tx(async (tx) => {
    const { id, dns, idRes: franchiseId, current, order } = caller.body;
    const franchise = await tx.first(
      sql`select from accounts a where a.id = ${franchiseId} and ${isFranchise}`,
    );
    if (!franchise) refuse('franchise_not_found');
    await lockRotation(tx, franchiseId);
    const rotation = await readPlaces(tx, franchiseId);
    const places = rotation.map((hostname) => hostname.id);
    if (id > 0) {
      const { name } =
        rotation.find((hostname) => hostname.id === id) ?? refuse('hostname_not_found');
      const others = places.filter((otherId) => otherId !== id);
      const place = current === 1 ? 1 : (order ?? places.indexOf(id) + 1);
      await writePlaces(tx, others.toSpliced(place - 1, 0, id));
      await recordEvent(tx, caller.requestMeta, {
        kind: 'hostname-reordered',
        actorId: caller.actor.id,
        accountId: franchiseId,
        after: { name, order: place },
      });
      return { id, message: 'Ordem do rodízio guardada' };
    }
    const added = await assignToFranchise(tx, franchiseId, dns, clock.now());
    if (places.includes(added)) refuse('hostname_in_rotation');
    await writePlaces(tx, current === 1 ? [added, ...places] : [...places, added]);
    await recordEvent(tx, caller.requestMeta, {
      kind: 'hostname-rotated',
      actorId: caller.actor.id,
      accountId: franchiseId,
      after: { name: dns },
    });
    return { id: added, message: 'DNS para rodizio adicionada com sucesso!' };
  });

export const deleteRotation = (
  { db }: AppContext,
  { actor, requestMeta, params }: Call<typeof deleteDeclaration>,
): Promise<HandlerResult<typeof deleteDeclaration>> =>
  db.tx(async (tx) => {
    const removed = await tx.first<{ name: string; ownerId: number }>(sql`
      update hostnames h set rotation_place = null, shared_at = null from accounts a
      where h.id = ${params.id} and a.id = h.owner_id and ${inRotation} and ${isFranchise}
      returning h.name, h.owner_id`);
    if (!removed) return refuse('hostname_not_found');
    await recordEvent(tx, requestMeta, {
      kind: 'hostname-unrotated',
      actorId: actor.id,
      accountId: removed.ownerId,
      after: { name: removed.name },
    });
    return { message: 'DNS removido do rodízio' };
  });

/**
 * Locks an account's rotation, because two simultaneous changes would assign the same positions.
 */
export const lockRotation = (tx: Tx, ownerId: number): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtext('hostname-rotation'), ${ownerId}::int)`);

const readPlaces = (tx: Tx, ownerId: number): Promise<{ id: number; name: string }[]> =>
  tx.many(sql`
    select h.id, h.name from hostnames h where h.owner_id = ${ownerId} and ${inRotation}
    order by h.rotation_place, h.id for no key update`);

/**
 * Stores the positions of the names, from 1 in this order. Also shares each name with the
 * franchise's network.
 */
async function writePlaces(tx: Tx, ids: readonly number[]): Promise<void> {
  // Clears the positions first, because two names may not have the same position even within one
  // statement.
  await tx.run(sql`update hostnames set rotation_place = null where id = any(${ids})`);
  await tx.run(sql`
    update hostnames h set rotation_place = t.place, shared_at = coalesce(h.shared_at, now())
    from unnest(${ids}::bigint[]) with ordinality as t (id, place) where h.id = t.id`);
}

/**
 * Gives the franchise a name that no account has, or the name of an admin. Automatic renewal is
 * turned off, because the franchise would pay for it. The franchise can turn it on.
 */
async function assignToFranchise(
  tx: Tx,
  franchiseId: number,
  name: string,
  now: Date,
): Promise<number> {
  const saved = await tx.first<{ id: number }>(sql`
    insert into hostnames (name, owner_id, state, created_at) values (${name}, ${franchiseId}, 'active', ${now})
    on conflict on constraint hostnames_name_key do update set owner_id = ${franchiseId},
        renews_itself = hostnames.renews_itself and hostnames.owner_id = ${franchiseId}
      where hostnames.removed_at is null and hostnames.state = 'active'
        and (hostnames.owner_id = ${franchiseId}
          or (select profile from accounts where id = hostnames.owner_id) = 'admin')
    returning id`);
  return saved?.id ?? refuse('hostname_elsewhere');
}
