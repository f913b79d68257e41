/** What a deletion would touch, before it is confirmed. Source: T-24, Q-RESACTIONS, Q-UNDO. */
import type { Given } from '@ramal/contract/endpoint';
import type { previewDeletion as declaration } from '@ramal/contract/reseller-acts';
import type { House } from '../foundation/house.ts';
import type { Call } from '../foundation/http/bind.ts';
import { surveyDeletion } from './survey-deletion.ts';

export async function previewDeletion(
  { db, clock }: House,
  { actor, params, query }: Call<typeof declaration>,
): Promise<Given<typeof declaration>> {
  const { toll } = await surveyDeletion(db, actor, params.id, query.reach, clock.now());
  return toll;
}
