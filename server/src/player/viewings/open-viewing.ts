/** Opens a viewing of one stream by one line, for every form of delivery. */
import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../../foundation/app-context.ts';
import type { RefusalReason } from '@ramal/contract/watching';
import { readRequestMeta } from '../../foundation/http/request-meta.ts';
import type { RecordRefusal, Watching } from '../../watching/watching.ts';
import { type LineState, toPlayableState } from '../line-state.ts';
import type { SignInAttempt } from '../player-sign-in-rate-limit.ts';
import { parseEncoding, parseHeartbeat } from './heartbeat.ts';
import type { SignInLine } from '../sign-in-line.ts';
import { readRequestBalancer } from '../send-to-balancer.ts';
import { type StreamSource, parseStreamSource } from '../stream-source.ts';
import { type StreamToken, markPassword } from '../stream-token.ts';
import type { StreamKind } from './viewing-rights.sql.ts';
import type { Right, ViewingRights } from './viewing-rights.ts';

export interface Viewing {
  readonly ticket: StreamToken;
  readonly right: Right;
  readonly source: StreamSource;
  /** True if the same player already watches this film and continues. */
  readonly continues: boolean;
}

interface OpeningInput {
  readonly request: FastifyRequest;
  /**
   * Finds the programme of an archive viewing, after the line's rights were checked. Seeks within
   * one programme continue its viewing.
   */
  readonly findProgramme?: () => Promise<Date | RefusalReason>;
}

/**
 * Opens a viewing, which counts at once, and ends others above the limit of screens. Returns a
 * reason if the line may not watch this stream, or if a person ended the viewing a moment ago. It
 * also returns a reason for a stream of another kind, or for one that cannot be played. HEAD opens
 * no viewing: it is not counted, and its token is invalid.
 */
export type OpenViewing = (
  attempt: SignInAttempt,
  streamId: number,
  kind: StreamKind,
  input: OpeningInput,
) => Promise<Viewing | RefusalReason>;

/** State of a line that the opening of a viewing needs. */
interface OpeningLine extends LineState {
  readonly id: number;
}

/** Opens a viewing of a line that is already known. */
export type OpenLineViewing = (
  line: OpeningLine,
  streamId: number,
  kind: StreamKind,
  input: OpeningInput,
) => Promise<Viewing | RefusalReason>;

interface OpenLineViewingParts {
  readonly rights: ViewingRights;
  readonly watching: Watching;
  readonly note: RecordRefusal;
}

interface OpenViewingParts {
  readonly signInLine: SignInLine;
  readonly openLineViewing: OpenLineViewing;
}

export function createOpenViewing({ signInLine, openLineViewing }: OpenViewingParts): OpenViewing {
  return async (attempt, streamId, kind, input) => {
    const line = await signInLine(attempt);
    return line ? openLineViewing(line, streamId, kind, input) : 'unknown';
  };
}

export function createOpenLineViewing(
  ctx: AppContext,
  { rights, watching, note }: OpenLineViewingParts,
): OpenLineViewing {
  return async (line, streamId, kind, { request, findProgramme }) => {
    const refused = async (reason: RefusalReason) => {
      await note({ lineId: line.id, reason, userAgent: readRequestMeta(request).userAgent });
      return reason;
    };
    const state = toPlayableState(line, ctx.clock.now());
    if (state !== 'active') return refused(state);
    const newTicket: StreamToken = {
      lineId: line.id,
      streamId,
      sessionId: randomUUID(),
      passwordMark: markPassword(ctx.secrets, line.id, line.password),
    };
    const right = await rights.beforeOpening(newTicket);
    const source = right && parseStreamSource(right.source);
    if (!source || right.kind !== kind) return refused('not-offered');
    const archiveStart = (await findProgramme?.()) ?? null;
    if (typeof archiveStart === 'string') return refused(archiveStart);
    if (request.method === 'HEAD') return { ticket: newTicket, right, source, continues: false };
    const { sessionId: _, ...heartbeat } = parseHeartbeat(
      request,
      newTicket,
      right,
      parseEncoding(request),
    );
    const balancerId = await readRequestBalancer(ctx, request);
    const opened = await watching.open({
      ...heartbeat,
      balancerId,
      archiveStart,
      continuesSame: kind !== 'live' || archiveStart !== null,
    });
    if (typeof opened === 'string') return refused(opened);
    const ticket = { ...newTicket, sessionId: opened.sessionId };
    return { ticket, right, source, continues: opened.continues };
  };
}
