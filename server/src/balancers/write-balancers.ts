/** Creates, edits, deletes and restores balancers. */
import { type Balancer, USUAL_WEIGHT } from '@ramal/contract/operations/balancers';
import { refuse } from '@ramal/contract/api/errors';
import ipaddr from 'ipaddr.js';
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import { type Tx, violatedConstraint } from '../foundation/database.ts';
import { allowedAddresses } from '../foundation/untrusted/reachable.ts';
import { deleteTargetHistory } from '../reachability/reachability.ts';
import { readdressRecords } from '../zones/zones.ts';
import { BALANCER_KIND, type BalancerRow, findBalancer } from './balancers.sql.ts';
import { getBalancerChoice } from './choose-balancer.ts';
import { serializeBalancers } from './serialize.ts';

interface BalancerInput {
  readonly name: string;
  readonly ip: string;
  readonly weight?: number | undefined;
}

export async function createBalancer(
  ctx: AppContext,
  caller: Caller,
  { name, ip, weight = USUAL_WEIGHT }: BalancerInput,
  ipField = 'ip',
): Promise<Balancer> {
  const address = publicAddress(ctx, ip, ipField);
  return write(ctx, async (tx) => {
    const made = await tx.first<{ id: number }>(sql`
      insert into balancers (name, ip, weight, created_by, created_at)
      values (${name}, ${address}::inet, ${weight}, ${caller.actor.id}, ${ctx.clock.now()}) returning id`);
    await recordEvent(tx, caller.requestMeta, {
      kind: 'balancer-created',
      ...by(caller),
      after: { name, ip: address, weight },
    });
    return made!.id;
  });
}

interface BalancerEdit {
  readonly id: number;
  readonly input: BalancerInput;
  readonly ipField?: string;
}

/**
 * Edits a balancer. A new address belongs to another server, so the probe results of the old
 * address are deleted.
 */
export async function editBalancer(
  ctx: AppContext,
  caller: Caller,
  { id, input, ipField = 'ip' }: BalancerEdit,
): Promise<Balancer> {
  const address = publicAddress(ctx, input.ip, ipField);
  return write(ctx, async (tx) => {
    const before = await lock(ctx, tx, id);
    const weight = input.weight ?? before.weight;
    await tx.run(sql`
      update balancers set name = ${input.name}, ip = ${address}::inet, weight = ${weight} where id = ${id}`);
    if (address !== before.ip) {
      await tx.run(deleteTargetHistory(BALANCER_KIND, id));
      const names = sql`select name from cnames where balancer_id = ${id}`;
      await tx.run(readdressRecords(names, address, ctx.clock.now()));
    }
    await recordEvent(tx, caller.requestMeta, {
      kind: 'balancer-edited',
      ...by(caller),
      before: factsOf(before),
      after: { name: input.name, ip: address, weight },
    });
    return id;
  });
}

/**
 * Deletes a balancer. If it has viewers, it starts draining instead. A draining balancer gets no
 * new viewers and is deleted when its last viewer has left (see remove-emptied.ts).
 */
export async function deleteBalancer(
  { db, clock }: AppContext,
  caller: Caller,
  id: number,
): Promise<{ id: number; watching: number }> {
  const now = clock.now();
  return db.tx(async (tx) => {
    const before = await lockIn(tx, id, now);
    if (before.cnames > 0) refuse('balancer_in_use');
    if (before.watching > 0) {
      await tx.run(
        sql`update balancers set leaving_at = coalesce(leaving_at, ${now}) where id = ${id}`,
      );
      await recordEvent(tx, caller.requestMeta, {
        kind: 'balancer-draining',
        ...by(caller),
        before: factsOf(before),
      });
    } else {
      await removeBalancer(tx, id);
      await recordEvent(tx, caller.requestMeta, {
        kind: 'balancer-deleted',
        ...by(caller),
        before: factsOf(before),
      });
    }
    return { id, watching: before.watching };
  });
}

export async function removeBalancer(tx: Tx, id: number): Promise<void> {
  await tx.run(deleteTargetHistory(BALANCER_KIND, id));
  await tx.run(sql`delete from balancers where id = ${id}`);
}

/** Makes the balancer available again. The probe's result then decides whether it is used. */
export const restoreBalancer = (ctx: AppContext, caller: Caller, id: number): Promise<Balancer> =>
  write(ctx, async (tx) => {
    const before = await lock(ctx, tx, id);
    await tx.run(sql`update balancers set discarded_at = null, leaving_at = null where id = ${id}`);
    await recordEvent(tx, caller.requestMeta, {
      kind: 'balancer-restored',
      ...by(caller),
      before: factsOf(before),
    });
    return id;
  });

async function write(ctx: AppContext, work: (tx: Tx) => Promise<number>): Promise<Balancer> {
  try {
    const id = await ctx.db.tx(work);
    const row = (await findBalancer(ctx.db, id, ctx.clock.now())) ?? refuse('balancer_not_found');
    const [shown] = await serializeBalancers(ctx, [row]);
    return shown!;
  } catch (error) {
    const violated = violatedConstraint(error);
    if (violated === 'balancers_name_key') refuse('balancer_name_taken');
    if (violated === 'balancers_ip_key') refuse('balancer_ip_taken');
    throw error;
  } finally {
    getBalancerChoice(ctx).forget();
  }
}

const lock = (ctx: AppContext, tx: Tx, id: number) => lockIn(tx, id, ctx.clock.now());

async function lockIn(tx: Tx, id: number, now: Date): Promise<BalancerRow> {
  await tx.first(sql`select 1 as one from balancers where id = ${id} for update`);
  return (await findBalancer(tx, id, now)) ?? refuse('balancer_not_found');
}

const factsOf = ({ name, ip, weight }: BalancerRow) => ({ name, ip, weight });

const by = ({ actor }: Caller) => ({ actorId: actor.id, accountId: actor.id });

/**
 * Normalises an IP address. Refuses an address that is not public, because viewers connect from the
 * internet and the probe rejects other addresses.
 */
export function publicAddress({ config }: AppContext, ip: string, field = 'ip'): string {
  const address = ipaddr.process(ip).toString();
  if (allowedAddresses(config.privateOrigins).address(address)) return address;
  return refuse('invalid_fields', {
    fields: { [field]: 'Escreva um IP público, ao qual os espectadores chegam.' },
  });
}
