/**
 * /webhooks: the endpoints that receive events of this account and its descendants (grant
 * `api.keys`).
 */
import {
  type Webhook,
  type WebhookMessage,
  listWebhookMessages,
  listWebhooks,
} from '@ramal/contract/webhooks';
import { IconEye, IconSend, IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { DocumentationButton } from '../api-keys/DocumentationButton.tsx';
import { useCall } from '../foundation/api/query.ts';
import { RequirePermission } from '../sessions/RequirePermission.tsx';
import { useListParams } from '../ui/list/list-params.ts';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import type { RowAction } from '../ui/table/columns.ts';
import { CreateEndpoint, EditEndpoint, RotateSecret } from './EndpointForm.tsx';
import { Endpoint } from './Endpoint.tsx';
import { messageColumns } from './message-columns.tsx';
import { MessageDialog } from './MessageDialog.tsx';
import { NewSecret } from './NewSecret.tsx';
import { webhookParams } from './webhook-params.ts';

export const Webhooks = () => (
  <RequirePermission
    when={({ profile, grants }) => profile !== 'admin' && grants.includes('api.keys')}
  >
    <Screen />
  </RequirePermission>
);

const useWebhookParams = () => useListParams(webhookParams, 'webhooks');

/** Reads the page of deliveries of the selected endpoint. */
function useMessages(
  { values: { state }, query }: ReturnType<typeof useWebhookParams>,
  chosen: Webhook | undefined,
) {
  const { page, perPage: size, sort, dir } = query;
  return useCall(
    listWebhookMessages,
    {
      params: { id: chosen?.id ?? 0 },
      query: {
        page,
        perPage: size,
        ...(sort ? { sort, dir } : {}),
        ...(state ? { state } : {}),
      },
    },
    { keepPrevious: true, enabled: chosen !== undefined, refreshEveryMs: 15_000 },
  );
}

function Screen() {
  const params = useWebhookParams();
  const [secret, setSecret] = useState<string>();
  const [chosenId, setChosenId] = useState<number>();
  const endpoints = useCall(listWebhooks, {});
  const all = endpoints.data?.data ?? [];
  const chosen = all.find(({ id }) => id === chosenId) ?? all[0];
  const messages = useMessages(params, chosen);
  const hasNone = endpoints.data !== undefined && !chosen;
  const query = endpoints.error || !chosen ? endpoints : messages;
  const showSecret = (made: { id: number; secret: string }) => {
    setSecret(made.secret);
    setChosenId(made.id);
    globalThis.scrollTo({ top: 0 });
  };
  return (
    <ListScreen<WebhookMessage>
      title="Webhooks"
      breadcrumb={[{ label: 'Mais' }, { label: 'Webhooks' }]}
      note="Seu programa fica sabendo na hora do que acontece na sua rede, com assinatura."
      buttons={<DocumentationButton section="webhooks" />}
      create={{ label: 'Adicionar endereço', onClick: () => params.openDialog('create') }}
      above={
        <>
          {secret && <NewSecret value={secret} onClose={() => setSecret(undefined)} />}
          <Endpoints all={all} chosen={chosen} onChoose={setChosenId} onCreated={showSecret} />
        </>
      }
      list={{
        name: 'webhooks',
        label: 'Entregas',
        noun: ['entrega', 'entregas'],
        params,
        query,
        page: hasNone ? { data: [], total: 0 } : messages.data,
        columns: messageColumns,
        actions: messageActions(params.openDialog),
        rowKey: ({ id }) => id,
        rowName: ({ type, about }) => `${type} ${about}`,
        filters: {
          segments: params.filter('state', {
            label: 'Entregas',
            options: [
              { value: undefined, label: 'Todas' },
              { value: 'trying', label: 'Tentando', count: messages.data?.trying ?? 0 },
              { value: 'failed', label: 'Falharam', count: messages.data?.failed ?? 0 },
            ],
          }),
        },
        empty: hasNone ? noEndpoints : { icon: IconSend, title: 'Nada enviado ainda' },
      }}
      dialogs={{
        create: ({ onClose }) => <CreateEndpoint onClose={onClose} onCreated={showSecret} />,
      }}
      rowDialogs={{ message: (row, { onClose }) => <MessageDialog row={row} onClose={onClose} /> }}
    />
  );
}

const noEndpoints = {
  icon: IconWebhook,
  title: 'Nenhum endereço ainda',
  text: 'Adicione o do seu site, robô ou automação: ele recebe vendas, renovações e vencimentos na hora.',
};

interface EndpointsProps {
  readonly all: readonly Webhook[];
  readonly chosen: Webhook | undefined;
  readonly onChoose: (id: number) => void;
  readonly onCreated: (made: { id: number; secret: string }) => void;
}

function Endpoints({ all, chosen, onChoose, onCreated }: EndpointsProps) {
  const [open, setOpen] = useState<{ dialog: 'edit' | 'rotate'; endpoint: Webhook }>();
  const close = () => setOpen(undefined);
  return (
    <>
      {all.map((endpoint) => (
        <Endpoint
          key={endpoint.id}
          endpoint={endpoint}
          chosen={all.length > 1 ? endpoint === chosen : undefined}
          onChoose={() => onChoose(endpoint.id)}
          onEdit={() => setOpen({ dialog: 'edit', endpoint })}
          onRotate={() => setOpen({ dialog: 'rotate', endpoint })}
        />
      ))}
      {open?.dialog === 'edit' && <EditEndpoint endpoint={open.endpoint} onClose={close} />}
      {open?.dialog === 'rotate' && (
        <RotateSecret endpoint={open.endpoint} onClose={close} onCreated={onCreated} />
      )}
    </>
  );
}

const messageActions = (
  open: (dialog: 'message', id: number) => void,
): RowAction<WebhookMessage>[] => [
  {
    key: 'message',
    opens: true,
    label: 'Ver entrega',
    icon: IconEye,
    slot: 'row',
    run: ({ id }) => open('message', id),
  },
];
