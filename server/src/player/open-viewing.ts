/** A session of one line watching one stream begins here, whichever form it is sent in. */
import { randomUUID } from 'node:crypto';
import type { House } from '../foundation/house.ts';
import { standingOf } from './line-state.ts';
import type { SignInAttempt } from './refused-players.ts';
import type { SignInLine } from './sign-in-line.ts';
import { type Source, sourceOf } from './source.ts';
import { type Ticket, markPassword } from './tickets.ts';
import type { Right, ViewingRights } from './viewing-rights.ts';

export interface Viewing {
  readonly ticket: Ticket;
  readonly right: Right;
  readonly source: Source;
}

/** Undefined when this line may not watch this stream, or nothing plays it. */
export type OpenViewing = (
  attempt: SignInAttempt,
  streamId: number,
) => Promise<Viewing | undefined>;

export function makeOpenViewing(
  house: House,
  signInLine: SignInLine,
  rights: ViewingRights,
): OpenViewing {
  return async (attempt, streamId) => {
    const line = await signInLine(attempt);
    if (!line || standingOf(line, house.clock.now()) !== 'active') return undefined;
    const ticket: Ticket = {
      lineId: line.id,
      streamId,
      sessionId: randomUUID(),
      passwordMark: markPassword(house.secrets, line.id, line.password),
    };
    const right = await rights.check(ticket, 0);
    const source = right && sourceOf(right.source);
    return right && source && { ticket, right, source };
  };
}
