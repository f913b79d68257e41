/** Trabalhos em lote: what was asked for on many lines at once, so that whoever closed its window finds it again. */
import { Button } from '@mantine/core';
import type { Batch } from '@ramal/contract/batches';
import { IconChevronRight, IconListCheck, IconRefresh } from '@tabler/icons-react';
import { DataTable } from '../ui/DataTable.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { useListView } from '../ui/views/use-list-view.ts';
import { ViewTools } from '../ui/views/ViewTools.tsx';
import { batchColumns } from './batch-columns.tsx';
import { useBatchesAddress } from './batches-address.ts';
import './batches.css';
import { BatchWindow } from './BatchWindow.tsx';
import { useBatches } from './use-batch.ts';

export function Batches() {
  const address = useBatchesAddress();
  const { page, perPage, opened } = address;
  const { query: list, going } = useBatches(page, perPage);
  const batch = list.data?.data.find(({ id }) => id === opened);
  const columns = batchColumns(address.open);
  const view = useListView('batches', columns);
  const refresh = () => void list.refetch();
  return (
    <>
      <PageHeader
        title="Trabalhos em lote"
        phoneTitle="Em lote"
        breadcrumb={[{ label: 'Mais' }, { label: 'Trabalhos em lote' }]}
        note="O que você pediu para muitas linhas de uma vez nos últimos 30 dias, e o que aconteceu com cada uma."
        actions={
          <>
            <ViewTools view={view} />
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} stroke={1.75} />}
              loading={list.isRefetching && !going}
              onClick={refresh}
            >
              Atualizar
            </Button>
          </>
        }
      />
      <DataTable<Batch>
        label="Trabalhos em lote"
        noun={['trabalho', 'trabalhos']}
        columns={columns}
        view={view}
        actions={[
          {
            key: 'open',
            label: 'Ver',
            name: 'Ver o resultado de cada linha',
            icon: IconChevronRight,
            place: 'row',
            run: ({ id }) => address.open(id),
          },
        ]}
        rows={list.data?.data}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        total={list.data?.total ?? 0}
        totalExact={list.data?.total_exact}
        page={page}
        pageSize={perPage}
        onPage={(next) => address.change({ page: next })}
        onPageSize={(size) => address.change({ per_page: size as 10 | 30 | 50 })}
        busy={list.isFetching && !going}
        failure={
          list.error && { text: list.error.message, requestId: list.error.requestId, note: '' }
        }
        onRetry={refresh}
        empty={{
          icon: IconListCheck,
          title: 'Nenhum trabalho em lote ainda',
          text: 'Marque linhas em uma listagem, ou todas as que correspondem aos filtros, para estender, ligar ou mover todas de uma vez. Importações de arquivos também ficam aqui.',
        }}
      />
      {opened !== undefined && (
        <BatchWindow
          key={opened}
          id={opened}
          title={batch?.title ?? 'Trabalho em lote'}
          onClose={address.close}
        />
      )}
    </>
  );
}
