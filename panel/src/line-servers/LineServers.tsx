/** /line-servers, for admins: external panels and services that contain lines. */
import { type LineServer, listLineServers } from '@ramal/contract/operations/line-servers';
import { IconArrowsDiff, IconPencil, IconServer2 } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useCall } from '../foundation/api/query.ts';
import { RequirePermission } from '../sessions/RequirePermission.tsx';
import { useListParams } from '../ui/list/list-params.ts';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import { wholePage } from '../ui/list/whole-page.ts';
import { AddServer, EditServer } from './ServerForm.tsx';
import { serverColumns } from './server-columns.tsx';
import { serverParams } from './line-server-params.ts';
import { useServerActions } from './use-server-actions.tsx';

const REFRESH_MS = 30_000;

export const LineServers = () => (
  <RequirePermission when={({ profile }) => profile === 'admin'}>
    <Screen />
  </RequirePermission>
);

function Screen() {
  const params = useListParams(serverParams, 'line-servers');
  const query = useCall(listLineServers, {}, { refreshEveryMs: REFRESH_MS });
  const acts = useServerActions();
  const navigate = useNavigate();
  const open = ({ id }: LineServer) =>
    void navigate({ to: '/line-servers/$serverId', params: { serverId: String(id) } });
  const franchises = query.data?.franchises ?? [];
  return (
    <ListScreen<LineServer>
      title="Servidores de linhas"
      breadcrumb={[{ label: 'Infraestrutura' }, { label: 'Servidores de linhas' }]}
      note="Painéis e serviços de outros onde as linhas vivem. O painel as cria e muda, e o servidor fica sabendo."
      create={{ label: 'Adicionar servidor', onClick: () => params.openDialog('create') }}
      list={{
        name: 'line-servers',
        label: 'Servidores de linhas',
        noun: ['servidor', 'servidores'],
        params,
        query,
        polls: true,
        page: wholePage(
          query.data?.data,
          params,
          serverColumns,
          ({ name, host }) => `${name} ${host}`,
        ),
        columns: serverColumns,
        actions: [
          {
            key: 'differences',
            opens: true,
            label: 'Ver',
            name: 'Ver diferenças e fila',
            icon: IconArrowsDiff,
            slot: 'row',
            run: open,
          },
          {
            key: 'edit',
            label: 'Editar',
            icon: IconPencil,
            slot: 'row',
            iconOnly: true,
            run: ({ id }) => params.openDialog('edit', id),
          },
          ...acts,
        ],
        rowKey: ({ id }) => id,
        rowName: ({ name }) => name,
        rowSignal: ({ failed, provenAtTimestamp: proven }) =>
          proven === null ? 'bad' : failed > 0 ? 'warn' : undefined,
        filters: { search: { placeholder: 'Nome ou endereço' } },
        empty,
        nothingFound: params.search
          ? { title: `Nada para “${params.search}”`, text: 'A busca olha nomes e endereços.' }
          : undefined,
      }}
      dialogs={{
        create: (dialog) => <AddServer franchises={franchises} {...dialog} />,
      }}
      rowDialogs={{
        edit: (server, dialog) => (
          <EditServer server={server} franchises={franchises} {...dialog} />
        ),
      }}
    />
  );
}

const empty = {
  icon: IconServer2,
  title: 'Nenhum servidor de linhas',
  text: 'Sem servidor, o player deste painel serve as linhas. Adicione um XUI.ONE, XC_VM ou serviço de parceiro se as suas vivem lá.',
};
