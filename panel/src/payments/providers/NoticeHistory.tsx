/** Lists the last webhook notices of the providers, newest first. */
import { Group, Stack, Text } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { listPaymentNotices } from '@ramal/contract/payments/payment-providers';
import { IconWebhook } from '@tabler/icons-react';
import { useCall } from '../../foundation/api/query.ts';
import { formatDateTime } from '../../foundation/dates.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { Loaded } from '../../ui/states/Loaded.tsx';
import { providerNames } from './provider-words.ts';

type PaymentNotice = ResponseOf<typeof listPaymentNotices>[number];

const outcomeWords: Record<PaymentNotice['outcome'], string> = {
  read: 'lido',
  repeated: 'repetido',
  unknown: 'não é desta conta',
  refused: 'recusado: senha errada',
  unread: 'ainda não lido',
};

/** Notices of Asaas contain a password. All other providers sign their notices. */
const outcomeText = ({ provider, outcome }: PaymentNotice): string =>
  outcome === 'refused' && provider !== 'asaas'
    ? 'recusado: assinatura errada'
    : outcomeWords[outcome];

export function NoticeHistory({ onClose }: { onClose: () => void }) {
  const query = useCall(listPaymentNotices, {});
  return (
    <Dialog
      onClose={onClose}
      title="Histórico de avisos"
      subtitle="Os últimos 100"
      icon={IconWebhook}
      width={520}
      closeLabel="Fechar"
    >
      <Loaded query={query} failed="Não deu para carregar os avisos" calm height={44} lines={4}>
        {(notices) =>
          notices.length === 0 ? (
            <EmptyState
              tone="plain"
              icon={IconWebhook}
              title="Nunca chegou aviso"
              text="Copie o endereço do provedor e cadastre nos webhooks dele."
            />
          ) : (
            <Stack component="ul" gap="lg">
              {notices.map((notice, index) => (
                <li key={index}>
                  <Group justify="space-between" align="baseline" gap="0 var(--space-lg)">
                    <b className="mono">{notice.event}</b>
                    <Text span inherit c="var(--ink-2)" fz="note" className="num">
                      {formatDateTime(new Date(notice.atTimestamp * 1000))}
                    </Text>
                  </Group>
                  <Text c={notice.outcome === 'refused' ? 'var(--bad)' : 'var(--ink-2)'} fz="note">
                    {providerNames[notice.provider]} · {outcomeText(notice)}
                  </Text>
                </li>
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Dialog>
  );
}
