/**
 * Returns the effects of a deletion before the user confirms it. Source: T-24, Q-RESACTIONS,
 * Q-UNDO.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { previewDeletion as declaration } from '@ramal/contract/resellers/reseller-acts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { readDeletionImpact } from './deletion-impact.ts';

export async function previewDeletion(
  { db, clock }: AppContext,
  { actor, params, query }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const { counts: impact } = await readDeletionImpact(db, actor, {
    id: params.id,
    reach: query.reach,
    now: clock.now(),
  });
  return impact;
}
