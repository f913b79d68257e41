/**
 * /dns-settings: the target of each CNAME, and the balancers that respond (S-BAL2-01 to -14,
 * Q-BALROUTES).
 */
import { type Balancer, getCnames, listDns } from '@ramal/contract/operations/balancers';
import { useSearch } from '@tanstack/react-router';
import { IconEdit, IconScale } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useCall } from '../foundation/api/query.ts';
import { useNow } from '../foundation/use-now.ts';
import { useProfile } from '../sessions/profile.ts';
import { CountedTabs } from '../ui/layout/CountedTabs.tsx';
import { RevealTogether } from '../ui/layout/RevealTogether.tsx';
import { useListParams } from '../ui/list/list-params.ts';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import { AutomationBudget } from './Automation.tsx';
import { balancerColumns } from './balancer-columns.tsx';
import { useBalancerForm } from './BalancerForm.tsx';
import type { ListFormProps } from '../ui/list/ListForm.tsx';
import { type ProxyTab, dnsParams, proxyTabs } from './balancer-params.ts';
import { REFRESH_MS } from './Balancers.tsx';
import { Cnames } from './Cnames.tsx';
import { useBalancerActions } from './use-balancer-actions.tsx';

const breadcrumb = [{ label: 'Infraestrutura' }, { label: 'Proxy IP' }];

export const ProxyIp = () => (
  <RevealTogether>
    <CnamesAndBalancers />
  </RevealTogether>
);

function CnamesAndBalancers() {
  const search = useSearch({ strict: false }) as { tab?: unknown };
  const tab = proxyTabs.find((name) => name === search.tab);
  const { form, edit } = useBalancerForm();
  // Every profile can read this screen. Only admins can make changes (Q-SECONDBAL).
  const isAdmin = useProfile().data?.profile === 'admin';
  const shared = {
    title: 'Proxy IP',
    breadcrumb,
    above: <ProxyTabs current={tab} />,
    form: isAdmin ? form : undefined,
    summary: isAdmin && <AutomationBudget />,
    isAdmin,
  };
  if (tab === undefined) return <Cnames {...shared} />;
  return <ByStatus key={tab} {...shared} tab={tab} onEdit={edit} />;
}

const statuses = { ativos: 'Ativa', caidos: 'Caiu' } as const;

const totalOf = (status: string) => ({ query: { search: status, perPage: 1 } });

function ProxyTabs({ current }: { current: ProxyTab | undefined }) {
  const every = { refreshEveryMs: REFRESH_MS };
  const cnames = useCall(getCnames, {}, every).data?.result.length;
  const up = useCall(listDns, totalOf(statuses.ativos), every).data?.total;
  const down = useCall(listDns, totalOf(statuses.caidos), every).data?.total;
  const tabs = [
    { tab: undefined, label: 'CNAMES', count: cnames },
    { tab: 'ativos', label: 'Ativos', count: up },
    { tab: 'caidos', label: 'Caídos', count: down },
  ] as const;
  return <CountedTabs tabs={tabs} current={current} />;
}

interface ByStatusProps {
  readonly title: string;
  readonly breadcrumb: typeof breadcrumb;
  readonly above: ReactNode;
  readonly form: ListFormProps | undefined;
  readonly summary: ReactNode;
  readonly isAdmin: boolean;
  readonly tab: ProxyTab;
  readonly onEdit: (balancer: Balancer) => void;
}

function ByStatus({ tab, onEdit, isAdmin, ...shown }: ByStatusProps) {
  const params = useListParams(dnsParams, 'dns-balancers');
  const now = useNow();
  const acts = useBalancerActions();
  const query = useCall(
    listDns,
    { query: { ...params.query, search: statuses[tab] } },
    { keepPrevious: true, refreshEveryMs: REFRESH_MS },
  );
  const edit = {
    key: 'edit',
    label: 'Editar',
    icon: IconEdit,
    slot: 'row',
    iconOnly: true,
    run: onEdit,
  } as const;
  return (
    <ListScreen<Balancer>
      {...shown}
      list={{
        name: 'dns-balancers',
        label: tab === 'ativos' ? 'Balanceadores ativos' : 'Balanceadores caídos',
        noun: ['balanceador', 'balanceadores'],
        params,
        query,
        polls: true,
        page: query.data,
        pageSizes: [10, 30, 50],
        columns: balancerColumns(now),
        actions: isAdmin ? [edit, ...acts] : [],
        rowKey: ({ id }) => id,
        rowName: ({ name }) => name,
        empty: {
          icon: IconScale,
          title: tab === 'ativos' ? 'Nenhum balanceador ativo' : 'Nenhum balanceador caído',
        },
      }}
    />
  );
}
