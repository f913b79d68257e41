/** A viewing of one stream by one line begins here, whichever form it is sent in. */
import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { House } from '../foundation/house.ts';
import type { Watching } from '../watching/watching.ts';
import { standingOf } from './line-state.ts';
import type { SignInAttempt } from './refused-players.ts';
import { encodingOf, sightingOf } from './sighting.ts';
import type { SignInLine } from './sign-in-line.ts';
import { type Source, sourceOf } from './source.ts';
import { type Ticket, markPassword } from './tickets.ts';
import type { StreamKind } from './viewing-rights.sql.ts';
import type { Right, ViewingRights } from './viewing-rights.ts';

export interface Viewing {
  readonly ticket: Ticket;
  readonly right: Right;
  readonly source: Source;
  /** The same player watches this film already and reads on. */
  readonly continues: boolean;
}

/**
 * Counts at once and closes whoever is too many. Undefined when this line may not watch this stream,
 * the stream is of another kind, nothing plays it, or it was ended by hand a moment ago. A HEAD only
 * looks: its viewing is never counted and its ticket is worth nothing.
 */
export type OpenViewing = (
  attempt: SignInAttempt,
  streamId: number,
  kind: StreamKind,
  asked: { readonly request: FastifyRequest },
) => Promise<Viewing | undefined>;

export function makeOpenViewing(
  house: House,
  signInLine: SignInLine,
  rights: ViewingRights,
  watching: Watching,
): OpenViewing {
  return async (attempt, streamId, kind, { request }) => {
    const line = await signInLine(attempt);
    if (!line || standingOf(line, house.clock.now()) !== 'active') return undefined;
    const asked: Ticket = {
      lineId: line.id,
      streamId,
      sessionId: randomUUID(),
      passwordMark: markPassword(house.secrets, line.id, line.password),
    };
    const right = await rights.beforeOpening(asked);
    const source = right && sourceOf(right.source);
    if (!source || right.kind !== kind) return undefined;
    if (request.method === 'HEAD') return { ticket: asked, right, source, continues: false };
    const { sessionId: _, ...sighting } = sightingOf(request, asked, right, encodingOf(request));
    const opened = await watching.open({ ...sighting, continuesSame: kind !== 'live' });
    if (!opened) return undefined;
    const ticket = { ...asked, sessionId: opened.sessionId };
    return { ticket, right, source, continues: opened.continues };
  };
}
