import type { AppContext } from '../foundation/app-context.ts';
import type { Reader, Tx } from '../foundation/database.ts';
import sql, { type Sql, join } from 'sql-template-tag';
import { resumeQueue } from './pauses.ts';

export interface NewDelivery {
  readonly kind: string;
  /** Queue that is processed and paused as a whole, such as `webhook:12` or `telegram:brand-3`. */
  readonly queue: string;
  readonly accountId: number;
  /**
   * Id of a row of the caller's module. A second delivery of the same kind for this row is skipped.
   */
  readonly subjectId: number;
  /** Data that `send` needs and that the subject's row does not contain. Never a secret. */
  readonly payload?: Readonly<Record<string, unknown>>;
  /** Earliest time of sending; by default now. */
  readonly dueAt?: Date;
}

/** Writes deliveries and wakes the worker when the transaction commits. */
export async function enqueueDeliveries(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Tx,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  const now = clock.now();
  const values = deliveries.map(
    ({ kind, queue, accountId, subjectId, payload = {}, dueAt = now }) =>
      sql`(${kind}, ${queue}, ${accountId}::bigint, ${subjectId}::bigint, ${JSON.stringify(payload)}::jsonb,
        ${dueAt}::timestamptz, ${now}::timestamptz)`,
  );
  await tx.run(sql`
    insert into deliveries (kind, queue, account_id, subject_id, payload, due_at, created_at)
    values ${join(values)} on conflict (kind, subject_id) do nothing`);
  await tx.many(wakeWorker);
}

/**
 * Makes the delivery of a row due again, or creates it. A delivery that is being sent runs once more
 * afterwards, so that rows added in the meantime are not missed.
 */
export async function requestDelivery(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Tx,
  { kind, queue, accountId, subjectId }: NewDelivery,
): Promise<void> {
  const now = clock.now();
  await tx.run(sql`
    insert into deliveries as d (kind, queue, account_id, subject_id, due_at, created_at)
    values (${kind}, ${queue}, ${accountId}, ${subjectId}, ${now}, ${now})
    on conflict (kind, subject_id) do update set
      again = d.state = 'sending', queue = excluded.queue, account_id = excluded.account_id,
      state = case when d.state = 'sending' then 'sending' else 'waiting' end,
      attempts = case when d.state = 'sending' then d.attempts else 0 end,
      due_at = case when d.state = 'sending' then d.due_at else excluded.due_at end,
      finished_at = null, reason = ''`);
  await tx.many(wakeWorker);
}

export async function countUnsent(reader: Reader, matching: Sql): Promise<number> {
  const row = await reader.first<{ count: number }>(sql`
    select count(*) from deliveries where state in ('waiting', 'sending') and (${matching})`);
  return row!.count;
}

/**
 * Ends a queue's pause and makes all its waiting deliveries due at once, because its target was
 * deleted or switched off. Each delivery then finds its new target, such as the general one instead
 * of a franchise's own. If none exists, the delivery ends and the module that requested it is
 * notified.
 */
export async function endQueue(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Tx,
  queue: string,
): Promise<void> {
  await resumeQueue(tx, queue);
  const count = await tx.run(sql`
    update deliveries set due_at = ${clock.now()} where state = 'waiting' and queue = ${queue}`);
  if (count > 0) await tx.many(wakeWorker);
}

/** Makes matching finished deliveries due again, with their full number of attempts. */
export async function resendDeliveries(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Tx,
  matching: Sql,
): Promise<number> {
  const count = await tx.run(sql`
    update deliveries set state = 'waiting', attempts = 0, due_at = ${clock.now()}, finished_at = null
    where state in ('sent', 'failed', 'unknown', 'skipped') and (${matching})`);
  if (count > 0) await tx.many(wakeWorker);
  return count;
}

/**
 * Ends the waiting deliveries of an act that is being undone. Returns true if one of them was sent
 * already.
 */
export async function discardHeldDeliveries(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Tx,
  actId: string,
): Promise<boolean> {
  await tx.run(sql`
    update deliveries set state = 'skipped', reason = 'Desfeito', finished_at = ${clock.now()}
    where act_id = ${actId} and state = 'waiting' and attempts = 0`);
  const sent = await tx.first(sql`
    select from deliveries where act_id = ${actId} and state <> 'skipped' limit 1`);
  return sent !== undefined;
}

export const DELIVERY_JOB = 'deliver';

/** Frequent requests create only one job, because the job's key is always the same. */
const wakeWorker = sql`select ask_job(${DELIVERY_JOB}, '{}'::json, ${DELIVERY_JOB})`;
