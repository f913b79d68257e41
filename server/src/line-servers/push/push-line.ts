/**
 * Sends a line's present state to its server. The delivery says only which line: what it must be is read
 * when it is sent, so that many changes become one and none is sent out of its order.
 */
import { HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Delivery, DeliveryKind, DeliveryOutcome } from '../../outbox/outbox.ts';
import { platformOf } from '../platform-of.ts';
import { AccessRefused, LineRefused, type RemoteLine, ServerSilent } from '../port.ts';
import { bringLine } from './bring-line.ts';
import { type PlacedLine, readPlacedLine } from './placed-line.ts';

export const LINE_PUSH = 'line-push';

export interface RefusedLine {
  readonly lineId: number;
  readonly placeId: number;
  /** Of the line as it was refused. */
  readonly revision: number;
  /** The server's name. */
  readonly server: string;
}

/** What is done in the panel about a line that was created onto a server and refused there. */
export type WhenRefused = (ctx: AppContext, refused: RefusedLine, reason: string) => Promise<void>;

/** Ten seconds to an hour apart, over two days. What has failed by then is found by the next comparison. */
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

/** The first line that gets no answer makes the others of its server wait, so that they use up no tries. */
const SILENCE_MS = 20_000;
const LONGEST_SILENCE_MS = 10 * MINUTE_MS;
const REFUSED_MS = 15 * MINUTE_MS;

export const linePush = (whenRefused: WhenRefused): DeliveryKind => ({
  kind: LINE_PUSH,
  // Every try begins by reading what the last one did.
  mayRepeat: true,
  pausesMs: PAUSES_MS,
  send: (ctx, delivery, signal) => pushLine(ctx, delivery, signal, whenRefused),
});

async function pushLine(
  ctx: AppContext,
  delivery: Delivery,
  signal: AbortSignal,
  whenRefused: WhenRefused,
): Promise<DeliveryOutcome> {
  const placed = await readPlacedLine(ctx.db, delivery.subjectId);
  if (!placed) return { state: 'skipped', reason: 'A linha não está mais neste servidor.' };
  try {
    const platform = platformOf(ctx, placed.server, signal);
    const there = await bringLine(platform, placed, placed.desired, (username) =>
      ctx.db.tx((tx) =>
        tx.run(sql`update server_lines set username = ${username} where id = ${placed.id}`),
      ),
    );
    await keepOutcome(ctx, placed, there);
    return { state: 'sent', ...(there ? { reference: there.id } : {}) };
  } catch (error) {
    if (error instanceof LineRefused) {
      const { id: placeId, lineId, revision, server } = placed;
      if (placed.isFirst && placed.pushedRevision === 0)
        await whenRefused(ctx, { lineId, placeId, revision, server: server.name }, error.message);
      return { state: 'failed', reason: error.message };
    }
    return patienceFor(error, delivery);
  }
}

function patienceFor(error: unknown, { attempt }: Delivery): DeliveryOutcome {
  if (error instanceof AccessRefused) {
    const { message: reason } = error;
    return { state: 'retry', reason, afterMs: REFUSED_MS, pause: { untilMs: REFUSED_MS, reason } };
  }
  if (!(error instanceof ServerSilent)) throw error;
  const { message: reason } = error;
  const untilMs = Math.min(SILENCE_MS * 2 ** Math.min(attempt - 1, 10), LONGEST_SILENCE_MS);
  return { state: 'unknown', reason, pause: { untilMs, reason } };
}

/** A change that came meanwhile has a higher revision, and is asked for again already. */
const keepOutcome = (
  { db, clock }: AppContext,
  placed: PlacedLine,
  there: RemoteLine | undefined,
): Promise<number> =>
  db.tx((tx) =>
    placed.isCurrent
      ? tx.run(sql`
          update server_lines set remote_id = ${there?.id ?? null}, username = ${there?.username ?? null},
            pushed_revision = ${placed.revision}, pushed_at = ${clock.now()}
          where id = ${placed.id}`)
      : tx.run(sql`
          delete from server_lines where id = ${placed.id} and revision = ${placed.revision}
            and not is_current`),
  );
