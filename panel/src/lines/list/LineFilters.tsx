import type { LineFilter } from '@ramal/contract/lines/lines';
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

/** The documents' codes of the expiry filter (K-19), the nearest first. */
const expiries = [
  { value: '', label: 'Todos' },
  { value: '2', label: 'Em 1 dia', phoneLabel: 'Vence em 1 dia' },
  { value: '1', label: 'Em 7 dias', phoneLabel: 'Vence em 7 dias' },
  { value: '0', label: 'Longe', phoneLabel: 'Vence longe' },
];

export interface LineFiltersInput {
  readonly offered: readonly LineFilter[];
  readonly params: LineParams;
  readonly counts: LineCounts | undefined;
  /** Also offers what was deleted. */
  readonly restores: boolean;
  /** At the end of the toolbar. */
  readonly extra?: ReactNode;
}

export function lineFilters({
  offered,
  params,
  counts,
  restores,
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
        value: params.expiring === undefined ? '' : String(params.expiring),
        options: expiries,
        onChange: (value) =>
          params.change({ expiring: value === '' ? undefined : (Number(value) as 0 | 1 | 2) }),
      },
    ],
    extra,
  };
}

export const LINE_SEARCH = 'Usuário, senha, nota, vencimento…';

/** A bound is not a count: beyond what was counted no figure is shown. */
const counted = (count: Count | undefined) => (count?.exact ? { count: count.total } : {});
