import type { LineFilter } from '@ramal/contract/lines/lines';
import { paidFilters } from '@ramal/contract/lines/line-payments';
import type { FilterSelect } from '../../ui/table/toolbar/FilterChips.tsx';
import type { ListFilters } from '../../ui/list/list.ts';
import type { LineParams } from './line-params.ts';
import type { Count, LineCounts } from '../platforms/platform.ts';

/**
 * Returns the segments of the status filter. For lists of cards they also include the expired
 * lines.
 */
function segmentsOf(
  filters: readonly LineFilter[],
  restores: boolean,
  isCards: boolean,
): readonly Segment[] {
  const statuses = filters.map((value) => ({
    value,
    label: value === 'online' ? 'Online' : value,
  }));
  const beforeTests = statuses.findIndex(({ value }) => value === 'Teste');
  return [
    { value: 'all', label: 'Todos' },
    ...statuses.slice(0, beforeTests),
    ...(isCards ? [ENDED] : []),
    ...statuses.slice(beforeTests),
    ...(restores ? [DELETED] : []),
  ];
}

const ENDED = { value: 'expired', label: 'Vencidos' } as const;

const DELETED = { value: 'deleted', label: 'Excluídos' } as const;

interface Segment {
  value: 'all' | LineFilter | 'expired' | 'deleted';
  label: string;
}

/** Options for the expiry (Q-EXPIRED): expired lines, then future periods, the nearest first. */
const dues = [
  { value: '', label: 'Todos' },
  { value: 'expired', label: 'Vencidos' },
  { value: 'today', label: 'Hoje' },
  { value: 'tomorrow', label: 'Amanhã' },
  { value: '7', label: 'Em 7 dias' },
  { value: 'month', label: 'Até o fim do mês' },
];

const payments = [
  { value: '', label: 'Todos' },
  { value: 'open', label: 'Em aberto' },
  { value: 'paid', label: 'Pago' },
  { value: 'received', label: 'Recebido neste mês' },
];

/** Specified codes (K-19), which older links and saved views contain. */
const oldCodes = ['Em mais de 7 dias', 'Em 2 a 7 dias', 'Até amanhã ou vencidos'] as const;

interface DueOption {
  value: string;
  label: string;
}

/**
 * Returns the options of the filter. If a link contains another value (a day or an older code), it
 * is added.
 */
function dueOptions({ due, expiring }: LineParams): DueOption[] {
  if (due !== undefined && !dues.some(({ value }) => value === due))
    return [...dues, { value: due, label: `Em ${shortDay(due)}` }];
  if (due === undefined && expiring !== undefined)
    return [...dues, { value: `code-${expiring}`, label: oldCodes[expiring] }];
  return dues;
}

const shortDay = (date: string): string => date.split('-').toReversed().slice(0, 2).join('/');

interface LineFiltersInput {
  readonly offered: readonly LineFilter[];
  readonly params: LineParams;
  readonly counts: LineCounts | undefined;
  /** True if the filter for deleted lines is shown. */
  readonly restores: boolean;
  /** True if the account has its own customers. Only then payments can be marked and filtered. */
  readonly sells: boolean;
  /** Button for lists of cards that opens a sheet with all other filters. */
  readonly sheet?: ListFilters['sheet'];
  /** Number of expired lines, if known. */
  readonly ended?: Count | undefined;
}

export function lineFilters({
  offered,
  params,
  counts,
  restores,
  sells,
  sheet,
  ended,
}: LineFiltersInput): ListFilters {
  return {
    search: { placeholder: LINE_SEARCH },
    segments: {
      label: 'Status',
      value: segmentOf(params, restores, sheet !== undefined),
      options: segmentsOf(offered, restores, sheet !== undefined).map((segment) => ({
        ...segment,
        ...countOfSegment(segment.value, counts, ended),
      })),
      onChange: (value) =>
        params.change({
          deleted: value === DELETED.value ? true : undefined,
          status: offered.find((filter) => filter === value),
          ...(sheet ? { due: value === ENDED.value ? 'expired' : undefined } : {}),
        }),
    },
    ...(sheet ? { sheet } : { selects: lineSelects(params, sells) }),
  };
}

/** Filters for expiry and payment: next to the search, or in the sheet of a list of cards. */
export const lineSelects = (params: LineParams, sells: boolean): FilterSelect[] => [
  {
    label: 'Vence',
    value: params.due ?? (params.expiring === undefined ? '' : `code-${String(params.expiring)}`),
    options: dueOptions(params),
    onChange: (value) => {
      if (!value.startsWith('code-'))
        params.change({ due: value || undefined, expiring: undefined });
    },
  },
  ...(sells
    ? [
        {
          label: 'Pagamento',
          value: params.paid ?? '',
          options: payments,
          onChange: (value: string) =>
            params.change({ paid: paidFilters.find((paid) => paid === value) }),
        },
      ]
    : []),
];

function segmentOf(params: LineParams, restores: boolean, isCards: boolean): Segment['value'] {
  if (restores && params.deleted) return DELETED.value;
  if (params.status) return params.status;
  return isCards && params.due === 'expired' ? ENDED.value : 'all';
}

function countOfSegment(
  value: Segment['value'],
  counts: LineCounts | undefined,
  ended: Count | undefined,
) {
  if (value === 'deleted') return {};
  return counted(value === 'expired' ? ended : counts?.[value]);
}

/**
 * Placeholder with the most common search terms, which fit on a phone. The search also finds
 * passwords and dates.
 */
export const LINE_SEARCH = 'Nome, usuário ou WhatsApp';

/** Shows a count only if it is exact. A lower bound is omitted. */
const counted = (count: Count | undefined) => (count?.exact ? { count: count.total } : {});
