/** Sends the deliveries in the outbox. */
import { setTimeout as delay } from 'node:timers/promises';
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { Tx } from '../foundation/database.ts';
import type { Job } from '../foundation/jobs.ts';
import { claimDeliveries } from './claim-deliveries.ts';
import type { Delivery, DeliveryKind, DeliveryOutcome } from './delivery.ts';
import { DELIVERY_JOB } from './enqueue.ts';
import { pauseQueue } from './pauses.ts';

const MAX_CONCURRENT = 64;
const SEND_TIMEOUT_MS = MINUTE_MS;
/**
 * Duration of a worker's lease on a delivery. Every send is shorter, so an expired lease belongs to
 * a worker that stopped.
 */
const LEASE_MS = 3 * MINUTE_MS;
/**
 * Time in which the job also sends deliveries that become due. It ends before the job's next
 * scheduled run.
 */
const LINGER_MS = 59_000;
const POLL_MS = 500;

/**
 * Sends all due deliveries and returns their number. After an abort it starts no more deliveries.
 */
export async function deliverDue(
  ctx: AppContext,
  kinds: readonly DeliveryKind[],
  stopping?: AbortSignal,
): Promise<number> {
  await recoverLost(ctx, kinds);
  const inFlight = new Set<Promise<void>>();
  let count = 0;
  for (;;) {
    const claimed = await claim(ctx, kinds, stopping?.aborted ? 0 : MAX_CONCURRENT - inFlight.size);
    for (const delivery of claimed) {
      const sending = deliverOne(ctx, kinds, delivery).finally(() => inFlight.delete(sending));
      inFlight.add(sending);
    }
    count += claimed.length;
    if (inFlight.size === 0) return count;
    // A finished delivery frees a slot of its queue, even if nothing could be claimed before.
    await Promise.race(inFlight);
  }
}

/** Sends due deliveries, and those that become due before the job's next run. */
export const deliveryJob = (kinds: readonly DeliveryKind[]): Job => ({
  name: DELIVERY_JOB,
  schedule: '* * * * *',
  work: async (ctx, _payload, stopping = new AbortController().signal) => {
    const end = performance.now() + LINGER_MS;
    while (!stopping.aborted && performance.now() < end) {
      await deliverDue(ctx, kinds, stopping);
      await delay(POLL_MS, undefined, { signal: stopping, ref: false }).catch(() => undefined);
    }
  },
});

const claim = (
  ctx: AppContext,
  kinds: readonly DeliveryKind[],
  most: number,
): Promise<Delivery[]> => {
  if (most === 0) return Promise.resolve([]);
  const now = ctx.clock.now();
  return ctx.db.tx((tx) =>
    claimDeliveries(tx, {
      now,
      leaseUntil: new Date(now.getTime() + LEASE_MS),
      kinds: kinds.map(({ kind }) => kind),
      most,
    }),
  );
};

async function deliverOne(
  ctx: AppContext,
  kinds: readonly DeliveryKind[],
  delivery: Delivery,
): Promise<void> {
  const kind = kinds.find((candidate) => candidate.kind === delivery.kind)!;
  const started = performance.now();
  const outcome = await send(ctx, kind, delivery);
  try {
    await ctx.db.tx(async (tx) => {
      // The lease may have expired in the meantime, and another worker may have decided the
      // outcome.
      const owned = await tx.first<OwnedDelivery>(sql`
        select again from deliveries
        where id = ${delivery.id} and state = 'sending' and attempts = ${delivery.attempt}
        for no key update`);
      if (!owned) return;
      const tookMs = Math.round(performance.now() - started);
      await settle(ctx, tx, { kind, delivery, result: { outcome, tookMs, ...owned } });
    });
  } catch (error) {
    ctx.log.error(
      { err: error, delivery: delivery.id },
      'the result of a delivery could not be stored',
    );
  }
}

async function send(
  ctx: AppContext,
  kind: DeliveryKind,
  delivery: Delivery,
): Promise<DeliveryOutcome> {
  try {
    return await kind.send(ctx, delivery, AbortSignal.timeout(SEND_TIMEOUT_MS));
  } catch (error) {
    ctx.log.error({ err: error, delivery: delivery.id, kind: kind.kind }, 'a delivery failed');
    return { state: 'unknown', reason: 'Ocorreu um erro inesperado ao enviar.' };
  }
}

