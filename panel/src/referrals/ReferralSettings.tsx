/** Terms of referrals: the days of both sides, the waiting time, and what a reward costs. */
import { Button, Group, SimpleGrid, Switch, Text } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import {
  getReferralSettings,
  rewardCost,
  saveReferralSettings,
} from '@ramal/contract/referrals/referrals';
import { asDecimal, parseWhole, typedWhole } from '../foundation/amounts.ts';
import { creditsInWords, formatCount } from '../foundation/numbers.ts';
import { Panel } from '../ui/layout/Panel.tsx';
import { SelectField } from '../ui/form/fields/choice-fields.tsx';
import { TextField } from '../ui/form/fields/fields.tsx';
import { InlineForm } from '../ui/form/InlineForm.tsx';
import { useForm } from '../ui/form/use-form.ts';

type Settings = ResponseOf<typeof getReferralSettings>;

const counted = [
  { value: '1', label: 'Só o primeiro pagamento' },
  { value: '3', label: 'Os 3 primeiros pagamentos' },
  { value: '12', label: 'Os 12 primeiros pagamentos' },
];

export function ReferralSettings({ settings }: { settings: Settings }) {
  const form = useForm(saveReferralSettings, {
    initial: {
      isOn: settings.isOn,
      referrerDays: String(settings.referrerDays),
      friendDays: String(settings.friendDays),
      waitDays: String(settings.waitDays),
      paymentsCounted: String(settings.paymentsCounted),
      friendsAYear: String(settings.friendsAYear),
    },
    send: (body) => ({ body }),
    refresh: [getReferralSettings],
    success: ({ message }) => ({ title: message }),
  });
  const { values } = form;
  const payments = Number(values.paymentsCounted);
  // The friend receives days for the first payment only.
  const cost =
    rewardCost(parseWhole(values.referrerDays) ?? 0) * payments +
    rewardCost(parseWhole(values.friendDays) ?? 0);
  const whole = { inputMode: 'numeric', autoComplete: 'off' } as const;
  return (
    <Panel p="var(--space-2xl)" label="Regras da indicação">
      <InlineForm form={form} gap="lg">
        <Switch
          label={
            values.isOn
              ? `Ligada: o link está no portal de ${settings.customers === 1 ? '1 cliente' : `${formatCount(settings.customers)} clientes`}`
              : 'Desligada: o link não aparece'
          }
          {...form.toggle('isOn')}
        />
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <TextField
            label="Quem indica ganha, em dias"
            {...whole}
            {...form.field('referrerDays', typedWhole)}
          />
          <TextField
            label="O amigo ganha, em dias"
            {...whole}
            {...form.field('friendDays', typedWhole)}
          />
          <TextField
            label="Entra depois de, em dias"
            hint="Depois do pagamento do amigo."
            {...whole}
            {...form.field('waitDays', typedWhole)}
          />
          <SelectField label="Por amigo" data={counted} {...form.field('paymentsCounted')} />
          <TextField
            label="Amigos por cliente, no ano"
            {...whole}
            {...form.field('friendsAYear', typedWhole)}
          />
        </SimpleGrid>
        <Group justify="space-between">
          <Text c="var(--ink-2)" fz="note">
            Custa a você: {payments > 1 && 'até '}
            {creditsInWords(asDecimal(cost))} por amigo.
          </Text>
          <Button type="submit" loading={form.busy}>
            Salvar
          </Button>
        </Group>
      </InlineForm>
    </Panel>
  );
}
