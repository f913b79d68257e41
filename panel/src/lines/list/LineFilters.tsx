import type { LineFilter } from '@ramal/contract/lines';
import type { ReactNode } from 'react';
import { ListToolbar } from '../../ui/ListToolbar.tsx';
import type { ListArrangement } from '../../ui/views/use-list-view.ts';
import type { ListAddress } from './line-params.ts';
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

export interface ListFiltersProps {
  filters: readonly LineFilter[];
  address: ListAddress;
  counts: LineCounts | undefined;
  /** Also offers what was deleted. */
  restores: boolean;
  view: ListArrangement;
  /** What stands beside the search. */
  children?: ReactNode;
}

export function LineFilters({
  filters,
  address,
  counts,
  restores,
  view,
  children,
}: ListFiltersProps) {
  return (
    <ListToolbar
      view={view}
      search={{
        value: address.search,
        placeholder: 'Usuário, senha, nota, vencimento…',
        onChange: (search) => address.change({ search: search === '' ? undefined : search }),
      }}
      segments={{
        label: 'Status',
        value: restores && address.deleted ? DELETED.value : (address.status ?? 'all'),
        options: segmentsOf(filters, restores).map((segment) => ({
          ...segment,
          ...(segment.value === 'deleted' ? {} : counted(counts?.[segment.value])),
        })),
        onChange: (value) =>
          address.change({
            deleted: value === DELETED.value ? true : undefined,
            status: filters.find((filter) => filter === value),
          }),
      }}
      selects={[
        {
          label: 'Vence',
          value: address.expiring === undefined ? '' : String(address.expiring),
          options: expiries,
          onChange: (value) =>
            address.change({ expiring: value === '' ? undefined : (Number(value) as 0 | 1 | 2) }),
        },
      ]}
    >
      {children}
    </ListToolbar>
  );
}

/** A bound is not a count: beyond what was counted no figure is shown. */
const counted = (count: Count | undefined) => (count?.exact ? { count: count.total } : {});
