/**
 * Opens, continues and ends viewings for every form of delivery. A new viewing is written at once,
 * heartbeats are written in batches.
 */
import { randomUUID } from 'node:crypto';
import type { AppContext } from '../foundation/app-context.ts';
import { type OpeningRefusal, startViewing } from './start-viewing.ts';
import { createEndedViewings } from './ended-viewings.ts';
import { type Heartbeat, createPresence, parseIp } from './presence.ts';
import { resumeViewing } from './resume-viewing.ts';

export type { Heartbeat } from './presence.ts';

interface StartViewingInput extends Omit<Heartbeat, 'sessionId'> {
  /** Balancer that delivers the viewing; null without one. */
  readonly balancerId: number | null;
  /** Start of the programme of an archive viewing. */
  readonly archiveStart?: Date | null;
  /**
   * True if opening the same title again continues the viewing, as for films, which are read in
   * byte ranges.
   */
  readonly continuesSame: boolean;
}

interface OpenedViewing {
  readonly sessionId: string;
  readonly continues: boolean;
}

export interface Watching {
  /**
   * Opens a viewing and ends others above the limit of screens. Returns the reason if the player
   * may not open this viewing now.
   */
  open(opening: StartViewingInput): Promise<OpenedViewing | OpeningRefusal>;
  /**
   * Resumes a paused viewing. Returns false if the line has no free screen or the viewing was
   * ended.
   */
  resume(sessionId: string): Promise<boolean>;
  touch(heartbeat: Heartbeat): void;
  /** Reports that the viewer has left. Without this report, only the heartbeats stop. */
  playerLeft(sessionId: string): void;
  /** Reports that the line may no longer watch. */
  lineStopped(sessionId: string): void;
  /**
   * Returns true if another screen or a person ended the viewing. The state in this process is at
   * most a second old.
   */
  hasEnded(sessionId: string): boolean;
  /**
   * Calls `cut` once when another screen or a person ends the viewing, or at once if that happened
   * before. Returns a function that unsubscribes.
   */
  onEnded(sessionId: string, cut: () => void): () => void;
  /** Writes what is still in memory. */
  stop(): Promise<void>;
}

export interface WatchingPace {
  readonly writeEveryMs?: number;
  readonly askEveryMs?: number;
}

export function createWatching(
  ctx: AppContext,
  { writeEveryMs, askEveryMs }: WatchingPace = {},
): Watching {
  const presence = createPresence(ctx, writeEveryMs);
  const ended = createEndedViewings(ctx, (id) => presence.forget(id), askEveryMs);
  return {
    open: async ({ continuesSame, ...opening }) => {
      // Ended viewings are written first. A player that changes the channel has just closed one,
      // and it must not count as a screen.
      await presence.writeEnds();
      const viewing = {
        archiveStart: null,
        ...opening,
        id: randomUUID(),
        address: parseIp(opening.address),
      };
      const now = ctx.clock.now();
      const started = await ctx.db.tx((tx) => startViewing(tx, viewing, continuesSame, now));
      if (typeof started === 'string') return started;
      ended.add(started.closed);
      return { sessionId: started.id, continues: started.continues };
    },
    resume: (sessionId) => ctx.db.tx((tx) => resumeViewing(tx, sessionId, ctx.clock.now())),
    touch: (heartbeat) => {
      if (!ended.has(heartbeat.sessionId)) presence.touch(heartbeat);
    },
    playerLeft: (sessionId) => presence.ended(sessionId, 'left'),
    lineStopped: (sessionId) => presence.ended(sessionId, 'line-stopped'),
    hasEnded: (sessionId) => ended.has(sessionId),
    onEnded: (sessionId, cut) => ended.onEnded(sessionId, cut),
    stop: async () => {
      await ended.stop();
      await presence.stop();
    },
  };
}
