/** The dry run line by line, paged and searched on the server. */
import { Button } from '@mantine/core';
import type { StreamKind } from '@ramal/contract/catalogue';
import {
  type ImportEntry,
  type ListImport,
  listImportEntries,
  type Verdict,
} from '@ramal/contract/catalogue-lists';
import { IconArrowRight } from '@tabler/icons-react';
import { formatCount } from '../foundation/numbers.ts';
import { useCall } from '../foundation/query.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { ListToolbar } from '../ui/ListToolbar.tsx';
import type { Column } from '../ui/table/columns.ts';
import { useListView } from '../ui/views/use-list-view.ts';
import type { CatalogueAddress } from './address.ts';
import { kindLabels } from './counts.ts';
import { firstVerdict, verdictWords } from './import-words.ts';
import { VerdictFigures } from './VerdictFigures.tsx';

const kinds = ['live', 'film', 'episode'] as const;

export function ImportEntries({
  found,
  address,
}: {
  found: ListImport;
  address: CatalogueAddress;
}) {
  const { search, veredito = firstVerdict(found.counts), tipo } = address.asked;
  const kind = kinds.find((one) => one === tipo);
  const query = {
    page: address.page,
    per_page: address.perPage,
    verdict: veredito,
    ...(kind ? { kind } : {}),
    ...(search ? { search } : {}),
  };
  const entries = useCall(
    listImportEntries,
    { params: { id: found.id }, query },
    { keepPrevious: true },
  );
  const columns = entryColumns(veredito);
  const view = useListView(address.list, columns);
  const { label, icon, none } = verdictWords[veredito];
  return (
    <>
      <VerdictFigures
        counts={found.counts}
        value={veredito}
        onChange={(verdict) => address.change({ veredito: verdict })}
      />
      <ListToolbar
        view={view}
        search={{
          value: search ?? '',
          placeholder: 'Nome',
          onChange: (next) => address.change({ search: next || undefined }),
        }}
        selects={[
          {
            label: 'Tipo',
            value: kind ?? 'all',
            options: [
              { value: 'all', label: 'Todos' },
              ...kinds.map((one) => ({
                value: one,
                label: kindLabels[one],
                phoneLabel: kindLabels[one],
              })),
            ],
            onChange: (next) =>
              address.change({ tipo: next === 'all' ? undefined : (next as StreamKind) }),
          },
        ]}
      />
      <DataTable<ImportEntry>
        label={`${label} nesta importação`}
        noun={['linha', 'linhas']}
        columns={columns}
        view={view}
        rows={entries.data?.data}
        rowKey={({ position }) => position}
        rowName={({ name }) => name}
        total={entries.data?.total ?? 0}
        totalExact={entries.data?.total_exact}
        page={address.page}
        pageSize={address.perPage}
        onPage={(page) => address.change({ page })}
        onPageSize={(size) => address.change({ per_page: size as 10 | 30 | 50 })}
        busy={entries.isFetching}
        failure={
          entries.error && {
            text: entries.error.message,
            requestId: entries.error.requestId,
            note: '',
          }
        }
        onRetry={() => void entries.refetch()}
        empty={{ icon, title: none }}
        nothingFound={
          search || kind
            ? {
                title: search
                  ? `Nada para “${search}”`
                  : `Nenhum ${kindLabels[kind!].toLowerCase()} aqui`,
                text: `Procuramos entre ${formatCount(found.counts[veredito])} em «${label}».`,
                actions: (
                  <Button
                    variant="default"
                    onClick={() => address.change({ search: undefined, tipo: undefined })}
                  >
                    Limpar filtros
                  </Button>
                ),
              }
            : undefined
        }
      />
    </>
  );
}

function entryColumns(verdict: Verdict): Column<ImportEntry>[] {
  const says = verdict === 'changed' || verdict === 'refused';
  return [
    {
      key: 'position',
      header: 'Linha',
      align: 'end',
      width: 64,
      muted: true,
      card: 'corner',
      cell: ({ position }) => formatCount(position),
    },
    {
      key: 'name',
      header: 'Nome',
      width: 200,
      fill: !says,
      card: 'identity',
      cell: ({ name }) => <b className="catalogue-name catalogue-clip">{name || 'sem nome'}</b>,
      title: ({ name }) => name,
    },
    {
      key: 'kind',
      header: 'Tipo',
      width: 90,
      card: 'status',
      cell: ({ kind }) => kindLabels[kind],
      cardCell: ({ kind }) => <span className="catalogue-side">{kindLabels[kind]}</span>,
    },
    {
      key: 'category',
      header: 'Categoria',
      width: 150,
      muted: true,
      card: 'note',
      cell: ({ category }) => <span className="catalogue-clip">{category || '–'}</span>,
      title: ({ category }) => category,
    },
    ...(verdict === 'changed' ? [changesColumn] : []),
    ...(verdict === 'refused' ? [reasonColumn] : []),
  ];
}

const changesColumn: Column<ImportEntry> = {
  key: 'changes',
  header: 'O que muda',
  fill: true,
  card: 'expiry',
  cell: ({ changes }) => (
    <span className="entry-changes">
      {changes.map(({ field, before, after }) => (
        <span key={field} className="entry-change">
          <span className="catalogue-side">{field}</span>
          <s>{before || 'vazio'}</s>
          <IconArrowRight size={14} stroke={1.75} role="img" aria-label="passa a ser" />
          <span>{after || 'vazio'}</span>
        </span>
      ))}
    </span>
  ),
  title: ({ changes }) =>
    changes
      .map(({ field, before, after }) => `${field}: ${before || 'vazio'} → ${after || 'vazio'}`)
      .join('\n'),
};

const reasonColumn: Column<ImportEntry> = {
  key: 'reason',
  header: 'Motivo',
  fill: true,
  card: 'expiry',
  cell: ({ reason }) => <span className="entry-reason">{reason}</span>,
  title: ({ reason }) => reason,
};
