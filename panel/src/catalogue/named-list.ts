import type { ApiError } from '../foundation/api/api.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Column } from '../ui/table/columns.ts';
import { wholePage } from '../ui/list/whole-page.ts';
import type { CatalogueParams } from './catalogue-params.ts';

export interface NamedRow {
  readonly id: number;
  readonly name: string;
}

export interface NamedListOptions<Row extends NamedRow> {
  readonly params: CatalogueParams;
  readonly query: UseQueryResult<readonly Row[], ApiError>;
  /** Rows to show, before the search is applied. All rows if absent. */
  readonly rows?: readonly Row[] | undefined;
  readonly noun: readonly [one: string, many: string];
  readonly columns: readonly Column<Row>[];
}

/** A list that the server returns completely. Search, sorting and paging happen in the browser. */
export function namedList<Row extends NamedRow>(options: NamedListOptions<Row>) {
  const { params, query, rows = query.data, noun, columns } = options;
  return {
    noun,
    columns,
    params,
    query,
    page: wholePage(rows, params, columns, ({ name }) => name),
    rowKey: ({ id }: Row) => id,
    rowName: ({ name }: Row) => name,
    filters: { search: { placeholder: 'Nome', label: `Buscar ${noun[1]}` } },
    nothingFound: params.search
      ? {
          title: `Nada para “${params.search}”`,
          text: `Procuramos no nome de ${rows?.length ?? 0} ${noun[1]}.`,
          clear: { label: 'Limpar busca', onClick: () => params.setSearch('') },
        }
      : undefined,
  };
}
