/** The entries of an import with their results. The server does the paging and the search. */
import {
  type ImportEntry,
  type ImportEntrySort,
  type ListImport,
  listImportEntries,
} from '@ramal/contract/catalogue/catalogue-lists';
import { formatCount } from '../../foundation/numbers.ts';
import { useCall } from '../../foundation/api/query.ts';
import { List } from '../../ui/list/List.tsx';
import { type CatalogueParams, useCatalogueParams } from '../catalogue-params.ts';
import { kindLabels } from '../counts.ts';
import { entryColumns } from './entry-columns.tsx';
import { firstResult, resultTexts } from './import-texts.ts';
import { ResultFigures } from './ResultFigures.tsx';

const kinds = ['live', 'film', 'episode'] as const;

export function ImportEntries({ listImport }: { listImport: ListImport }) {
  const params = useCatalogueParams('import-entries', 'entries');
  const { search, result = firstResult(listImport.counts) } = params.values;
  const kind = kinds.find((candidate) => candidate === params.values.kind);
  const query = useCall(
    listImportEntries,
    {
      params: { id: listImport.id },
      query: {
        page: params.page,
        perPage: params.pageSize,
        sort: params.query.sort as ImportEntrySort,
        dir: params.query.dir ?? 'asc',
        result,
        ...(kind ? { kind } : {}),
        ...(search ? { search } : {}),
      },
    },
    { keepPrevious: true },
  );
  const { label, icon, none } = resultTexts[result];
  const notFoundTitle = search
    ? `Nada para “${search}”`
    : kind && `Nenhum ${lowerLabel(kind)} aqui`;
  return (
    <>
      <ResultFigures
        counts={listImport.counts}
        value={result}
        onChange={(next) => params.change({ result: next })}
      />
      <List<ImportEntry>
        list={{
          name: 'import-entries',
          label: `${label} nesta importação`,
          noun: ['linha', 'linhas'],
          // Removes the saved views, because this list does not support them.
          params: { ...params, views: undefined },
          query,
          page: query.data,
          columns: entryColumns(result),
          rowKey: ({ position }) => position,
          rowName: ({ name }) => name,
          filters: { search: { placeholder: 'Nome' }, selects: [kindSelect(params)] },
          empty: { icon, title: none },
          nothingFound: notFoundTitle
            ? {
                title: notFoundTitle,
                text: `Procuramos entre ${formatCount(listImport.counts[result])} em «${label}».`,
                clear: {
                  label: 'Limpar filtros',
                  onClick: () => params.change({ search: undefined, kind: undefined }),
                },
              }
            : undefined,
        }}
      />
    </>
  );
}

const lowerLabel = (kind: (typeof kinds)[number]) => kindLabels[kind].toLowerCase();

const kindSelect = (params: CatalogueParams) =>
  params.filter('kind', {
    label: 'Tipo',
    options: [
      { value: undefined, label: 'Todos' },
      ...kinds.map((value) => ({ value, label: kindLabels[value], phoneLabel: kindLabels[value] })),
    ],
  });
