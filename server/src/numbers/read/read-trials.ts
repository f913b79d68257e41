/** Returns the conversion of tests by hours, device, origin or the account that gave them. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { getTrialGroups as declaration } from '@ramal/contract/numbers/numbers';
import { type LineOrigin, lineOriginLabels } from '@ramal/contract/lines/line-origins';
import type { ReadingContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { toRate } from './figures.ts';
import { readSums } from './read-sums.ts';
import type { TrialCount } from './sums.sql.ts';

type Query = Call<typeof declaration>['query'];

/** Minimum number of tests for a rate, because a rate of fewer tests is not reliable. */
const MIN_TRIALS = 10;

export async function readTrials(
  ctx: ReadingContext,
  { actor, query }: Pick<Call<typeof declaration>, 'actor' | 'query'>,
): Promise<HandlerResult<typeof declaration>> {
  const { freshness, trials, period } = await readSums(ctx, actor, { ...query, scope: 'own' });
  const rows = trials.filter(
    (row) =>
      row.period === period.key &&
      (query.platform === undefined || row.platform === query.platform),
  );
  const groups = [...Map.groupBy(rows, (row) => groupKey(row, query.by))].map(([key, list]) => {
    const count = list.reduce((sum, row) => sum + row.trials, 0);
    const converted = list.reduce((sum, row) => sum + row.converted, 0);
    return {
      key,
      label: groupLabel(list[0]!, query.by),
      trials: count,
      converted,
      conversion: count < MIN_TRIALS ? null : toRate(converted, count),
    };
  });
  return {
    ...freshness,
    by: query.by,
    groups: groups.toSorted((a, b) => b.trials - a.trials || a.label.localeCompare(b.label)),
  };
}

function groupKey(row: TrialCount, by: Query['by']): string {
  const keys = { hours: row.hours, device: row.device, origin: row.origin, giver: row.giverId };
  return `${keys[by]}`;
}

function groupLabel(row: TrialCount, by: Query['by']): string {
  switch (by) {
    case 'hours':
      return row.hours === 1 ? '1 hora' : `${row.hours} horas`;
    case 'device':
      return row.device || 'Não informado';
    case 'origin':
      return lineOriginLabels[row.origin as LineOrigin];
    case 'giver':
      return row.giver ?? 'Não informado';
  }
}
