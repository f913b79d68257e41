/**
 * May this line still watch this stream? Asked at every refresh of a playlist, every few seconds of a
 * running `.ts` and, from memory, at every segment. All questions of a moment go to the database as
 * one. While the database is away an answer stays good for a few seconds more and no longer, so
 * that access ends within 15 seconds of the order to end it, come what may.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { House } from '../foundation/house.ts';
import { standingOf } from './line-state.ts';
import { type ViewingRow, viewings } from './viewing-rights.sql.ts';
import { type Ticket, markPassword } from './tickets.ts';

export interface Pace {
  /** How often a running session is checked, and how long segments lean on the last answer. */
  readonly checkEveryMs: number;
  /** How long the last answer holds while the database gives none. */
  readonly goodForMs: number;
}

export const PACE: Pace = { checkEveryMs: 4_000, goodForMs: 10_000 };

export interface Right {
  readonly title: string;
  readonly source: string;
  /** When the database was asked, in milliseconds of the monotonic clock. */
  readonly askedAtMs: number;
}

export interface ViewingRights {
  /** Undefined when it may not; `maxAgeMs` 0 asks the database. Throws when nothing is known. */
  check(ticket: Ticket, maxAgeMs: number): Promise<Right | undefined>;
}

interface Answer {
  readonly row: ViewingRow | undefined;
  readonly askedAtMs: number;
}

export function openViewingRights(house: House, pace: Pace): ViewingRights {
  const ask = askTogether(house);
  const known = new Map<string, Answer>();

  async function answerTo(ticket: Ticket, maxAgeMs: number): Promise<Answer> {
    const key = keyOf(ticket);
    const last = known.get(key);
    if (last && ageOf(last) < maxAgeMs) return last;
    try {
      const answer = await ask(ticket);
      remember(key, answer);
      return answer;
    } catch (error) {
      if (last && ageOf(last) < pace.goodForMs) return last;
      throw error;
    }
  }

  /** Oldest first, so that forgetting stops at the first answer that is still good. */
  function remember(key: string, answer: Answer): void {
    known.delete(key);
    known.set(key, answer);
    for (const [oldest, { askedAtMs }] of known) {
      if (performance.now() - askedAtMs < pace.goodForMs) break;
      known.delete(oldest);
    }
  }

  return {
    check: async (ticket, maxAgeMs) => {
      const { row, askedAtMs } = await answerTo(ticket, maxAgeMs);
      if (!row || standingOf(row, house.clock.now()) !== 'active') return undefined;
      if (markPassword(house.secrets, row.lineId, row.password) !== ticket.passwordMark)
        return undefined;
      return { title: row.name, source: row.source, askedAtMs };
    },
  };
}

const keyOf = ({ lineId, streamId }: Pick<Ticket, 'lineId' | 'streamId'>): string =>
  `${lineId} ${streamId}`;

export const ageOf = ({ askedAtMs }: { readonly askedAtMs: number }): number =>
  performance.now() - askedAtMs;

interface Batch {
  readonly asked: Map<string, Ticket>;
  readonly answers: Promise<{ rows: Map<string, ViewingRow>; askedAtMs: number }>;
}

const GATHER_MS = 10;

function askTogether(house: House): (ticket: Ticket) => Promise<Answer> {
  let open: Batch | undefined;

  function openBatch(): Batch {
    const asked = new Map<string, Ticket>();
    return { asked, answers: delay(GATHER_MS).then(() => answer(asked)) };
  }

  async function answer(asked: Map<string, Ticket>) {
    open = undefined;
    const tickets = [...asked.values()];
    const askedAtMs = performance.now();
    const rows = await house.db.many<ViewingRow>(
      viewings(
        tickets.map((ticket) => ticket.lineId),
        tickets.map((ticket) => ticket.streamId),
      ),
      'player-viewings',
    );
    return { rows: new Map(rows.map((row) => [keyOf(row), row])), askedAtMs };
  }

  return async (ticket) => {
    const batch = (open ??= openBatch());
    batch.asked.set(keyOf(ticket), ticket);
    const { rows, askedAtMs } = await batch.answers;
    return { row: rows.get(keyOf(ticket)), askedAtMs };
  };
}
