/**
 * Calculates the counts and sums of a figure's rows from the stored pairs of states (flows.sql.ts),
 * so that no row is counted.
 */
import { type FigureKey, type LossReason, lossReasons } from '@ramal/contract/numbers/figures';
import type { RowPart } from './customer-rows.sql.ts';
import { type Flow, type FlowParts, type LineFilter, summarizeFlows } from './summarize-flows.ts';

interface Totals {
  readonly count: number;
  readonly cents: number;
}

interface TotalsInput extends LineFilter {
  readonly figure: FigureKey;
  readonly part: RowPart;
  readonly reason?: LossReason | undefined;
}

/** Returns the totals of the rows of a figure about customers; undefined for other figures. */
export function findStoredTotals(
  flows: readonly Flow[],
  { figure, part, reason, ...filter }: TotalsInput,
): Totals | undefined {
  const chosen = flows.filter(
    (flow) => flow.kind !== 'lost' || reason === undefined || flow.reason === reason,
  );
  const { base } = summarizeFlows(flows, filter);
  return partTotals(figure, part, { ...summarizeFlows(chosen, filter), base });
}

function partTotals(figure: FigureKey, part: RowPart, parts: FlowParts): Totals | undefined {
  const { base, end, lost } = parts;
  const gone = { count: lost.count, cents: -lost.cents };
  const staying = { count: base.count - lost.count, cents: base.cents + lost.cents };
  switch (figure) {
    case 'revenue':
    case 'customers':
    case 'ticket':
      return end;
    case 'base':
    case 'new':
    case 'recovered':
    case 'changed':
    case 'lost':
      return parts[figure];
    case 'churn':
    case 'revenue-churn':
    case 'lifetime-value':
      return { numerator: gone, denominator: base, rest: staying }[part];
    case 'retention':
    case 'revenue-retention':
      return { numerator: staying, denominator: base, rest: gone }[part];
    default:
      return undefined;
  }
}

const withReasons: readonly FigureKey[] = ['lost', 'churn', 'revenue-churn', 'lifetime-value'];

/** Counts the lost customers by reason, the most frequent first. */
export function countReasons(
  flows: readonly Flow[],
  figure: FigureKey,
  filter: LineFilter,
): { reason: LossReason; count: number }[] {
  if (!withReasons.includes(figure)) return [];
  return lossReasons
    .map((reason) => {
      const chosen = flows.filter((flow) => flow.kind === 'lost' && flow.reason === reason);
      return { reason, count: summarizeFlows(chosen, filter).lost.count };
    })
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count || a.reason.localeCompare(b.reason));
}
