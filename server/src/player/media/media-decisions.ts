/**
 * Decides if a viewer of an external media server may watch, and opens the viewing that counts as
 * one of the line's screens. The rules are those of the player: name and password with their
 * limits, the line's state and the streams of its package. If the line has too many screens, other
 * viewings of the line end.
 */
import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@ramal/contract/rules/durations';
import type { RefusalReason } from '@ramal/contract/watching';
import { Refusal } from '@ramal/contract/api/errors';
import type { AppContext } from '../../foundation/app-context.ts';
import { createBoundedCache } from '../../foundation/bounded-cache.ts';
import { digest } from '../../foundation/digest.ts';
import type { Heartbeat, Watching } from '../../watching/watching.ts';
import { toPlayableState } from '../line-state.ts';
import type { SignInAttempt } from '../player-sign-in-rate-limit.ts';
import type { SignInLine } from '../sign-in-line.ts';
import { type StreamToken, markPassword } from '../stream-token.ts';
import type { CheckIntervals, ViewingRights } from '../viewings/viewing-rights.ts';

export interface MediaViewer {
  readonly attempt: SignInAttempt;
  readonly streamId: number;
  readonly userAgent: string;
  /** Form of delivery: HLS, RTSP, … */
  readonly encoding: string;
  /** The media server's id of the session, sent with every call about it. */
  readonly session: string;
  /**
   * True if the server asks only once and reports the end. This module then sends the heartbeats of
   * the viewing.
   */
  readonly asksOnce: boolean;
}

export type Decision =
  | { readonly allows: true; readonly lineId: number; readonly screens: number }
  | { readonly allows: false; readonly reason: Denial };

/** Reason for a refusal, explained in `refusalTexts`. `unknown` can also mean too many attempts. */
type Denial = Exclude<RefusalReason, 'address'>;

export interface MediaDecisions {
  decide(viewer: MediaViewer): Promise<Decision>;
  /** Ends the session, because its viewer has disconnected. */
  endSession(session: string): void;
  stop(): void;
}

interface Session {
  readonly ticket: StreamToken;
  readonly heartbeat: Heartbeat;
  readonly screens: number;
  /** Digest of name, password and stream, so that another viewer cannot use the session. */
  readonly mark: string;
  readonly asksOnce: boolean;
}

/**
 * Time in milliseconds for which a session is stored. It is longer than any server waits between
 * two requests. The limit exists because a server may stop without reporting the end of a session.
 */
const KEPT_MS = 6 * HOUR_MS;
const SESSION_BYTES = 600;
const MAX_BYTES = 30_000_000;
/**
 * Interval of heartbeats in milliseconds. It is much shorter than the time after which a viewing
 * without a heartbeat ends.
 */
const BEAT_EVERY_MS = 15_000;

interface MediaDecisionParts {
  readonly signInLine: SignInLine;
  readonly rights: ViewingRights;
  readonly watching: Watching;
  readonly intervals: CheckIntervals;
}

export function createMediaDecisions(
  ctx: AppContext,
  { signInLine, rights, watching, intervals: { checkEveryMs } }: MediaDecisionParts,
): MediaDecisions {
  const sessions = createBoundedCache<Session>({
    name: 'media-sessions',
    maxBytes: MAX_BYTES,
    bytesOf: () => SESSION_BYTES,
    ttlMs: KEPT_MS,
  });

  /**
   * Continues a session. Returns undefined if the line may no longer watch, or if another viewing
   * replaced this one.
   */
  async function continueSession(key: string, session: Session): Promise<Decision | undefined> {
    if (await rights.check(session.ticket, checkEveryMs)) {
      watching.touch(session.heartbeat);
      return allowed(session);
    }
    sessions.delete(key);
    return undefined;
  }

  async function beat(): Promise<void> {
    const keptAlive = [...sessions.entries()].filter(([, { asksOnce }]) => asksOnce);
    // All checks run at the same time, so that they are one query.
    await Promise.all(
      keptAlive.map(([key, heldSession]) =>
        continueSession(key, heldSession).catch((error: unknown) =>
          ctx.log.warn({ err: error }, 'a viewing of a media server could not be checked'),
        ),
      ),
    );
  }
  const beating = setInterval(() => void beat(), BEAT_EVERY_MS);
  beating.unref();

  return {
    decide: async (viewer) => {
      const { session } = viewer;
      const existing = sessions.get(session);
      if (existing?.mark === markOf(viewer))
        return (await continueSession(session, existing)) ?? denied('ended');
      try {
        const opened = await openSession({ ctx, signInLine, rights, watching }, viewer);
        if (typeof opened === 'string') return denied(opened);
        sessions.set(session, opened);
        return allowed(opened);
      } catch (error) {
        // After too many attempts or from a blocked address, the media server gets no more detail
        // than a player would.
        if (error instanceof Refusal) return denied('unknown');
        throw error;
      }
    },
    endSession: (session) => {
      const existing = sessions.get(session);
      if (!existing) return;
      sessions.delete(session);
      watching.playerLeft(existing.ticket.sessionId);
    },
    stop: () => clearInterval(beating),
  };
}

const allowed = ({ ticket, screens }: Session): Decision => ({
  allows: true,
  lineId: ticket.lineId,
  screens,
});
const denied = (reason: Denial): Decision => ({ allows: false, reason });

const markOf = ({ attempt, streamId }: MediaViewer): string =>
  digest(attempt.username, attempt.password, String(streamId));

interface Deciding {
  readonly ctx: AppContext;
  readonly signInLine: SignInLine;
  readonly rights: ViewingRights;
  readonly watching: Watching;
}

/**
 * Opens a viewing, and ends others above the line's limit of screens. Returns the reason if the
 * viewer may not watch.
 */
async function openSession(
  { ctx, signInLine, rights, watching }: Deciding,
  viewer: MediaViewer,
): Promise<Session | Denial> {
  const { attempt, streamId, userAgent, encoding, asksOnce } = viewer;
  const line = await signInLine(attempt);
  if (!line) return 'unknown';
  const state = toPlayableState(line, ctx.clock.now());
  if (state !== 'active') return state;
  const passwordMark = markPassword(ctx.secrets, line.id, line.password);
  const ticket = { lineId: line.id, streamId, sessionId: randomUUID(), passwordMark };
  const right = await rights.beforeOpening(ticket);
  if (!right) return 'not-offered';
  const viewing = {
    lineId: line.id,
    streamId,
    title: right.title,
    encoding,
    address: attempt.address,
    userAgent,
  };
  // Continues the player's viewing of the same stream, which another process may have opened.
  const opened = await watching.open({ ...viewing, balancerId: null, continuesSame: true });
  if (typeof opened === 'string') return opened;
  const { sessionId } = opened;
  return {
    ticket: { ...ticket, sessionId },
    heartbeat: { ...viewing, sessionId },
    screens: line.maxConnections,
    mark: markOf(viewer),
    asksOnce,
  };
}