interface OwnedDelivery {
  /** True if the delivery was requested again while it was being sent. */
  readonly again: boolean;
}

interface AttemptResult extends OwnedDelivery {
  readonly outcome: DeliveryOutcome;
  readonly tookMs: number;
}

interface SettledAttempt {
  readonly kind: DeliveryKind;
  readonly delivery: Delivery;
  readonly result: AttemptResult;
}

async function settle(
  ctx: AppContext,
  tx: Tx,
  { kind, delivery, result: { outcome, tookMs, again } }: SettledAttempt,
): Promise<void> {
  const now = ctx.clock.now();
  const { reason = '', answer = '', pause } = outcome;
  await tx.run(sql`
    insert into delivery_attempts (delivery_id, at, took_ms, outcome, reason, answer)
    values (${delivery.id}, ${now}, ${tookMs}, ${outcome.state}, ${reason}, ${excerptOf(answer)})`);
  if (pause)
    await pauseQueue(tx, delivery.queue, new Date(now.getTime() + pause.untilMs), pause.reason);
  if (again) {
    await tx.run(sql`
      update deliveries set state = 'waiting', again = false, attempts = 0, due_at = ${now},
        lease_until = null, reason = ${reason}
      where id = ${delivery.id}`);
    return;
  }
  const wait = nextPause(kind, delivery, outcome);
  if (wait !== undefined) {
    await tx.run(sql`
      update deliveries set state = 'waiting', due_at = ${new Date(now.getTime() + wait)},
        lease_until = null, reason = ${reason}
      where id = ${delivery.id}`);
    return;
  }
  const ended: DeliveryOutcome =
    outcome.state === 'retry' ? { ...outcome, state: 'failed' } : outcome;
  await tx.run(sql`
    update deliveries set state = ${ended.state}, reason = ${reason}, lease_until = null,
      reference = ${ended.state === 'sent' ? (ended.reference ?? null) : null}, finished_at = ${now}
    where id = ${delivery.id}`);
  await kind.finished?.(ctx, tx, delivery, ended);
}

const EXCERPT_LENGTH = 1_024;

/** Returns the beginning of the answer, without zero characters, which PostgreSQL cannot store. */
const excerptOf = (answer: string): string => answer.slice(0, EXCERPT_LENGTH).replaceAll('\0', '');

/**
 * Returns the pause before the next attempt in milliseconds. Undefined if the delivery is not tried
 * again.
 */
function nextPause(
  { mayRepeat, pausesMs }: DeliveryKind,
  { attempt }: Delivery,
  outcome: DeliveryOutcome,
): number | undefined {
  const isTriedAgain = outcome.state === 'retry' || (outcome.state === 'unknown' && mayRepeat);
  const planned = pausesMs[attempt - 1];
  if (!isTriedAgain || planned === undefined) return undefined;
  return outcome.state === 'retry' ? (outcome.afterMs ?? planned) : planned;
}

/** Settles deliveries whose worker stopped. Their outcome is unknown. */
async function recoverLost(ctx: AppContext, kinds: readonly DeliveryKind[]): Promise<void> {
  const lost = await ctx.db.many<Delivery>(sql`
    select id, kind, queue, account_id, subject_id, payload,
      attempts as attempt, created_at
    from deliveries where state = 'sending' and lease_until < ${ctx.clock.now()}`);
  for (const delivery of lost) {
    const kind = kinds.find((candidate) => candidate.kind === delivery.kind);
    if (!kind) continue;
    await ctx.db.tx(async (tx) => {
      const owned = await tx.first<OwnedDelivery>(sql`
        select again from deliveries where id = ${delivery.id} and state = 'sending'
          and attempts = ${delivery.attempt} and lease_until < ${ctx.clock.now()}
        for no key update`);
      if (!owned) return;
      const outcome = { state: 'unknown', reason: 'O envio foi interrompido.' } as const;
      await settle(ctx, tx, { kind, delivery, result: { outcome, tookMs: 0, ...owned } });
    });
  }
}
