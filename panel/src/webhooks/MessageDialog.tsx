/**
 * Dialog of a delivery with its attempts, its request and its response. A button sends the delivery
 * again.
 */
import { Button, Group, Stack, Text } from '@mantine/core';
import {
  type WebhookMessage,
  getWebhookMessage,
  listWebhookMessages,
  listWebhooks,
  resendWebhookMessage,
} from '@ramal/contract/webhooks';
import { IconSend } from '@tabler/icons-react';
import { formatDateTime } from '../foundation/dates.ts';
import { useAction, useCall } from '../foundation/api/query.ts';
import { CopyRow } from '../ui/copy/CopyRow.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { useFailureAlert } from '../ui/dialogs/use-failure-alert.ts';
import { Loaded } from '../ui/states/Loaded.tsx';
import { StatusBadge } from '../ui/status/StatusBadge.tsx';
import { useToast } from '../ui/toasts.tsx';
import classes from './MessageDialog.module.css';
import { at, stateWord, tookInWords, messageTone } from './webhook-words.ts';

interface MessageDialogProps {
  readonly row: WebhookMessage;
  readonly onClose: () => void;
}

export function MessageDialog({ row, onClose }: MessageDialogProps) {
  const query = useCall(getWebhookMessage, { params: { id: row.id } });
  const shown = query.data ?? row;
  return (
    <Dialog
      title={row.type}
      subtitle={row.messageId}
      width={560}
      onClose={onClose}
      footer={<Resend row={shown} />}
    >
      <Stack gap="2xl" align="flex-start" className={classes.root}>
        <StatusBadge tone={messageTone(shown)}>{stateWord(shown)}</StatusBadge>
        <Loaded query={query} failed="Não deu para abrir a entrega" compact waiting={null}>
          {({ tries, nextAtTimestamp, body }) => (
            <>
              <Stack component="ol" gap="xs" aria-label="Tentativas">
                {tries.map((attempt) => (
                  <Group
                    key={attempt.atTimestamp}
                    component="li"
                    gap="0 var(--space-2xl)"
                    align="stretch"
                    c="var(--ink-2)"
                    data-delivered={attempt.delivered || undefined}
                  >
                    <span className="num">{formatDateTime(at(attempt.atTimestamp))}</span>
                    <Text component="b" inherit c="var(--ink)" fw={500}>
                      {attempt.answer} · {tookInWords(attempt.tookMs)}
                    </Text>
                  </Group>
                ))}
                {nextAtTimestamp !== null && (
                  <Group
                    component="li"
                    gap="0 var(--space-2xl)"
                    align="stretch"
                    c="var(--ink-2)"
                    data-next
                  >
                    <span className="num">{formatDateTime(at(nextAtTimestamp))}</span>
                    próxima
                  </Group>
                )}
              </Stack>
              <CopyRow label="Enviado" value={body} wrap="below" />
              {tries.at(-1)?.body && (
                <CopyRow label="Resposta" value={tries.at(-1)!.body} wrap="below" />
              )}
            </>
          )}
        </Loaded>
      </Stack>
    </Dialog>
  );
}

function Resend({ row }: { row: WebhookMessage }) {
  const toast = useToast();
  const showFailure = useFailureAlert();
  const resend = useAction(resendWebhookMessage, {
    refresh: [listWebhookMessages, getWebhookMessage, listWebhooks],
  });
  const isFinished = row.state !== 'waiting' && row.state !== 'trying';
  return (
    <Button
      leftSection={<IconSend size={16} aria-hidden />}
      disabled={!isFinished}
      loading={resend.isPending}
      onClick={() =>
        void resend
          .mutateAsync({ params: { id: row.id } })
          .then(({ message }) => toast({ title: message }), showFailure)
      }
    >
      Enviar de novo
    </Button>
  );
}
