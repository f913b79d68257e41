/**
 * /dns-activator: the hostname that the devices of each app receive (S-DNSACT-01, V-65,
 * Q-BALROUTES).
 */
import { Button, SimpleGrid, Skeleton } from '@mantine/core';
import { listActivators } from '@ramal/contract/operations/activators';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useCall } from '../../foundation/api/query.ts';
import { RequirePermission } from '../../sessions/RequirePermission.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { ActivatorCard } from './ActivatorCard.tsx';

/**
 * Refresh interval. The probes run every 30 seconds, so each result is on the screen at most 10
 * seconds later.
 */
const REFRESH_MS = 10_000;

export const Activators = () => (
  <RequirePermission when={({ grants }) => grants.includes('dns.fixed')}>
    <Screen />
  </RequirePermission>
);

function Screen() {
  const activators = useCall(listActivators, {}, { refreshEveryMs: REFRESH_MS });
  const refresh = (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
      loading={activators.isFetching && !activators.isLoading}
      onClick={() => void activators.refetch()}
    >
      Atualizar
    </Button>
  );
  return (
    <>
      <PageHeader
        title="DNS fixo"
        note="O endereço que cada ativador usa. Uma troca vale para todos os aparelhos dele."
        breadcrumb={[{ label: 'Infraestrutura' }, { label: 'DNS fixo' }]}
        actions={refresh}
      />
      {activators.data ? (
        <SimpleGrid component="ul" minColWidth="min(10 * var(--space-5xl), 100%)" spacing="2xl">
          {activators.data.map((activator) => (
            <ActivatorCard key={activator.id} activator={activator} />
          ))}
        </SimpleGrid>
      ) : activators.error ? (
        <EmptyState
          icon={IconAlertTriangle}
          tone="bad"
          title="Não deu para carregar os ativadores"
          text={activators.error.message}
          actions={refresh}
        />
      ) : (
        <SimpleGrid minColWidth="min(10 * var(--space-5xl), 100%)" spacing="2xl" aria-busy="true">
          {[1, 2, 3].map((key) => (
            <Skeleton key={key} height={200} radius={12} />
          ))}
        </SimpleGrid>
      )}
    </>
  );
}
