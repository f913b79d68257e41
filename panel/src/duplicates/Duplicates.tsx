/**
 * «Painel Duplicado»: addresses from which more than one panel account signed in today (S-DUP-01 to
 * -06).
 */
import { type duplicateSorts, viewDuplicates } from '@ramal/contract/resellers/reseller-tree';
import { IconRoute, IconShieldCheck } from '@tabler/icons-react';
import { useCall } from '../foundation/api/query.ts';
import { RequirePermission } from '../sessions/RequirePermission.tsx';
import { useListParams } from '../ui/list/list-params.ts';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import { type Duplicate, duplicateColumns } from './duplicate-columns.tsx';
import { duplicateParams } from './duplicate-params.ts';
import { TrackPanels } from './TrackPanels.tsx';

export const Duplicates = () => (
  <RequirePermission when={({ profile }) => profile === 'admin'}>
    <DuplicateList />
  </RequirePermission>
);

function DuplicateList() {
  const params = useListParams(duplicateParams, 'duplicates');
  const query = useCall(
    viewDuplicates,
    { query: { ...params.query, sort: params.query.sort as (typeof duplicateSorts)[number] } },
    { keepPrevious: true },
  );
  const duplicate = query.data?.data.find(({ ip }) => ip === params.values.track);
  return (
    <ListScreen<Duplicate>
      title="Painel Duplicado"
      breadcrumb={[{ label: 'Mais' }, { label: 'Painel Duplicado' }]}
      note="Endereços IP de onde mais de um painel entrou hoje."
      list={{
        name: 'duplicates',
        label: 'Painel Duplicado',
        noun: ['endereço', 'endereços'],
        params,
        query,
        page: query.data,
        columns: duplicateColumns,
        actions: [
          {
            key: 'track',
            opens: true,
            label: 'Rastrear',
            icon: IconRoute,
            slot: 'row',
            run: ({ ip }) => params.push({ track: ip }),
          },
        ],
        rowKey: ({ ip }) => ip,
        rowName: ({ ip }) => ip,
        filters: { search: { placeholder: 'IP ou nome do painel' } },
        empty: {
          icon: IconShieldCheck,
          title: 'Nenhum endereço repetido hoje',
          text: 'Quando mais de um painel entrar pelo mesmo IP, o endereço aparece aqui. A contagem recomeça à meia-noite.',
        },
        nothingFound: params.search
          ? {
              title: `Nada para “${params.search}”`,
              text: 'A busca olha o IP e o nome dos painéis que entraram hoje.',
              clear: { label: 'Ver todos', onClick: () => params.setSearch('') },
            }
          : undefined,
      }}
    >
      {duplicate && (
        <TrackPanels duplicate={duplicate} onClose={() => params.replace({ track: undefined })} />
      )}
    </ListScreen>
  );
}
