import type { AppContext } from '../foundation/app-context.ts';
import type { Reader, Tx } from '../foundation/database.ts';
import sql, { type Sql, join } from 'sql-template-tag';
import { resumeQueue } from './pauses.ts';

export interface NewDelivery {
  readonly kind: string;
  /** What is served together and paused together, such as `webhook:12` or `telegram:brand-3`. */
  readonly queue: string;
  readonly accountId: number;
  /** The row of the caller's module; a second delivery of the same kind for it is left out. */
  readonly subjectId: number;
  /** What `send` needs and the subject's row does not hold. Never a secret. */
  readonly payload?: Readonly<Record<string, unknown>>;
  /** Not before; now when absent. */
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

/** How many of those that match have not been sent. */
export async function countUnsent(reader: Reader, matching: Sql): Promise<number> {
  const row = await reader.first<{ count: number }>(sql`
    select count(*) from deliveries where state in ('waiting', 'sending') and (${matching})`);
  return row!.count;
}

/**
 * What a queue led to is gone or off. All that waits in it is due at once: each message finds by itself what takes it
 * now, everybody's in place of a franchise's own, or that nothing does, so that the module that asked for it hears of
 * its end.
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

/** What ended and matches is sent once more, with all its tries. */
export async function sendAgain(
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

export const DELIVERY_JOB = 'deliver';

/** Asked for often and kept once, as the key of the job is always the same. */
const wakeWorker = sql`select ask_job(${DELIVERY_JOB}, '{}'::json, ${DELIVERY_JOB})`;
