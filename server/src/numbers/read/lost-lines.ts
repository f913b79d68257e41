/** The own lines that the figure «Perda» counts because their customers did not renew. */
import type { Sql } from 'sql-template-tag';
import type { ReadingContext } from '../../foundation/app-context.ts';
import type { ReaderAccount } from '../../foundation/caller.ts';
import { findRows } from './select-rows.ts';
import type { LineFilter } from './summarize-flows.ts';

export interface LossFilter extends LineFilter {
  /** The last 30 days as `30d`, or a month as yyyy-mm. */
  readonly period: string;
}

/** Returns SQL that selects the lines as `line_id`. */
export async function findLostLines(
  ctx: ReadingContext,
  actor: ReaderAccount,
  { period, platform, plan, origin }: LossFilter,
): Promise<Sql> {
  const figure = {
    figure: 'lost',
    part: 'numerator',
    reason: 'not-renewed',
    scope: 'own',
  } as const;
  const { rows } = await findRows(ctx, actor, { ...figure, period, platform, plan, origin });
  return rows;
}
