/**
 * Checks if a line may still watch a stream in a viewing. The check runs at every refresh of a
 * playlist and every few seconds of a running `.ts`. Segments use a cached answer. Checks at the
 * same moment share one query. While the database is unavailable, an answer stays valid for a few
 * seconds. Access therefore ends within 15 seconds of an order to end it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { createBoundedCache } from '../../foundation/bounded-cache.ts';
import { createGatheredReads } from '../../foundation/queries/gather-reads.ts';
import type { Watching, WatchingPace } from '../../watching/watching.ts';
import type { RefusalReason } from '@ramal/contract/watching';
import { toPlayableState } from '../line-state.ts';
import {
  type StreamKind,
  type ViewingRow,
  replicatedViewings,
  viewings,
} from './viewing-rights.sql.ts';
import { type StreamToken, markPassword } from '../stream-token.ts';

export interface CheckIntervals extends WatchingPace {
  /**
   * Milliseconds between two checks of a running session. Segments use the last answer for this
   * time.
   */
  readonly checkEveryMs: number;
  /** Milliseconds for which the last answer is valid while the database does not answer. */
  readonly goodForMs: number;
  /** Time after which a viewer gets the last answer while the database is slow. */
  readonly lateMs?: number;
  /** Milliseconds within which a source must begin its response. */
  readonly sourceTimeoutMs?: number;
  /** Milliseconds between two reads of the state of the boxes that poll this process. */
  readonly refreshEveryMs?: number;
  /** Milliseconds for which an answer to an unknown box is delayed. */
  readonly unknownDeviceMs?: number;
}

export const CHECK_INTERVALS: CheckIntervals = { checkEveryMs: 4_000, goodForMs: 10_000 };

export interface Right {
  readonly title: string;
  readonly source: string;
  readonly kind: StreamKind;
  /** Time of the query, in milliseconds of the monotonic clock. */
  readonly queriedAtMs: number;
}

export interface ViewingRights {
  /**
   * Returns the right to watch. Undefined if the viewing has ended or finds no free screen, or if
   * the line may not watch, which also ends the viewing. `maxAgeMs` 0 always queries the database.
   * Throws if no answer is known.
   */
  check(ticket: StreamToken, maxAgeMs: number): Promise<Right | undefined>;
  /** Returns the reason why `check` returned undefined. */
  reasonAgainst(ticket: StreamToken): Promise<RefusalReason>;
  /** Checks a line and a stream before the viewing exists. */
  beforeOpening(ticket: StreamToken): Promise<Right | undefined>;
}

interface Answer {
  readonly row: ViewingRow | undefined;
  readonly queriedAtMs: number;
  /**
   * Mark of the row's password. It is computed once, because it hardly ever changes from one answer
   * to the next.
   */
  mark?: string;
}

/**
 * Milliseconds after which a viewer gets the last answer instead of waiting for the read. During a
 * failover a read waits for seconds.
 */
const LATE_MS = 1_000;
/** Memory for about fifty thousand viewings. For further ones, each check queries the database. */
const KNOWN_BYTES = 35_000_000;
/** Memory in bytes of a viewing's row. */
const ANSWER_BYTES = 450;

/** Returns the answer of the read; undefined if the read is late or failed. */
const readInTime = (reading: Promise<Answer>, lateMs = LATE_MS): Promise<Answer | undefined> =>
  Promise.race([reading, pause(lateMs, undefined, { ref: false })]).catch(() => undefined);

