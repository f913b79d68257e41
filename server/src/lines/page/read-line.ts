/** Reads one line of any platform for the customer's page. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { getLine } from '@ramal/contract/lines/line-page';
import { platforms } from '@ramal/contract/rules/platforms';
import sql from 'sql-template-tag';
import type { Caller } from '../../foundation/caller.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { isNotUndone } from '../../events/events.ts';
import { findAccessibleLine } from '../find-accessible-line.ts';
import { lineRow } from '../line-answers.ts';

/** Events that start a period of a line. */
const periodKinds = ['line-created', 'line-extended', 'line-promoted', 'line-imported'];

export async function readLine(
  ctx: AppContext,
  { actor }: Caller,
  id: number,
): Promise<HandlerResult<typeof getLine>> {
  const line = await findAccessibleLine(ctx.db, actor, { id }, ctx.clock.now());
  const facts = await ctx.db.first<{ periodStart: Date | null; screens: number }>(sql`
    select (select max(e.at) from events e
        where e.line_id = l.id and e.kind = any(${periodKinds}::text[])
          and ${isNotUndone('e')}) as period_start,
      coalesce((select p.max_connections from packages p where p.id = l.package_id), 1) as screens
    from lines l where l.id = ${line.id}`);
  return {
    ...lineRow(ctx, line, actor),
    platform: line.platform,
    periodStart: facts?.periodStart ?? line.createdAt,
    screens: platforms[line.platform].plays ? (facts?.screens ?? 1) : null,
  };
}
