/**
 * /version, for admins: the current release, the rollback, and all processes and databases
 * (S-VERSION).
 */
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { listNodes, viewVersion } from '@ramal/contract/operations/nodes';
import { IconFileText, IconHistory, IconServer2 } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useCall } from '../foundation/api/query.ts';
import { formatTime } from '../foundation/dates.ts';
import { useNow } from '../foundation/use-now.ts';
import { useIsPhone } from '../foundation/viewport.ts';
import { RequirePermission } from '../sessions/RequirePermission.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { RevealTogether } from '../ui/layout/RevealTogether.tsx';
import { List } from '../ui/list/List.tsx';
import { defineListParams, useLocalListParams } from '../ui/list/list-params.ts';
import { wholePage } from '../ui/list/whole-page.ts';
import { Loaded } from '../ui/states/Loaded.tsx';
import { nodeColumns } from './node-columns.tsx';
import { type NodeRow, hasStandby, toRows } from './node-words.ts';
import { VersionCard, type VersionDialog } from './VersionCard.tsx';

const Upgrades = lazy(async () => ({ default: (await import('./Upgrades.tsx')).Upgrades }));
const Changelog = lazy(async () => ({ default: (await import('./Changelog.tsx')).Changelog }));
const NodeLog = lazy(async () => ({ default: (await import('./NodeLog.tsx')).NodeLog }));
const Rollback = lazy(async () => ({ default: (await import('./Rollback.tsx')).Rollback }));

const REFRESH_MS = 15_000;
const VERSION_REFRESH_MS = 60_000;
const MAX_PROCESSES = 1_000;

export const Version = () => (
  <RequirePermission when={({ profile }) => profile === 'admin'}>
    <RevealTogether>
      <Screen />
    </RevealTogether>
  </RequirePermission>
);

function Screen() {
  const [dialog, setDialog] = useState<VersionDialog>();
  const isPhone = useIsPhone();
  const nodes = useCall(listNodes, {}, { refreshEveryMs: REFRESH_MS });
  const release = useCall(viewVersion, {}, { refreshEveryMs: VERSION_REFRESH_MS });
  const close = () => setDialog(undefined);
  const history = (
    <Button
      variant="default"
      leftSection={<IconHistory size={16} stroke={1.75} aria-hidden />}
      onClick={() => setDialog('upgrades')}
    >
      Histórico
    </Button>
  );
  const card = (
    <Loaded
      query={release}
      failed="Não deu para carregar a versão"
      waiting={<Skeleton height={258} radius={12} />}
    >
      {(data) => (
        <VersionCard
          version={data}
          nodes={nodes.data?.nodes ?? []}
          open={setDialog}
          extra={isPhone && history}
        />
      )}
    </Loaded>
  );
  return (
    <>
      <PageHeader
        title="Versão e nós"
        breadcrumb={[{ label: 'Infraestrutura' }, { label: 'Versão e nós' }]}
        actions={history}
      />
      <Stack gap="2xl">
        {!isPhone && card}
        <NodeList nodes={nodes} />
        {isPhone && card}
      </Stack>
      <Suspense>
        {dialog === 'upgrades' && <Upgrades onClose={close} />}
        {dialog === 'changelog' && <Changelog onClose={close} />}
        {dialog === 'rollback' && <Rollback onClose={close} />}
      </Suspense>
    </>
  );
}

const nodeParams = defineListParams();

function NodeList({ nodes }: { readonly nodes: ReturnType<typeof useCall<typeof listNodes>> }) {
  const now = useNow();
  const [opened, setOpened] = useState<NodeRow>();
  const params = useLocalListParams(nodeParams, { pageSize: MAX_PROCESSES });
  const { data, dataUpdatedAt } = nodes;
  return (
    <div>
      <List<NodeRow>
        list={{
          label: 'Nós',
          noun: ['nó', 'nós'],
          params,
          query: nodes,
          polls: true,
          page: wholePage(data && toRows(data, now), params, nodeColumns, ({ name }) => name),
          columns: nodeColumns,
          actions: [
            {
              key: 'log',
              label: 'Registro',
              icon: IconFileText,
              slot: 'row',
              iconOnly: 'table',
              opens: true,
              available: ({ nodeId }) => nodeId !== undefined,
              run: setOpened,
            },
          ],
          rowKey: ({ key }) => key,
          rowName: ({ name }) => name,
          rowSignal: ({ health }) =>
            health.look === 'bad' || health.look === 'warn' ? health.look : undefined,
          failure: ({ message, requestId }) => ({
            title: 'Não deu para carregar os nós',
            text: data
              ? `Sem resposta dos nós desde ${formatTime(new Date(dataUpdatedAt))}.`
              : message,
            note: '',
            requestId,
          }),
          empty: { icon: IconServer2, title: 'Nenhum nó deu sinal ainda' },
        }}
      />
      {data && !hasStandby(data) && (
        <Text mt="2xs" px="2xs" c="var(--ink-3)" fz="note">
          Sem banco reserva
        </Text>
      )}
      <Suspense>
        {opened?.nodeId !== undefined && (
          <NodeLog id={opened.nodeId} name={opened.name} onClose={() => setOpened(undefined)} />
        )}
      </Suspense>
    </div>
  );
}
