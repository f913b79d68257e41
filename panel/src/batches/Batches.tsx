/**
 * «Trabalhos em lote»: lists the batches (actions on many lines). A batch can be opened here again
 * after its dialog was closed.
 */
import type { Batch } from '@ramal/contract/batches';
import { IconChevronRight, IconListCheck } from '@tabler/icons-react';
import { useListParams } from '../ui/list/list-params.ts';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import { batchColumns } from './batch-columns.tsx';
import { batchParams } from './batch-params.ts';
import { BatchDialog } from './BatchDialog.tsx';
import { useBatches } from './use-batch.ts';

export function Batches() {
  const params = useListParams(batchParams, 'batches');
  const { query, going } = useBatches(params.query);
  const opened = params.values.batch;
  const open = (batch: number) => params.push({ batch });
  return (
    <ListScreen<Batch>
      title="Trabalhos em lote"
      phoneTitle="Em lote"
      breadcrumb={[{ label: 'Mais' }, { label: 'Trabalhos em lote' }]}
      note="O que você pediu para muitas linhas de uma vez nos últimos 30 dias, e o que aconteceu com cada uma."
      list={{
        name: 'batches',
        label: 'Trabalhos em lote',
        noun: ['trabalho', 'trabalhos'],
        params,
        query,
        polls: going,
        page: query.data,
        columns: batchColumns(open),
        rowKey: ({ id }) => id,
        rowName: ({ title }) => title,
        actions: [
          {
            key: 'open',
            opens: true,
            label: 'Ver',
            name: 'Ver o resultado de cada linha',
            icon: IconChevronRight,
            slot: 'row',
            run: ({ id }) => open(id),
          },
        ],
        empty: {
          icon: IconListCheck,
          title: 'Nenhum trabalho em lote ainda',
          text: 'Marque linhas em uma listagem, ou todas as que correspondem aos filtros, para estender, ligar ou mover todas de uma vez. Importações de arquivos também ficam aqui.',
        },
      }}
    >
      {opened !== undefined && (
        <BatchDialog
          key={opened}
          id={opened}
          title={query.data?.data.find(({ id }) => id === opened)?.title ?? 'Trabalho em lote'}
          onClose={() => params.replace({ batch: undefined })}
        />
      )}
    </ListScreen>
  );
}
