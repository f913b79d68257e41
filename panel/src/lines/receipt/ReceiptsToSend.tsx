/**
 * Lists customers who renewed without the help of the reseller and have not received a receipt yet.
 * An empty list is not shown.
 */
import { ActionIcon, Box, Button, Group, Stack, Text } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { listRenewalReceipts, settleRenewalReceipt } from '@ramal/contract/payments/receipts';
import { customerName } from '@ramal/contract/rules/customer-name';
import { IconBrandWhatsapp, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useAction, useCall } from '../../foundation/api/query.ts';
import { formatDate } from '../../foundation/dates.ts';
import { pluralize, formatMoney } from '../../foundation/numbers.ts';
import { useFailureAlert } from '../../ui/dialogs/use-failure-alert.ts';
import { Panel } from '../../ui/layout/Panel.tsx';
import { linePlatforms } from '../platforms/platforms.ts';
import classes from './ReceiptsToSend.module.css';
import { useSendReceipt } from './use-send-receipt.ts';

const AskNumber = lazy(async () => ({
  default: (await import('../dialogs/NumberPrompt.tsx')).NumberPrompt,
}));

type Waiting = ResponseOf<typeof listRenewalReceipts>['receipts'][number];

export function ReceiptsToSend() {
  const { data } = useCall(listRenewalReceipts, {});
  if (!data || data.total === 0) return null;
  const left = data.total - data.receipts.length;
  return (
    <Panel pt="2xl" pb="sm" px="2xl" mb="2xl" label="Recibos a enviar">
      <Group component="header" gap="var(--space-3xs) var(--space-lg)" align="baseline">
        <Text component="h2" inherit fz="field" fw={600}>
          Recibos a enviar
        </Text>
        <Text span inherit c="dimmed" fz="control">
          {pluralize(data.total, 'cliente renovou sozinho', 'clientes renovaram sozinhos')}
        </Text>
      </Group>
      <Box component="ul" mt="sm">
        {data.receipts.map((receipt) => (
          <OneReceipt key={receipt.id} receipt={receipt} />
        ))}
      </Box>
      {left > 0 && (
        <Text c="dimmed" fz="control">
          Mais {left} depois destes.
        </Text>
      )}
    </Panel>
  );
}

function OneReceipt({ receipt }: { receipt: Waiting }) {
  const { id, lineId, value, renewedUntil } = receipt;
  const { name } = customerName(receipt);
  const platform = linePlatforms.find(({ definition }) => definition.key === receipt.platform)!;
  const [unsent, setUnsent] = useState<string>();
  const settle = useAction(settleRenewalReceipt, { refresh: [listRenewalReceipts] });
  const send = useSendReceipt();
  const showFailure = useFailureAlert();
  const leave = () => void settle.mutateAsync({ params: { id }, body: {} }).catch(showFailure);
  return (
    <li className={classes.row}>
      <Stack component="span" gap={0} flex={1} miw={0}>
        <Text component="b" inherit lineClamp={2} fw={500}>
          {name}
        </Text>
        <Text component="small" inherit c="dimmed" fz="note">
          {formatMoney(value)} · até {formatDate(renewedUntil)}
        </Text>
      </Stack>
      <Button
        variant="whatsapp-soft"
        size="sm"
        loading={settle.isPending}
        leftSection={<IconBrandWhatsapp size={18} stroke={1.75} aria-hidden />}
        aria-label={`Enviar recibo: ${name}`}
        onClick={() =>
          void send({
            platform,
            lineId,
            kind: 'renewed',
            onOpened: leave,
            askNumber: setUnsent,
          })
        }
      >
        Enviar
      </Button>
      <ActionIcon
        data-tooltip="Dispensar"
        size={44}
        aria-label={`Dispensar o recibo: ${name}`}
        onClick={leave}
      >
        <IconX size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      {unsent !== undefined && (
        <Suspense fallback={null}>
          <AskNumber
            platform={platform}
            lineId={lineId}
            text={unsent}
            onClose={() => setUnsent(undefined)}
            onSent={leave}
          />
        </Suspense>
      )}
    </li>
  );
}
