/**
 * Actions of an owner or an admin on a hostname. Each action writes its event. Source: T-38 to
 * T-44, Q-DNSMENU.
 */
import { refuse } from '@ramal/contract/api/errors';
import sql, { type Sql } from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Actor, Caller } from '../foundation/caller.ts';
import type { Reader, Tx } from '../foundation/database.ts';
import type { AuthGuard } from '../foundation/http/bind.ts';
import { deleteTargetHistory } from '../reachability/reachability.ts';
import { HOSTNAME_KIND, isSharedWith } from './hostnames.sql.ts';
import { isManagedBy } from './list-hostnames.ts';
import { lockRotation } from './rotation.ts';

interface LockedHostname {
  readonly id: number;
  readonly name: string;
  readonly ownerId: number;
  readonly isShared: boolean;
  readonly isInRotation: boolean;
  readonly renewsItself: boolean;
  readonly isRemoved: boolean;
}

type Change =
  | 'hostname-shared'
  | 'hostname-unshared'
  | 'hostname-rotated'
  | 'hostname-unrotated'
  | 'hostname-renewal-on'
  | 'hostname-renewal-off'
  | 'hostname-removed'
  | 'hostname-restored';

async function lock(tx: Tx, { actor }: Caller, condition: Sql): Promise<LockedHostname> {
  const hostname = await tx.first<LockedHostname>(sql`
    select h.id, h.name, h.owner_id, h.shared_at is not null as is_shared,
      h.rotation_place is not null as is_in_rotation, h.renews_itself,
      h.removed_at is not null as is_removed
    from hostnames h where ${condition} and ${isManagedBy(actor)} for no key update`);
  return hostname ?? refuse('hostname_not_found');
}

const listed = (id: number): Sql => sql`h.id = ${id} and h.removed_at is null`;

async function changeHostname(
  tx: Tx,
  caller: Caller,
  {
    kind,
    hostname,
    set,
  }: { readonly kind: Change; readonly hostname: LockedHostname; readonly set: Sql },
): Promise<void> {
  const { id, name, ownerId } = hostname;
  await tx.run(sql`update hostnames set ${set} where id = ${id}`);
  await recordEvent(tx, caller.requestMeta, {
    kind,
    actorId: caller.actor.id,
    accountId: ownerId,
    after: { name },
  });
}

export const shareHostname = (
  { db, clock }: AppContext,
  caller: Caller,
  { id, size }: { readonly id: number; readonly size: number },
): Promise<string> =>
  db.tx(async (tx) => {
    const hostname = await lock(tx, caller, listed(id));
    const shares = size > 0;
    if (shares !== hostname.isShared)
      await changeHostname(tx, caller, {
        kind: shares ? 'hostname-shared' : 'hostname-unshared',
        hostname,
        set: sql`shared_at = ${shares ? clock.now() : null}`,
      });
    return shares ? 'DNS compartilhado com a sua rede' : 'DNS não é mais compartilhado';
  });

/** Adds the name at the end of its owner's rotation, or removes it from the rotation. */
export const rotateHostname = (
  { db }: AppContext,
  caller: Caller,
  id: number,
): Promise<{ message: string; isRotation: boolean }> =>
  db.tx(async (tx) => {
    const hostname = await lock(tx, caller, listed(id));
    const { isInRotation, ownerId } = hostname;
    await lockRotation(tx, ownerId);
    const last = sql`(select coalesce(max(rotation_place), 0) + 1 from hostnames where owner_id = ${ownerId})`;
    await changeHostname(tx, caller, {
      kind: isInRotation ? 'hostname-unrotated' : 'hostname-rotated',
      hostname,
      set: sql`rotation_place = ${isInRotation ? null : last}`,
    });
    return {
      message: isInRotation
        ? 'DNS removido do rodízio'
        : 'DNS para rodizio adicionada com sucesso!',
      isRotation: !isInRotation,
    };
  });

/** Switches the automatic renewal of a hostname. Refuses a hostname that was not bought. */
export const setHostnameRenewal = (
  { db }: AppContext,
  caller: Caller,
  { id, renews }: { readonly id: number; readonly renews: boolean },
): Promise<string> =>
  db.tx(async (tx) => {
    const hostname = await lock(tx, caller, sql`${listed(id)} and h.registrar is not null`);
    if (renews !== hostname.renewsItself)
      await changeHostname(tx, caller, {
        kind: renews ? 'hostname-renewal-on' : 'hostname-renewal-off',
        hostname,
        set: sql`renews_itself = ${renews}`,
      });
    return renews ? 'O DNS se renova sozinho' : 'O DNS não se renova mais sozinho';
  });

/**
 * Removes a hostname from the list, the links and the rotation, or restores a removed one. The
 * purchase does not change. A fresh code is required to remove a hostname that the caller bought
 * (V-72). No code is required to remove a name that was added by hand, or to restore any name.
 */
export async function removeHostname(
  { db, clock }: AppContext,
  spendCode: AuthGuard['spendCode'],
  caller: Caller & { readonly body: { readonly code2fa?: string | undefined } },
  id: number,
): Promise<{ message: string; isRemoved: boolean }> {
  const { actor, body, requestMeta } = caller;
  if (await isOwnPurchase(db, actor, id)) await spendCode(actor, body.code2fa, requestMeta);
  return db.tx(async (tx) => {
    const hostname = await lock(tx, caller, sql`h.id = ${id} and h.state = 'active'`);
    const removes = !hostname.isRemoved;
    await changeHostname(tx, caller, {
      kind: removes ? 'hostname-removed' : 'hostname-restored',
      hostname,
      set: removes
        ? sql`removed_at = ${clock.now()}, rotation_place = null, shared_at = null, renews_itself = false`
        : sql`removed_at = null`,
    });
    if (removes) await tx.run(deleteTargetHistory(HOSTNAME_KIND, id));
    return {
      message: removes ? 'DNS deletado com sucesso!' : 'DNS ativado com sucesso!',
      isRemoved: removes,
    };
  });
}

/** True if the caller bought the listed hostname. */
export async function isOwnPurchase(
  reader: Reader,
  actor: Pick<Actor, 'id'>,
  id: number | undefined,
): Promise<boolean> {
  if (id === undefined) return false;
  const hostname = await reader.first(sql`
    select from hostnames h where ${listed(id)} and h.owner_id = ${actor.id} and h.registrar is not null`);
  return hostname !== undefined;
}

/**
 * Turns a shared hostname off or on for the caller only. The links of other accounts do not change.
 */
export const toggleSharedHostname = (
  { db }: AppContext,
  { actor, requestMeta }: Caller,
  dns: string,
): Promise<{ message: string; isActiveShared: boolean }> =>
  db.tx(async (tx) => {
    const hostname = await tx.first<{ id: number }>(
      sql`select h.id from hostnames h where h.name = ${dns} and ${isSharedWith(actor.id)}`,
    );
    if (!hostname) return refuse('hostname_not_found');
    const isBack = await tx.run(
      sql`delete from unused_hostnames where account_id = ${actor.id} and hostname_id = ${hostname.id}`,
    );
    if (isBack === 0)
      await tx.run(sql`
        insert into unused_hostnames (account_id, hostname_id) values (${actor.id}, ${hostname.id})
        on conflict do nothing`);
    await recordEvent(tx, requestMeta, {
      kind: isBack > 0 ? 'hostname-used' : 'hostname-unused',
      actorId: actor.id,
      after: { name: dns },
    });
    return {
      message: isBack ? 'DNS ativado com sucesso!' : 'DNS desativado com sucesso!',
      isActiveShared: isBack > 0,
    };
  });
