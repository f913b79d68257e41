/** Lines that the server has not received yet, with the reasons. */
import { Button } from '@mantine/core';
import {
  type LinePush,
  listLinePushes,
  listLineServers,
  retryLinePushes,
} from '@ramal/contract/operations/line-servers';
import { IconChecks, IconRefreshAlert } from '@tabler/icons-react';
import { useAction, useCall } from '../foundation/api/query.ts';
import { formatDateTime } from '../foundation/dates.ts';
import { useFailureAlert } from '../ui/dialogs/use-failure-alert.ts';
import { useListParams } from '../ui/list/list-params.ts';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import { StatusBadge } from '../ui/status/StatusBadge.tsx';
import type { Column } from '../ui/table/columns.ts';
import { useToast } from '../ui/toasts.tsx';
import type { ServerPartProps } from './Differences.tsx';
import { pushParams } from './line-server-params.ts';
import { at } from './line-server-words.ts';

export function Pushes({ server, header, above }: ServerPartProps) {
  const params = useListParams(pushParams, 'line-pushes');
  const { state } = params.values;
  const query = useCall(
    listLinePushes,
    { params: { id: server.id }, query: { ...params.query, ...(state ? { state } : {}) } },
    { keepPrevious: true, refreshEveryMs: 15_000 },
  );
  const toast = useToast();
  const showFailure = useFailureAlert();
  const retry = useAction(retryLinePushes, { refresh: [listLinePushes, listLineServers] });
  const tryAgain = () =>
    void retry
      .mutateAsync({ params: { id: server.id }, body: {} })
      .then(({ message }) => toast({ title: message }), showFailure);
  return (
    <ListScreen<LinePush>
      {...header}
      above={above}
      buttons={
        <Button
          variant="default"
          leftSection={<IconRefreshAlert size={16} stroke={1.75} aria-hidden />}
          loading={retry.isPending}
          disabled={server.waiting + server.failed === 0}
          onClick={tryAgain}
        >
          Tentar tudo agora
        </Button>
      }
      list={{
        name: 'line-pushes',
        label: 'Na fila',
        noun: ['linha', 'linhas'],
        params,
        query,
        polls: true,
        page: query.data,
        columns: pushColumns,
        rowKey: ({ id }) => id,
        rowName: ({ username }) => username,
        rowSignal: ({ state: now }) => (now === 'failed' ? 'bad' : undefined),
        filters: {
          search: { placeholder: 'Usuário' },
          segments: params.filter('state', {
            label: 'Situação',
            options: [
              { value: undefined, label: 'Todas' },
              { value: 'waiting', label: 'Esperam' },
              { value: 'failed', label: 'Falharam' },
            ],
          }),
        },
        empty,
        nothingFound:
          params.search || state
            ? {
                title: 'Nada com estes filtros',
                clear: {
                  label: 'Ver todas',
                  onClick: () => params.change({ search: undefined, state: undefined }),
                },
              }
            : undefined,
      }}
    />
  );
}

const empty = {
  icon: IconChecks,
  title: 'Tudo chegou ao servidor',
  text: 'O que muda no painel passa por aqui por instantes.',
};

export const pushColumns: Column<LinePush>[] = [
  {
    key: 'username',
    header: 'Usuário',
    width: 160,
    card: 'identity',
    cell: ({ username }) => <span className="mono">{username}</span>,
  },
  {
    key: 'owner',
    header: 'Revenda',
    width: 130,
    most: 150,
    muted: true,
    cell: ({ owner }) => owner,
    title: ({ owner }) => owner ?? undefined,
  },
  {
    key: 'state',
    header: 'Situação',
    width: 130,
    card: 'status',
    cell: ({ state }) =>
      state === 'failed' ? (
        <StatusBadge tone="bad">Falhou</StatusBadge>
      ) : (
        <StatusBadge tone="warn">Espera</StatusBadge>
      ),
  },
  {
    key: 'reason',
    header: 'Por quê',
    fill: true,
    card: 'note',
    cell: ({ reason }) => reason || 'a caminho',
    title: ({ reason }) => reason || undefined,
  },
  {
    key: 'attempts',
    header: 'Tentativas',
    firstDirection: 'desc',
    align: 'end',
    width: 110,
    cell: ({ attempts }) => <span className="num">{attempts}</span>,
  },
  {
    key: 'due_at',
    header: 'Próxima',
    width: 150,
    cell: ({ dueAtTimestamp: due }) => (
      <span className="num">{due === null ? 'só à mão' : formatDateTime(at(due))}</span>
    ),
  },
];
