import type { LineFilter } from '@ramal/contract/lines/lines';
import { paidFilters } from '@ramal/contract/lines/line-payments';
import type { ReactNode } from 'react';
import type { ListFilters } from '../../ui/list/list.ts';
import type { LineParams } from './line-params.ts';
import type { Count, LineCounts } from '../platforms/platform.ts';

const segmentsOf = (filters: readonly LineFilter[], restores: boolean): readonly Segment[] => [
  { value: 'all', label: 'Todos' },
  ...filters.map((value) => ({ value, label: value === 'online' ? 'Online' : value })),
  ...(restores ? [DELETED] : []),
];

const DELETED = { value: 'deleted', label: 'Excluídos' } as const;

interface Segment {
  value: 'all' | LineFilter | 'deleted';
  label: string;
}

/** From now on, the nearest first (Q-EXPIRED). */
const dues = [
  { value: '', label: 'Todos' },
  { value: 'expired', label: 'Vencidos' },
  { value: 'today', label: 'Hoje', phoneLabel: 'Vence hoje' },
  { value: 'tomorrow', label: 'Amanhã', phoneLabel: 'Vence amanhã' },
  { value: '7', label: 'Em 7 dias', phoneLabel: 'Vence em 7 dias' },
];

const payments = [
  { value: '', label: 'Todos' },
  { value: 'open', label: 'Em aberto' },
  { value: 'paid', label: 'Pago' },
];

/** The documents' codes (K-19), which older links and saved views hold. */
const oldCodes = ['Longe', 'Em 2 a 7 dias', 'Até amanhã ou vencidos'] as const;

interface DueOption {
  value: string;
  label: string;
  phoneLabel?: string;
}

/** Today's choices, and what a link brought that is none of them: a day, or an older code. */
function dueOptions({ due, expiring }: LineParams): DueOption[] {
  if (due !== undefined && !dues.some(({ value }) => value === due))
    return [...dues, { value: due, label: `Em ${shortDay(due)}` }];
  if (due === undefined && expiring !== undefined)
    return [...dues, { value: `code-${expiring}`, label: oldCodes[expiring] }];
  return dues;
}

const shortDay = (date: string): string => date.split('-').toReversed().slice(0, 2).join('/');

export interface LineFiltersInput {
  readonly offered: readonly LineFilter[];
  readonly params: LineParams;
  readonly counts: LineCounts | undefined;
  /** Also offers what was deleted. */
  readonly restores: boolean;
  /** Has customers of its own, whose payments it marks. */
  readonly sells: boolean;
  /** At the end of the toolbar. */
  readonly extra?: ReactNode;
}

export function lineFilters({
  offered,
  params,
  counts,
  restores,
  sells,
  extra,
}: LineFiltersInput): ListFilters {
  return {
    search: { placeholder: LINE_SEARCH },
    segments: {
      label: 'Status',
      value: restores && params.deleted ? DELETED.value : (params.status ?? 'all'),
      options: segmentsOf(offered, restores).map((segment) => ({
        ...segment,
        ...(segment.value === 'deleted' ? {} : counted(counts?.[segment.value])),
      })),
      onChange: (value) =>
        params.change({
          deleted: value === DELETED.value ? true : undefined,
          status: offered.find((filter) => filter === value),
        }),
    },
    selects: [
      {
        label: 'Vence',
        value:
          params.due ?? (params.expiring === undefined ? '' : `code-${String(params.expiring)}`),
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
    ],
    extra,
  };
}

/** It finds passwords and dates too; what is searched for most stands in a phone's width. */
export const LINE_SEARCH = 'Nome, usuário ou WhatsApp';

/** A bound is not a count: beyond what was counted no figure is shown. */
const counted = (count: Count | undefined) => (count?.exact ? { count: count.total } : {});
