/**
 * Filters for the rows of a figure: chips for the parts of the figure, and selects for origin, plan
 * and period.
 */
import {
  type FigureKey,
  lossReasonLabels,
  lossReasons,
  planDays,
} from '@ramal/contract/numbers/figures';
import type { listNumberRows } from '@ramal/contract/numbers/rows';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { lineOriginLabels, lineOrigins } from '@ramal/contract/lines/line-origins';
import type { NumberRow } from '@ramal/contract/numbers/rows';
import { capitalised } from '../../foundation/capitalised.ts';
import { pluralize } from '../../foundation/numbers.ts';
import { FilterSheet } from '../../ui/list/FilterSheet.tsx';
import { useListParams } from '../../ui/list/list-params.ts';
import type { ListFilters, NothingFoundText } from '../../ui/list/list.ts';
import type { Column } from '../../ui/table/columns.ts';
import type { FilterSegments, FilterSelect } from '../../ui/table/toolbar/FilterChips.tsx';
import { lastMonths, monthWithYear } from '../number-words.ts';
import { numberRowParams } from '../numbers-params.ts';
import { isOfPresent, partLabels, rowNouns, rowsKind } from './figure-rows.ts';
import { planInWords } from './row-words.ts';

export const useNumberRowParams = () => useListParams(numberRowParams, 'number-rows');
type RowParams = ReturnType<typeof useNumberRowParams>;
type Rows = ResponseOf<typeof listNumberRows>;

const ALL = '';

/**
 * Returns the chips: the reasons of lost customers, or the two parts of a rate. Undefined for other
 * figures.
 */
function rowChips(
  figure: FigureKey,
  params: RowParams,
  rows: Rows | undefined,
): FilterSegments | undefined {
  if (!rows) return undefined;
  return rows.reasons.length > 0
    ? reasonChips(params, rows)
    : partChips(figure, params, rows.figure);
}

function reasonChips({ values, change }: RowParams, { reasons }: Rows): FilterSegments {
  const total = reasons.reduce((sum, { count }) => sum + count, 0);
  return {
    label: 'Motivo',
    asChips: true,
    value: values.reason ?? ALL,
    options: [
      { value: ALL, label: 'Todos', count: total },
      ...reasons.map(({ reason, count }) => ({
        value: reason,
        label: lossReasonLabels[reason],
        count,
      })),
    ],
    onChange: (chosen) => change({ reason: lossReasons.find((reason) => reason === chosen) }),
  };
}

const COUNTED = 'counted';
const REST = 'rest';

function partChips(
  figure: FigureKey,
  { values, change }: RowParams,
  { numerator, denominator }: Rows['figure'],
): FilterSegments | undefined {
  const labels = partLabels(figure);
  if (!labels || numerator === null || denominator === null) return undefined;
  return {
    label: 'Parte',
    asChips: true,
    value: values.part === 'denominator' ? ALL : (values.part ?? COUNTED),
    options: [
      { value: ALL, label: 'Todos', count: denominator },
      { value: COUNTED, label: labels[0], count: numerator },
      { value: REST, label: labels[1], count: denominator - numerator },
    ],
    onChange: (chosen) =>
      change({ part: chosen === ALL ? 'denominator' : chosen === REST ? 'rest' : undefined }),
  };
}

const OFFERED_MONTHS = 12;

function rowSelects(figure: FigureKey, params: RowParams, now: Date): FilterSelect[] {
  const kind = rowsKind(figure);
  const hasLines = kind !== 'cost' && kind !== 'movement';
  const hasPeriod = !isOfPresent(figure) && figure !== 'cohort';
  return [
    ...(hasLines ? [originSelect(params)] : []),
    ...(hasLines && kind !== 'trial' ? [planSelect(params)] : []),
    ...(hasPeriod ? [periodSelect(params, now)] : []),
  ];
}

const originSelect = (params: RowParams): FilterSelect =>
  params.filter('origin', {
    label: 'Origem',
    options: [
      { value: undefined, label: 'Todas' },
      ...lineOrigins.map((value) => ({ value, label: lineOriginLabels[value] })),
    ],
  });

const planSelect = (params: RowParams): FilterSelect =>
  params.filter('plan', {
    label: 'Plano',
    options: [
      { value: undefined, label: 'Todos' },
      ...planDays.map((value) => ({ value, label: planInWords(value) })),
    ],
  });

const periodSelect = (params: RowParams, now: Date): FilterSelect =>
  params.filter('period', {
    label: 'Período',
    options: [
      { value: undefined, label: '30 dias' },
      ...lastMonths(now, OFFERED_MONTHS).map((value) => ({
        value,
        label: capitalised(monthWithYear(value)),
      })),
    ],
  });

const filtersInUse = ({ values }: RowParams): number =>
  [values.origin, values.plan, values.period].filter((value) => value !== undefined).length;

const noFilters = { origin: undefined, plan: undefined, period: undefined, reason: undefined };

interface FiltersInput {
  readonly figure: FigureKey;
  readonly params: RowParams;
  /** Undefined while the first answer is loading. */
  readonly rows: Rows | undefined;
  readonly columns: readonly Column<NumberRow>[];
  readonly now: Date;
}

/**
 * Returns the filters of the list. On a list of cards, one button opens a sheet with all filters
 * except the chips.
 */
export function listFilters(input: FiltersInput, isCards: boolean): ListFilters {
  const { figure, params, rows, columns, now } = input;
  const chips = rowChips(figure, params, rows);
  const selects = rowSelects(figure, params, now);
  return {
    ...(chips ? { segments: chips } : {}),
    ...(isCards
      ? {
          sheet: (view, buttons) => (
            <FilterSheet
              inUse={filtersInUse(params)}
              onClear={() => params.change(noFilters)}
              shows={rows && pluralize(rows.total, ...rowNouns[rowsKind(figure)])}
              columns={columns}
              list={params}
              view={view}
              selects={selects}
              buttons={buttons}
            />
          ),
        }
      : { selects }),
  };
}

export const nothingFound = (params: RowParams): NothingFoundText | undefined =>
  filtersInUse(params) === 0
    ? undefined
    : {
        title: 'Ninguém com estes filtros',
        clear: { label: 'Limpar filtros', onClick: () => params.change(noFilters) },
      };