export function createViewingRights(
  ctx: AppContext,
  watching: Pick<Watching, 'hasEnded' | 'resume' | 'lineStopped'>,
  pace: CheckIntervals,
): ViewingRights {
  const readViewing = createBatchedReads((tickets) =>
    ctx.db.many(viewings(tickets, ctx.clock.now()), 'prepared'),
  );
  const readReplicated = createReplicatedReads(ctx);
  const cached = createBoundedCache<Answer>({
    name: 'viewing-rights',
    maxBytes: KNOWN_BYTES,
    bytesOf: () => ANSWER_BYTES,
    ttlMs: pace.goodForMs,
  });

  async function answerTo(ticket: StreamToken, maxAgeMs: number): Promise<Answer> {
    const key = ticket.sessionId;
    const last = cached.get(key);
    if (last && measureAge(last) < maxAgeMs) return last;
    const reading = readViewing(ticket).then((answer) => {
      if (last?.mark !== undefined && isSameLogin(last.row, answer.row)) answer.mark = last.mark;
      cached.set(key, answer);
      return answer;
    });
    const replacement = async () => {
      if (last) return measureAge(last) < pace.goodForMs ? last : undefined;
      const replicated = await readReplicated(ticket);
      if (replicated) cached.set(key, replicated);
      return replicated;
    };
    return (await readInTime(reading, pace.lateMs)) ?? (await replacement()) ?? reading;
  }

  /**
   * True if the viewing is running. After a long pause, it runs again only if the line has a free
   * screen.
   */
  async function runs(ticket: StreamToken, answer: Answer): Promise<boolean> {
    const { row } = answer;
    if (row?.viewing !== 'paused') return row?.viewing === 'running';
    if (!(await watching.resume(ticket.sessionId))) return false;
    cached.set(ticket.sessionId, { ...answer, row: { ...row, viewing: 'running' } });
    return true;
  }

  return {
    check: async (ticket, maxAgeMs) => {
      if (watching.hasEnded(ticket.sessionId)) return undefined;
      const answer = await answerTo(ticket, maxAgeMs);
      if (!mayWatch(ctx, ticket, answer)) {
        watching.lineStopped(ticket.sessionId);
        return undefined;
      }
      if (!(await runs(ticket, answer)) || watching.hasEnded(ticket.sessionId)) return undefined;
      return rightIn(answer.row, answer);
    },
    reasonAgainst: async (ticket) => {
      const { row } = await answerTo(ticket, pace.checkEveryMs);
      if (!row) return 'not-offered';
      const state = toPlayableState(row, ctx.clock.now());
      if (state !== 'active') return state;
      if (markPassword(ctx.secrets, row.lineId, row.password) !== ticket.passwordMark)
        return 'unknown';
      const viewing = await ctx.db.first<{ endedBecause: string | null }>(
        sql`select ended_because from viewings where id = ${ticket.sessionId}`,
      );
      return viewing?.endedBecause === 'over-limit' ? 'screens' : 'ended';
    },
    beforeOpening: async (ticket) => {
      const answer = await readViewing(ticket);
      return mayWatch(ctx, ticket, answer) ? rightIn(answer.row, answer) : undefined;
    },
  };
}

function mayWatch(
  ctx: AppContext,
  ticket: StreamToken,
  answer: Answer,
): answer is Answer & { row: ViewingRow } {
  const { row } = answer;
  if (row === undefined || toPlayableState(row, ctx.clock.now()) !== 'active') return false;
  answer.mark ??= markPassword(ctx.secrets, row.lineId, row.password);
  return answer.mark === ticket.passwordMark;
}

const isSameLogin = (a: ViewingRow | undefined, b: ViewingRow | undefined): boolean =>
  a !== undefined && a.lineId === b?.lineId && a.password === b.password;

const rightIn = ({ name, source, kind }: ViewingRow, { queriedAtMs }: Answer): Right => ({
  title: name,
  source,
  kind,
  queriedAtMs,
});

export const measureAge = ({ queriedAtMs }: { readonly queriedAtMs: number }): number =>
  performance.now() - queriedAtMs;

/**
 * Creates a read for the viewers of a lost process, whom this process does not know. While the
 * primary does not answer, the replica confirms a running viewing. The read returns undefined for
 * all others.
 */
function createReplicatedReads({ replica }: AppContext) {
  if (!replica) return () => Promise.resolve(undefined);
  const read = createBatchedReads((tickets) =>
    replica.snapshot.many(replicatedViewings(tickets), 'prepared'),
  );
  return async (ticket: StreamToken): Promise<Answer | undefined> => {
    const answer = await read(ticket).catch(() => undefined);
    return answer?.row?.viewing === 'running' ? answer : undefined;
  };
}

function createBatchedReads(
  read: (tickets: readonly StreamToken[]) => Promise<ViewingRow[]>,
): (ticket: StreamToken) => Promise<Answer> {
  const keyOf = ({ sessionId }: StreamToken): string => sessionId;
  return createGatheredReads(keyOf, async (tickets: readonly StreamToken[]) => {
    const queriedAtMs = performance.now();
    const rows = await read(tickets);
    const bySession = new Map(rows.map((row) => [row.sessionId, row]));
    return (sessionId) => ({ row: bySession.get(sessionId), queriedAtMs });
  });
}
