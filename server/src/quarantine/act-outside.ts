/** Performs at once the action that an external event requires. A repetition has no effect. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { actOutside as declaration } from '@ramal/contract/operations/quarantine';
import type { AppContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
import type { OutsideSources } from './outside-source.ts';
import { readQuarantine } from './restores.sql.ts';

export async function actOutside(
  ctx: AppContext,
  { sources }: OutsideSources,
  call: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const restore = await readQuarantine(ctx.db);
  if (!restore) return refuse('not_in_quarantine');
  const { kind, key } = call.body;
  const source = sources.find((candidate) => candidate.kind === kind)!;
  const message = await source.act(ctx, call, { key, since: restore.madeAt });
  return { message: message ?? refuse('nothing_to_do_outside') };
}
