/** Response to a player that may not watch: a header for programs and a short text for people. */
import type { FastifyReply } from 'fastify';
import { type RefusalReason, refusalTexts } from '@ramal/contract/watching';

const REASON_HEADER = 'x-refusal-reason';

export const refusePlay = (reply: FastifyReply, reason: RefusalReason): FastifyReply =>
  markRefused(reply, reason).type('text/plain; charset=utf-8').send(refusalTexts[reason]);

/** Sets status and header without a text, for lists, because players read any text as a list. */
export const markRefused = (reply: FastifyReply, reason: RefusalReason): FastifyReply =>
  reply.code(403).header(REASON_HEADER, reason);
