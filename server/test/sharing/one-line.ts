/**
 * Simulates one day of a line. Creates the viewings of several people by the rules of the player. A
 * session above the limit of screens ends the oldest session. Zapping opens a new viewing. A phone
 * that has left a network is still seen there for a short time. All times are milliseconds of the
 * day.
 */
import { type Draw, happens, drawOne, whole } from './draw.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** A session of one player in one household. */
export interface SimulatedSession {
  readonly household: number;
  readonly player: string;
  /**
   * Returns the address of the player. It is called for every viewing, because a carrier may change
   * the address.
   */
  readonly address: () => string;
  readonly from: number;
  readonly to: number;
  /** Milliseconds during which the player is still seen after it has left. */
  readonly linger?: number;
  readonly stream?: number;
  readonly zaps?: boolean;
  /**
   * Milliseconds after which the player returns when another player took its screen. Undefined if
   * it does not return.
   */
  readonly comesBack?: () => number | undefined;
}

interface PlayedViewing {
  readonly household: number;
  readonly player: string;
  readonly address: string;
  readonly stream: number;
  readonly from: number;
  to: number;
  why: 'left' | 'over-limit' | 'not-seen';
}

interface Event {
  readonly at: number;
  readonly session: SimulatedSession;
  readonly stream: number;
  readonly ends?: boolean;
}

export interface LineHistory {
  readonly viewings: readonly PlayedViewing[];
  /** Number of times that a session of one household ended a session of another household. */
  readonly takeOvers: number;
  /**
   * Periods in which each household wanted to watch. A period lasts until the session ends, or
   * until the household stops trying.
   */
  readonly input: readonly { household: number; from: number; to: number }[];
}

/** Simulates the day. `screens` is the limit of screens, and 0 means no limit. */
export function playLine(
  draw: Draw,
  screens: number,
  sessions: readonly SimulatedSession[],
): LineHistory {
  const queue: Event[] = [];
  const running = new Map<SimulatedSession, PlayedViewing>();
  const until = new Map<SimulatedSession, number>();
  const viewings: PlayedViewing[] = [];
  let takeOvers = 0;
  const add = (event: Event) => {
    const position = queue.findIndex(({ at }) => at > event.at);
    queue.splice(position === -1 ? queue.length : position, 0, event);
  };

  function end(session: SimulatedSession, at: number, why: PlayedViewing['why']): void {
    const viewing = running.get(session);
    if (!viewing) return;
    running.delete(session);
    viewing.to = Math.max(viewing.from, at);
    viewing.why = why;
  }

  function makeRoom({ household }: SimulatedSession, at: number): void {
    while (screens > 0 && running.size >= screens) {
      const [oldest] = [...running].toSorted(([, a], [, b]) => a.from - b.from);
      const [pushed, { stream }] = oldest!;
      end(pushed, at, 'over-limit');
      if (pushed.household !== household) takeOvers += 1;
      const back = pushed.comesBack?.();
      if (back !== undefined && at + back < pushed.to)
        add({ at: at + back, session: pushed, stream });
      else until.set(pushed, Math.min(at, pushed.to));
    }
  }

  function open({ at, session, stream }: Event): void {
    end(session, at - draw(0, 5_000), 'not-seen');
    makeRoom(session, at);
    const { household, player } = session;
    const viewing: PlayedViewing = {
      household,
      player,
      stream,
      address: session.address(),
      from: at,
      to: at,
      why: 'left',
    };
    running.set(session, viewing);
    viewings.push(viewing);
    const next = at + draw(3, 60) * MINUTE;
    if (session.zaps !== false && next < session.to)
      add({ at: next, session, stream: whole(draw, 1, 300) });
  }

  for (const session of sessions) {
    const stream = session.stream ?? whole(draw, 1, 300);
    add({ at: session.from, session, stream });
    add({ at: session.to + (session.linger ?? 0), session, stream, ends: true });
  }
  for (let event = queue.shift(); event; event = queue.shift()) {
    const { at, session } = event;
    if (event.ends) end(session, at, drawOne(draw, ['left', 'not-seen']));
    // A viewing that has already ended cannot zap.
    else if (at < session.to && (running.has(session) || isOpening(event, viewings))) open(event);
  }
  const input = sessions.map((session) => ({
    household: session.household,
    from: session.from,
    to: until.get(session) ?? session.to,
  }));
  return { viewings, input, takeOvers };

  /**
   * True if the event opens a viewing: a session begins, or a player returns. False for the zap of
   * a session that has ended.
   */
  function isOpening({ at, session, stream }: Event, played: readonly PlayedViewing[]): boolean {
    if (at === session.from) return true;
    const last = played.findLast(
      ({ player, household }) => player === session.player && household === session.household,
    );
    return last?.why === 'over-limit' && last.stream === stream;
  }
}

/**
 * Returns a function that draws the milliseconds after which a player returns. The function returns
 * undefined if the player does not return.
 */
export const retryAfterCut =
  (draw: Draw, from: number, to: number, staysLikelihood = 0.9) =>
  (): number | undefined =>
    happens(draw, staysLikelihood) ? draw(from, to) : undefined;
