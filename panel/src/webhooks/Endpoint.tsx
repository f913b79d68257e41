/** Endpoint with its address, its deliveries of the week, and its actions. */
import { Box, Button, Group, Text } from '@mantine/core';
import {
  type Webhook,
  deleteWebhook,
  listWebhookMessages,
  listWebhooks,
  testWebhook,
} from '@ramal/contract/webhooks';
import {
  IconPencil,
  IconPlayerPlay,
  IconRefresh,
  IconTrash,
  IconWebhook,
} from '@tabler/icons-react';
import { formatDateTime } from '../foundation/dates.ts';
import { useAction } from '../foundation/api/query.ts';
import { useConfirm } from '../ui/dialogs/dialogs.tsx';
import { useFailureAlert } from '../ui/dialogs/use-failure-alert.ts';
import { Panel } from '../ui/layout/Panel.tsx';
import { StatusBadge } from '../ui/status/StatusBadge.tsx';
import { useToast } from '../ui/toasts.tsx';
import { at, weekInWords } from './webhook-words.ts';
import { IconTile } from '../ui/IconTile.tsx';

interface EndpointProps {
  readonly endpoint: Webhook;
  /**
   * True if the list below shows only the deliveries of this endpoint. Undefined if there is only
   * one endpoint.
   */
  readonly chosen: boolean | undefined;
  readonly onChoose: () => void;
  readonly onEdit: () => void;
  readonly onRotate: () => void;
}

export function Endpoint({ endpoint, chosen, onChoose, onEdit, onRotate }: EndpointProps) {
  const { url, formerUntilTimestamp: former } = endpoint;
  return (
    <Panel mb="2xl" p="var(--space-2xl) var(--space-3xl)" label={url}>
      <Group gap="xl">
        <IconTile>
          <IconWebhook size={20} stroke={1.75} aria-hidden />
        </IconTile>
        <Box miw="calc(6 * var(--space-5xl))" flex={1}>
          <Group component="p" gap="var(--space-2xs) var(--space-md)">
            <Box component="span" miw={0} className="mono">
              {url}
            </Box>
            <EndpointState endpoint={endpoint} />
          </Group>
          <Text mt="3xs" c="var(--ink-2)" fz="note">
            {weekInWords(endpoint)}
          </Text>
          {!endpoint.active && (
            <Text mt="3xs" c="var(--ink-2)" fz="note">
              {endpoint.offReason}
            </Text>
          )}
          {former !== null && (
            <Text mt="3xs" c="var(--ink-2)" fz="note">
              o segredo anterior assina junto até {formatDateTime(at(former))}
            </Text>
          )}
        </Box>
        <Group gap="sm" align="stretch">
          {chosen !== undefined && (
            <Button variant="default" aria-pressed={chosen} disabled={chosen} onClick={onChoose}>
              Ver entregas
            </Button>
          )}
          <EndpointButtons endpoint={endpoint} onEdit={onEdit} onRotate={onRotate} />
        </Group>
      </Group>
    </Panel>
  );
}

function EndpointState({ endpoint }: { endpoint: Webhook }) {
  if (!endpoint.active) return <StatusBadge tone="bad">Desligado</StatusBadge>;
  if (endpoint.failingSinceTimestamp !== null)
    return <StatusBadge tone="warn">Falhando</StatusBadge>;
  return <StatusBadge tone="ok">Ligado</StatusBadge>;
}

type ButtonsProps = Pick<EndpointProps, 'endpoint' | 'onEdit' | 'onRotate'>;

function EndpointButtons({ endpoint, onEdit, onRotate }: ButtonsProps) {
  const toast = useToast();
  const confirm = useConfirm();
  const showFailure = useFailureAlert();
  const test = useAction(testWebhook, { refresh: [listWebhooks, listWebhookMessages] });
  const remove = useAction(deleteWebhook, { refresh: [listWebhooks] });
  const params = { id: endpoint.id };
  const sendTest = () =>
    test.mutateAsync({ params }).then(({ message }) => toast({ title: message }), showFailure);
  const askRemoval = () =>
    confirm({
      title: 'Remover este endereço?',
      icon: IconTrash,
      tone: 'danger',
      object: { name: endpoint.url, mono: true },
      facts: [{ icon: IconTrash, text: 'O histórico dele some, e o que esperava não é enviado.' }],
      confirmLabel: 'Sim, remover',
      onConfirm: () => remove.mutateAsync({ params }),
    });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={onRotate}
      >
        Trocar segredo
      </Button>
      {endpoint.active && (
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          loading={test.isPending}
          onClick={() => void sendTest()}
        >
          Enviar teste
        </Button>
      )}
      <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
        {endpoint.active ? 'Editar' : 'Ligar'}
      </Button>
      <Button
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => void askRemoval()}
      >
        Remover
      </Button>
    </>
  );
}
