/**
 * Returns the limits of the caller or of an account in the caller's tree, and the account that set
 * each limit (Q-TESTQUOTA).
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { getLimits as declaration } from '@ramal/contract/resellers/limits';
import { refuse } from '@ramal/contract/api/errors';
import type { AppContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
import { findLimited } from './limits.sql.ts';
import { serializeLimits } from './serialize-limits.ts';

export async function getLimits(
  ctx: AppContext,
  { actor, params }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const account = (await findLimited(ctx.db, actor, params.id)) ?? refuse('reseller_not_found');
  return serializeLimits(ctx.db, ctx, actor, account);
}
