/**
 * Settings of the payment fees and of the price of a message. Ramal calculates the automatic costs
 * from these settings.
 */
import { Button, Group, Text } from '@mantine/core';
import { getNumberSettings, saveNumberSettings } from '@ramal/contract/numbers/numbers';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { IconCurrencyReal, IconPercentage } from '@tabler/icons-react';
import { useState } from 'react';
import { parseHundredths, priceText, typedAmount } from '../../foundation/amounts.ts';
import { useCall } from '../../foundation/api/query.ts';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Panel } from '../../ui/layout/Panel.tsx';
import { formatCents } from '../number-words.ts';
import { callsWithCosts } from './CostFields.tsx';

type Settings = ResponseOf<typeof getNumberSettings>;

export function FeesCard() {
  const { data } = useCall(getNumberSettings, {});
  const [editing, setEditing] = useState(false);
  if (!data) return null;
  return (
    <Panel p="var(--inset)" label="Tarifas e mensagens">
      <Group justify="space-between" wrap="nowrap">
        <Text component="h2" fz="body">
          Tarifas e mensagens
        </Text>
        <Button variant="link" size="compact-sm" px={0} onClick={() => setEditing(true)}>
          Mudar
        </Button>
      </Group>
      <Text c="var(--ink-2)" fz="note">
        Pix {formatFee(data.pixFee)} · cartão {formatFee(data.cardFee)} · mensagem{' '}
        {formatCents(data.messageCents)}
      </Text>
      {editing && <EditFees settings={data} onClose={() => setEditing(false)} />}
    </Panel>
  );
}

/** Formats hundredths of a percent with all digits: `0,99%`. */
const formatFee = (hundredths: number): string => `${priceText(hundredths / 100)}%`;

function EditFees({ settings, onClose }: { settings: Settings; onClose: () => void }) {
  const form = useForm(saveNumberSettings, {
    initial: {
      pixFee: priceText(settings.pixFee / 100),
      cardFee: priceText(settings.cardFee / 100),
      messageCents: priceText(settings.messageCents / 100),
    },
    send: ({ pixFee, cardFee, messageCents }) => ({
      body: {
        pixFee: parseHundredths(pixFee) as number,
        cardFee: parseHundredths(cardFee) as number,
        messageCents: parseHundredths(messageCents) as number,
      },
    }),
    refresh: [getNumberSettings, ...callsWithCosts],
    success: ({ message }) => ({ title: message }),
    onDone: onClose,
  });
  const amount = { inputMode: 'decimal', autoComplete: 'off' } as const;
  return (
    <FormDialog
      form={form}
      title="Tarifas e mensagens"
      subtitle="Valem para os pagamentos e as mensagens deste mês em diante."
      onClose={onClose}
    >
      <TextField
        label="Tarifa do Pix"
        icon={IconPercentage}
        {...amount}
        {...form.field('pixFee', typedAmount)}
      />
      <TextField
        label="Tarifa do cartão"
        icon={IconPercentage}
        {...amount}
        {...form.field('cardFee', typedAmount)}
      />
      <TextField
        label="Custo de uma mensagem"
        icon={IconCurrencyReal}
        {...amount}
        {...form.field('messageCents', typedAmount)}
      />
    </FormDialog>
  );
}
