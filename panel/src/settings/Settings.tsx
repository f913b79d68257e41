import { Button, Skeleton, Stack } from '@mantine/core';
import { getSettings } from '@ramal/contract/settings';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useCall } from '../foundation/api/query.ts';
import { RequirePermission } from '../sessions/RequirePermission.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { RevealTogether } from '../ui/layout/RevealTogether.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { ExemptionHosts } from './ExemptionHosts.tsx';
import { FunctionRow } from './FunctionRow.tsx';
import { panelFunctions } from './panel-functions.ts';
import classes from './Settings.module.css';

/** /settings, for admins: the functions of everyone, each with its effect (S-SETTINGS-02, -10). */
export const Settings = () => (
  <RequirePermission when={({ profile }) => profile === 'admin'}>
    <Functions />
  </RequirePermission>
);

function Functions() {
  const states = useCall(getSettings, {});
  return (
    <>
      <PageHeader
        title="Funções"
        breadcrumb={[{ label: 'Mais' }, { label: 'Funções' }]}
        note="Valem para todas as contas, na hora. Administradores nunca são limitados por elas."
      />
      <RevealTogether>
        <Panel className={classes.functions}>
          {states.data ? (
            <ul>
              {panelFunctions.map(({ flag, toggle }) => (
                <FunctionRow key={flag} flag={flag} toggle={toggle} isOn={states.data[flag]} />
              ))}
            </ul>
          ) : states.error ? (
            <EmptyState
              icon={IconAlertTriangle}
              tone="bad"
              title="Ocorreu um erro ao retornar status das funções"
              text={states.error.message}
              actions={
                <Button
                  variant="default"
                  loading={states.isFetching}
                  onClick={() => void states.refetch()}
                >
                  Tentar de novo
                </Button>
              }
              foot={states.error.requestId && `Pedido ${states.error.requestId}`}
            />
          ) : (
            <Stack gap={20} p={20} aria-busy="true">
              {panelFunctions.map(({ flag }) => (
                <Skeleton key={flag} height={44} radius={8} />
              ))}
            </Stack>
          )}
        </Panel>
        <ExemptionHosts />
      </RevealTogether>
    </>
  );
}
