/**
 * Pushes the current state of a line to its server. The delivery contains only the placement's id.
 * The state is read when the push is sent. One push therefore covers several changes, and an old
 * state is never sent after a new one.
 */
import { HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Delivery, DeliveryKind, DeliveryOutcome } from '../../outbox/outbox.ts';
import { openPlatform } from '../create-platform.ts';
import { isLineRejected, isServerClosed, type RemoteLine } from '../port.ts';
import { syncLine } from './sync-line.ts';
import { type PlacedLine, readPlacedLine } from './placed-line.ts';
import { refundRejectedLine } from './refund-rejected-line.ts';

const LINE_PUSH = 'line-push';

/**
 * Pauses between attempts: from ten seconds to one hour, for two days in total. After that, the
 * next comparison finds the line.
 */
const PAUSES_MS = [
  10_000,
  30_000,
  MINUTE_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  ...Array.from({ length: 48 }, () => HOUR_MS),
];

/**
 * Pause of a server's queue after the first attempt of a push without an answer. Doubled with each
 * further attempt, up to MAX_SILENCE_MS.
 */
const SILENCE_MS = 20_000;
const MAX_SILENCE_MS = 10 * MINUTE_MS;
const REFUSED_MS = 15 * MINUTE_MS;

export const linePush: DeliveryKind = {
  kind: LINE_PUSH,
  // Attempts may be repeated, because each one first reads the result of the previous one.
  mayRepeat: true,
  pausesMs: PAUSES_MS,
  send: pushLine,
};

async function pushLine(
  ctx: AppContext,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const placed = await readPlacedLine(ctx.db, delivery.subjectId);
  if (!placed) return { state: 'skipped', reason: 'A linha não está mais neste servidor.' };
  try {
    const platform = await openPlatform(ctx, placed.server, signal);
    const remote = await syncLine(platform, placed, placed.desired, (username) =>
      ctx.db.tx((tx) =>
        tx.run(sql`update server_lines set username = ${username} where id = ${placed.id}`),
      ),
    );
    await storeOutcome(ctx, placed, remote);
    return { state: 'sent', ...(remote ? { reference: remote.id } : {}) };
  } catch (error) {
    if (isLineRejected(error)) {
      if (placed.isFirst && placed.pushedRevision === 0)
        await refundRejectedLine(ctx, placed, error.message);
      return { state: 'failed', reason: error.message };
    }
    return failureOutcome(error, delivery);
  }
}

function failureOutcome(error: unknown, { attempt }: Delivery): DeliveryOutcome {
  if (!isServerClosed(error)) throw error;
  const { message: reason } = error;
  const silenceMs = Math.min(SILENCE_MS * 2 ** Math.min(attempt - 1, 10), MAX_SILENCE_MS);
  const untilMs = error.kind === 'unauthorized' ? REFUSED_MS : silenceMs;
  // If the server rejects the key during a push, the outcome is unknown. The next comparison pushes
  // such a line again.
  return { state: 'unknown', reason, pause: { untilMs, reason } };
}

/**
 * Stores the outcome of a push. If the line changed in the meantime, its revision is higher and
 * another push is already requested. The line's differences are deleted, except those about other
 * remote lines with its mark.
 */
async function storeOutcome(
  { db, clock }: AppContext,
  placed: PlacedLine,
  remote: RemoteLine | undefined,
): Promise<void> {
  const { id, lineId, revision, server, isCurrent } = placed;
  const remoteId = remote?.id ?? null;
  await db.tx(async (tx) => {
    if (isCurrent)
      await tx.run(sql`
        update server_lines set remote_id = ${remoteId}, username = ${remote?.username ?? null},
          pushed_revision = ${revision}, pushed_at = ${clock.now()}
        where id = ${id}`);
    else
      await tx.run(sql`
        delete from server_lines where id = ${id} and revision = ${revision} and not is_current`);
    await tx.run(sql`
      delete from line_differences where server_id = ${server.id} and (
        kind in ('missing-there', 'username', 'password', 'expiry', 'status') and line_id = ${lineId}
        or kind = 'left-behind' and line_id = ${lineId} and remote_id = ${remoteId}
        or kind = 'missing-here' and line_id is null and remote_id = ${remoteId})`);
  });
}
