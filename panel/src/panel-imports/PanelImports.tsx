/**
 * «Mudar de painel»: imports resellers and lines from another panel. Reads its dump or its server,
 * maps the products, checks the rows and imports them. The import can be undone.
 */
import { Button, Skeleton } from '@mantine/core';
import { getPanelImport, type PanelImport } from '@ramal/contract/operations/panel-imports';
import { IconFileUpload, IconFileX } from '@tabler/icons-react';
import { useCall } from '../foundation/api/query.ts';
import { useProfile } from '../sessions/profile.ts';
import { RequirePermission } from '../sessions/RequirePermission.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { ListError } from '../ui/table/list-states.tsx';
import { MapProducts } from './MapProducts.tsx';
import { PanelImportState } from './PanelImportState.tsx';
import { usePanelImportParams } from './panel-import-params.ts';
import { SendDump } from './SendDump.tsx';

export const PanelImports = () => (
  <RequirePermission when={({ profile }) => profile === 'admin'}>
    <Moves />
  </RequirePermission>
);

function Moves() {
  const { move, step, goTo } = usePanelImportParams();
  const query = useCall(
    getPanelImport,
    { params: { id: move ?? 0 } },
    { enabled: move !== undefined },
  );
  const another = move !== undefined && (
    <Button
      variant="default"
      leftSection={<IconFileUpload size={16} stroke={1.75} aria-hidden />}
      onClick={() => goTo(undefined)}
    >
      Outra mudança
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Mudar de painel"
        breadcrumb={[{ label: 'Infraestrutura' }, { label: 'Mudar de painel' }]}
        note="Traga de XUI.ONE, XC_VM ou Xtream Codes as revendas com seus créditos e as linhas com usuário, senha e vencimento."
        actions={another}
        phoneActions={another}
      />
      {move === undefined ? (
        <SendDump onOpen={goTo} />
      ) : query.data ? (
        <Move panelImport={query.data} step={step} goTo={goTo} />
      ) : query.error?.code === 'panel_import_not_found' ? (
        <EmptyState
          icon={IconFileX}
          tone="plain"
          title="Esta mudança não existe mais"
          text="Ela foi descartada. O que veio continua aqui."
          actions={<Button onClick={() => goTo(undefined)}>Começar outra</Button>}
        />
      ) : query.error ? (
        <ListError
          failure={{ text: query.error.message, requestId: query.error.requestId, note: '' }}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Skeleton height={320} radius={14} aria-label="Carregando a mudança" />
      )}
    </>
  );
}

interface MoveProps {
  panelImport: PanelImport;
  step: 'map' | undefined;
  goTo: (move: number, step?: 'map') => void;
}

function Move({ panelImport, step, goTo }: MoveProps) {
  const { data: me } = useProfile();
  const isIdle = ['ready', 'applied', 'undone'].includes(panelImport.state);
  if (isIdle && (step === 'map' || !panelImport.plan))
    return me ? (
      <MapProducts
        key={panelImport.id}
        panelImport={panelImport}
        me={{ id: me.id, username: me.username }}
        onChecked={() => goTo(panelImport.id)}
      />
    ) : (
      <Skeleton height={320} radius={14} />
    );
  return <PanelImportState panelImport={panelImport} onMap={() => goTo(panelImport.id, 'map')} />;
}
