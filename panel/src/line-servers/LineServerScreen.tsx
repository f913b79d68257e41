/**
 * /line-servers/{id}: differences between this server and the panel, pending lines, and the mapping
 * of products.
 */
import { type LineServer, listLineServers } from '@ramal/contract/operations/line-servers';
import { IconServerOff } from '@tabler/icons-react';
import { useParams, useSearch } from '@tanstack/react-router';
import { useCall } from '../foundation/api/query.ts';
import { RequirePermission } from '../sessions/RequirePermission.tsx';
import { CountedTabs } from '../ui/layout/CountedTabs.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { RevealTogether } from '../ui/layout/RevealTogether.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { Loaded } from '../ui/states/Loaded.tsx';
import { Comparison } from './Comparison.tsx';
import { Differences } from './Differences.tsx';
import { type ServerTab, serverTabs } from './line-server-params.ts';
import { Products } from './Products.tsx';
import { Pushes } from './Pushes.tsx';

export const LineServerScreen = () => (
  <RequirePermission when={({ profile }) => profile === 'admin'}>
    <RevealTogether>
      <Screen />
    </RevealTogether>
  </RequirePermission>
);

const parents = [
  { label: 'Infraestrutura' },
  { label: 'Servidores de linhas', to: '/line-servers' as const },
];

function Screen() {
  const { serverId } = useParams({ strict: false }) as { serverId?: string };
  const { tab: tabParam } = useSearch({ strict: false }) as { tab?: unknown };
  const tab = serverTabs.find((name) => name === tabParam);
  const servers = useCall(listLineServers, {}, { refreshEveryMs: 15_000 });
  const server = servers.data?.data.find(({ id }) => String(id) === serverId);
  if (!server)
    return (
      <>
        <PageHeader
          title="Servidor de linhas"
          backTo="/line-servers"
          breadcrumb={[...parents, { label: 'Servidor' }]}
        />
        <Loaded query={servers} failed="Não deu para carregar o servidor" height={280} radius={12}>
          {() => (
            <EmptyState
              icon={IconServerOff}
              title="Este servidor não existe mais"
              actions={<LinkButton to="/line-servers">Ver os servidores</LinkButton>}
            />
          )}
        </Loaded>
      </>
    );
  const shared = {
    server,
    header: {
      title: server.name,
      backTo: '/line-servers' as const,
      breadcrumb: [...parents, { label: server.name }],
    },
    above: (
      <>
        <Comparison server={server} />
        <Tabs server={server} current={tab} />
      </>
    ),
  };
  if (tab === 'waiting') return <Pushes {...shared} />;
  if (tab === 'products') return <Products key={server.id} {...shared} />;
  return <Differences {...shared} />;
}

interface TabsProps {
  readonly server: LineServer;
  readonly current: ServerTab | undefined;
}

function Tabs({ server, current }: TabsProps) {
  const tabs = [
    { tab: undefined, label: 'Diferenças', count: server.differences },
    { tab: 'waiting', label: 'Na fila', count: server.waiting + server.failed },
    { tab: 'products', label: 'Correspondência', count: server.mapped },
  ] as const;
  return <CountedTabs tabs={tabs} current={current} />;
}
