/**
 * Response to a player that may not watch: a header for programs and a short text for people. The
 * status line also contains the reason, because many players show it to the viewer.
 */
import type { FastifyReply } from 'fastify';
import { type RefusalReason, refusalStatusText, refusalTexts } from '@ramal/contract/watching';

const REASON_HEADER = 'x-refusal-reason';

/** Statuses of refusals that do not concern the line itself. */
const STATUSES: Partial<Record<RefusalReason, number>> = {
  'no-archive': 404,
  'archive-window': 404,
  'archive-live': 502,
  'archive-failed': 502,
};

export const refusePlay = (reply: FastifyReply, reason: RefusalReason): FastifyReply =>
  markRefused(reply, reason).type('text/plain; charset=utf-8').send(refusalTexts[reason]);

/** Sets status and header without a text, for lists, because players read any text as a list. */
export function markRefused(reply: FastifyReply, reason: RefusalReason): FastifyReply {
  reply.raw.statusMessage = refusalStatusText(reason);
  return reply.code(STATUSES[reason] ?? 403).header(REASON_HEADER, reason);
}
