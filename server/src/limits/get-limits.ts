/** What an account of one's own tree is allowed, oneself included, and who said so (Q-TESTQUOTA). */
import type { Given } from '@ramal/contract/endpoint';
import type { getLimits as declaration } from '@ramal/contract/limits';
import { refuse } from '@ramal/contract/errors';
import type { House } from '../foundation/house.ts';
import type { Call } from '../foundation/http/bind.ts';
import { findLimited } from './limits.sql.ts';
import { tellLimits } from './limits-wire.ts';

export async function getLimits(
  house: House,
  { actor, params }: Call<typeof declaration>,
): Promise<Given<typeof declaration>> {
  const account = (await findLimited(house.db, actor, params.id)) ?? refuse('reseller_not_found');
  return tellLimits(house.db, house, actor, account);
}
