/** The list itself: a page of resellers, with the branches that were opened in place. */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { listResellers } from '@ramal/contract/resellers/resellers';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ApiError } from '../../foundation/api/api.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column, RowAction } from '../../ui/table/columns.ts';
import type { ListViewState } from '../../ui/views/use-list-view.ts';
import type { ResellersAddress, ResellerSort } from './list-address.ts';
import { emptyFace, nothingFoundFace } from './list-states.tsx';
import type { TreeRow } from './tree-rows.ts';
import { isDeleted, type Reseller, topupWords, waitsLong } from '../reseller.ts';
import { expandOnArrow } from './expand-keys.ts';

export interface ResellerListProps {
  address: ResellersAddress;
  isAdmin: boolean;
  list: UseQueryResult<ResponseOf<typeof listResellers>, ApiError>;
  rows: readonly TreeRow[] | undefined;
  actions: readonly RowAction<Reseller>[];
  /** Whose row has just changed. */
  changed: { readonly id: number } | undefined;
  view: ListViewState;
  columns: Column<TreeRow>[];
}

export function ResellerList({
  address,
  isAdmin,
  list,
  rows,
  actions,
  changed,
  view,
  columns,
}: ResellerListProps) {
  const { data, error, isFetching, refetch } = list;
  return (
    <div className="resellers-list" onKeyDown={expandOnArrow}>
      <DataTable<TreeRow>
        label="Revendas"
        noun={isAdmin ? ['revenda', 'revendas'] : ['revenda direta', 'revendas diretas']}
        columns={columns}
        view={view}
        actions={actions}
        rows={rows}
        rowKey={(row) => row.position.key}
        rowName={(row) => row.username}
        rowSignal={(row) => (waitsLong(row) ? 'bad' : undefined)}
        sheetNote={noteOf}
        total={data?.total ?? 0}
        totalExact={data?.total_exact}
        page={address.page}
        pageSize={address.perPage}
        onPage={(page) => address.change({ page })}
        onPageSize={(size) => address.change({ per_page: size as 10 | 30 | 50 })}
        sort={{ key: address.sort, direction: address.direction }}
        onSort={({ key, direction }) =>
          address.change({ sort: key as ResellerSort, dir: direction })
        }
        busy={isFetching}
        failure={error && { text: error.message, requestId: error.requestId }}
        onRetry={() => void refetch()}
        flash={useFlashOf(changed, rows)}
        empty={emptyFace}
        nothingFound={nothingFoundFace(address)}
      />
    </div>
  );
}

const noteOf = (row: Reseller): string =>
  isDeleted(row)
    ? `ID ${row.id} · excluída em ${row.deleted_at}`
    : `ID ${row.id} · última recarga: ${topupWords(row.days_to_due)}`;

/** The same object until something else has changed: each one flashes. */
function useFlashOf(
  changed: { readonly id: number } | undefined,
  rows: readonly TreeRow[] | undefined,
) {
  const key = rows?.find((row) => row.id === changed?.id)?.position.key;
  return useMemo(() => (changed && key !== undefined ? { key } : undefined), [changed, key]);
}
