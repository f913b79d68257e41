import type { LineFilter } from '@ramal/contract/lines/lines';
import { paidFilters } from '@ramal/contract/lines/line-payments';
import type { FilterSelect } from '../../ui/table/toolbar/FilterChips.tsx';
import type { ListFilters } from '../../ui/list/list.ts';
import type { LineParams } from './line-params.ts';
import type { Count, LineCounts } from '../platforms/platform.ts';

/**
 * Returns the chips of the status filter. For lists of cards, a chip for the expired lines is
 * added.
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

/**
 * Options of the expiry filter (Q-EXPIRED): expired lines first, then future periods, the nearest
 * one first.
 */
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

/** Labels of former filter values (K-19), which older links and saved views may contain. */
const oldCodes = ['Em mais de 7 dias', 'Em 2 a 7 dias', 'Até amanhã ou vencidos'] as const;

interface DueOption {
  value: string;
  label: string;
}

/**
 * Returns the options of the expiry filter. If the address contains another value, such as a day or
 * a former code, this value is added.
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
  /** True if the account has permission to filter by deleted lines. */
  readonly restores: boolean;
  /** True if the account has its own customers. Only their payments can be marked and filtered. */
  readonly sells: boolean;
  /** Sheet with all other filters, for lists of cards. A button opens it. */
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
 * Placeholder of the search field. It names only the most common search terms, so that it fits on a
 * phone. The search also finds passwords and dates.
 */
export const LINE_SEARCH = 'Nome, usuário ou WhatsApp';

/** Returns the count for a chip. Returns nothing if the count is only a lower bound. */
const counted = (count: Count | undefined) => (count?.exact ? { count: count.total } : {});
