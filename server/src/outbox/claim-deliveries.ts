/** Which deliveries are sent next, in one statement, so that several workers do not choose the same. */
import sql from 'sql-template-tag';
import type { Tx } from '../foundation/database.ts';
import type { Delivery } from './delivery.ts';

/** Of one queue at a time, in all processes, so that one that answers slowly takes few places. */
const MOST_OF_A_QUEUE = 4;

export interface Claim {
  readonly now: Date;
  readonly leaseUntil: Date;
  /** The kinds that this version knows. */
  readonly kinds: readonly string[];
  readonly most: number;
}

/** Queues take turns: each gives its oldest, as many as it has free places. */
export async function claimDeliveries(tx: Tx, claim: Claim): Promise<Delivery[]> {
  const { now, leaseUntil, kinds, most } = claim;
  // One worker chooses at a time, so that two do not both count before the other has chosen.
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('claim-deliveries'))`);
  // A queue in which something failed twice sends one by one until that is settled.
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
          then 1 else ${MOST_OF_A_QUEUE}::int end
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
          -- A transaction that is asking for one again is not waited for.
          for no key update skip locked) due
      ) d
      order by d.place, d.due_at, d.id limit ${most}
    )
    update deliveries set state = 'sending', attempts = attempts + 1, lease_until = ${leaseUntil}
    from chosen where deliveries.id = chosen.id
    returning deliveries.id, kind, queue, account_id as "accountId", subject_id as "subjectId", payload,
      attempts as attempt, created_at as "createdAt"`);
}
