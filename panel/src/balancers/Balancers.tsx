/** /balancer: servers that carry the viewers' traffic, by weight (S-BALANCER-01 to -04, K-60). */
import { Button } from '@mantine/core';
import { type Balancer, listBalancers } from '@ramal/contract/operations/balancers';
import { IconEdit, IconRadar2, IconScale } from '@tabler/icons-react';
import { useCall } from '../foundation/api/query.ts';
import { useNow } from '../foundation/use-now.ts';
import { RequirePermission } from '../sessions/RequirePermission.tsx';
import { RevealTogether } from '../ui/layout/RevealTogether.tsx';
import { useListParams } from '../ui/list/list-params.ts';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import { Automation } from './Automation.tsx';
import { balancerColumns, trafficColumns } from './balancer-columns.tsx';
import { useBalancerForm } from './BalancerForm.tsx';
import { balancerParams } from './balancer-params.ts';
import { ProbeAgents } from './ProbeAgents.tsx';
import { useBalancerActions } from './use-balancer-actions.tsx';

/**
 * Refresh interval. The probe checks the balancers every 30 seconds, so each result is on the
 * screen at most 10 seconds later.
 */
export const REFRESH_MS = 10_000;

export const Balancers = () => (
  <RequirePermission when={({ profile }) => profile === 'admin'}>
    <RevealTogether>
      <BalancerList />
    </RevealTogether>
  </RequirePermission>
);

function BalancerList() {
  const params = useListParams(balancerParams, 'balancers');
  const { form, edit } = useBalancerForm(true);
  const now = useNow();
  const acts = useBalancerActions();
  const query = useCall(
    listBalancers,
    { query: params.query },
    { keepPrevious: true, refreshEveryMs: REFRESH_MS },
  );
  return (
    <ListScreen<Balancer>
      title="Balanceadores"
      breadcrumb={[{ label: 'Infraestrutura' }, { label: 'Balanceadores' }]}
      buttons={<PlacesButton onClick={() => params.openDialog('places')} />}
      dialogs={{ places: ({ onClose }) => <ProbeAgents onClose={onClose} /> }}
      form={form}
      summary={<Automation />}
      list={{
        name: 'balancers',
        label: 'Balanceadores',
        noun: ['balanceador', 'balanceadores'],
        params,
        query,
        polls: true,
        page: query.data,
        columns: [...balancerColumns(now), ...trafficColumns],
        actions: [
          {
            key: 'edit',
            label: 'Editar',
            icon: IconEdit,
            slot: 'row',
            iconOnly: true,
            run: edit,
          },
          ...acts,
        ],
        rowKey: ({ id }) => id,
        rowName: ({ name }) => name,
        filters: { search: { placeholder: 'Nome ou IP' } },
        empty: {
          icon: IconScale,
          title: 'Nenhum balanceador ainda',
          text: 'Sem balanceadores, este servidor atende todos os espectadores. O primeiro cadastrado passa a receber quem abrir um canal.',
        },
        nothingFound: params.search
          ? { title: `Nada para “${params.search}”`, text: 'A busca olha nomes e IPs.' }
          : undefined,
      }}
    />
  );
}

const PlacesButton = ({ onClick }: { onClick: () => void }) => (
  <Button
    variant="default"
    leftSection={<IconRadar2 size={16} stroke={1.75} aria-hidden />}
    onClick={onClick}
  >
    Pontos de verificação
  </Button>
);
