/**
 * Whether a viewer of somebody else's media server may watch, and the viewing that counts against the line's screens.
 * It is decided by what the player itself is decided by: name and password with their limits, the line's state, the
 * streams of its package, and its screens, of which the newest stay.
 */
import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@ramal/contract/rules/durations';
import type { RefusalReason } from '@ramal/contract/watching';
import { Refusal } from '@ramal/contract/api/errors';
import type { AppContext } from '../../foundation/app-context.ts';
import { createBoundedCache } from '../../foundation/bounded-cache.ts';
import { digest } from '../../foundation/digest.ts';
import type { Heartbeat, Watching } from '../../watching/watching.ts';
import { lineStateOf } from '../line-state.ts';
import type { SignInAttempt } from '../player-sign-in-rate-limit.ts';
import type { SignInLine } from '../sign-in-line.ts';
import { type StreamToken, markPassword } from '../stream-token.ts';
import type { CheckIntervals, ViewingRights } from '../viewings/viewing-rights.ts';

export interface MediaViewer {
  readonly attempt: SignInAttempt;
  readonly streamId: number;
  readonly userAgent: string;
  /** How it is sent: HLS, RTSP, … */
  readonly encoding: string;
  /** What the media server calls the session in every call about it. */
  readonly session: string;
  /** The server asks once and tells the end: until then the viewing is kept alive here. */
  readonly asksOnce: boolean;
}

export type Decision =
  | { readonly allows: true; readonly lineId: number; readonly screens: number }
  | { readonly allows: false; readonly reason: Denial };

/** `unknown`: no such name and password, or too many tries; `ended`: the screen went to another, or by hand; `screens`: others have them. */
export type Denial = Exclude<RefusalReason, 'address'>;

export interface MediaDecisions {
  decide(viewer: MediaViewer): Promise<Decision>;
  /** The viewer of this session has left. */
  left(session: string): void;
  stop(): void;
}

interface Session {
  readonly ticket: StreamToken;
  readonly heartbeat: Heartbeat;
  readonly screens: number;
  /** Of name, password and stream: a session is no other's. */
  readonly mark: string;
  readonly asksOnce: boolean;
}

/** Longer than any server waits before it asks again; a server that tells ends may have died instead. */
const KEPT_MS = 6 * HOUR_MS;
const SESSION_BYTES = 600;
const MOST_BYTES = 30_000_000;
/** Well within the time after which a silent viewing has ended. */
const BEAT_EVERY_MS = 15_000;

export function createMediaDecisions(
  ctx: AppContext,
  signInLine: SignInLine,
  rights: ViewingRights,
  watching: Watching,
  { checkEveryMs }: CheckIntervals,
): MediaDecisions {
  const sessions = createBoundedCache<Session>({
    name: 'media-sessions',
    maxBytes: MOST_BYTES,
    bytesOf: () => SESSION_BYTES,
    ttlMs: KEPT_MS,
  });

  /** Undefined once the line may not watch, or its screen went to another. */
  async function goOn(key: string, known: Session): Promise<Decision | undefined> {
    if (await rights.check(known.ticket, checkEveryMs)) {
      watching.touch(known.heartbeat);
      return allowed(known);
    }
    sessions.delete(key);
    return undefined;
  }

  async function beat(): Promise<void> {
    const held = [...sessions.entries()].filter(([, { asksOnce }]) => asksOnce);
    // All at once, so that they are one query.
    await Promise.all(
      held.map(([key, known]) =>
        goOn(key, known).catch((error: unknown) =>
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
      const known = sessions.get(session);
      if (known?.mark === markOf(viewer)) return (await goOn(session, known)) ?? denied('ended');
      try {
        const opened = await openSession({ ctx, signInLine, rights, watching }, viewer);
        if (typeof opened === 'string') return denied(opened);
        sessions.set(session, opened);
        return allowed(opened);
      } catch (error) {
        // Too many tries, or a blocked address: the media server is told no more than a player.
        if (error instanceof Refusal) return denied('unknown');
        throw error;
      }
    },
    left: (session) => {
      const known = sessions.get(session);
      if (!known) return;
      sessions.delete(session);
      watching.playerLeft(known.ticket.sessionId);
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

/** Opens a viewing, which ends those above the line's screens, or says why there is none. */
async function openSession(
  { ctx, signInLine, rights, watching }: Deciding,
  viewer: MediaViewer,
): Promise<Session | Denial> {
  const { attempt, streamId, userAgent, encoding, asksOnce } = viewer;
  const line = await signInLine(attempt);
  if (!line) return 'unknown';
  const state = lineStateOf(line, ctx.clock.now());
  if (state !== 'active') return state;
  const passwordMark = markPassword(ctx.secrets, line.id, line.password);
  const asked = { lineId: line.id, streamId, sessionId: randomUUID(), passwordMark };
  const right = await rights.beforeOpening(asked);
  if (!right) return 'not-offered';
  const viewing = {
    lineId: line.id,
    streamId,
    title: right.title,
    encoding,
    address: attempt.address,
    userAgent,
  };
  // Another process may have opened it: the same player goes on there.
  const opened = await watching.open({ ...viewing, balancerId: null, continuesSame: true });
  if (typeof opened === 'string') return opened;
  const { sessionId } = opened;
  return {
    ticket: { ...asked, sessionId },
    heartbeat: { ...viewing, sessionId },
    screens: line.maxConnections,
    mark: markOf(viewer),
    asksOnce,
  };
}
