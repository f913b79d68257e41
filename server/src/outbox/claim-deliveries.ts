/** Claims the next deliveries in one statement, so that two workers never claim the same one. */
import sql from 'sql-template-tag';
import type { Tx } from '../foundation/database.ts';
import type { Delivery } from './delivery.ts';

/**
 * Maximum number of deliveries of one queue that all processes send at the same time. A slow queue
 * thus occupies few slots.
 */
const MAX_PER_QUEUE = 4;

export interface Claim {
  readonly now: Date;
  readonly leaseUntil: Date;
  /** Kinds that this version supports. */
  readonly kinds: readonly string[];
  readonly most: number;
}

/** Takes the oldest deliveries of each queue alternately, up to the queue's free slots. */
export async function claimDeliveries(tx: Tx, claim: Claim): Promise<Delivery[]> {
  const { now, leaseUntil, kinds, most } = claim;
  // The lock lets only one worker claim at a time. Otherwise two workers could both count the free
  // slots before either claims one.
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('claim-deliveries'))`);
  // A queue sends one at a time while a delivery that failed twice waits in it.
  return tx.many<Delivery>(sql`
    with recursive queues as (
      (select queue from deliveries where state = 'waiting' order by queue limit 1)
      union all
      select (select d.queue from deliveries d where d.state = 'waiting' and d.queue > q.queue
        order by d.queue limit 1)
      from queues q where q.queue is not null
    ), free as (
      select q.queue,
        case when exists (select from deliveries d
            where d.queue = q.queue and d.state = 'waiting' and d.attempts > 1)
          then 1 else ${MAX_PER_QUEUE}::int end
        - (select count(*) from deliveries d where d.queue = q.queue and d.state = 'sending') as places
      from queues q
      where q.queue is not null
        and not exists (select from paused_queues p where p.queue = q.queue and p.until > ${now})
    ), chosen as (
      select d.id from free f cross join lateral (
        select id, due_at, row_number() over (order by due_at, id) as place
        from (select id, due_at from deliveries
          where state = 'waiting' and queue = f.queue and due_at <= ${now} and kind = any(${kinds})
          order by due_at, id limit greatest(f.places, 0)
          -- Skips deliveries that another transaction is just requesting again.
          for no key update skip locked) due
      ) d
      order by d.place, d.due_at, d.id limit ${most}
    )
    update deliveries set state = 'sending', attempts = attempts + 1, lease_until = ${leaseUntil}
    from chosen where deliveries.id = chosen.id
    returning deliveries.id, kind, queue, account_id, subject_id, payload,
      attempts as attempt, created_at`);
}
