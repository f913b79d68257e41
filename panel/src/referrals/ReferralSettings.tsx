/** Terms of referrals: the reward of both sides, the waiting time, and what a reward costs. */
import { Button, Group, SimpleGrid, Switch, Text } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import {
  getReferralSettings,
  rewardCost,
  type RewardKind,
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

const kinds: { value: RewardKind; label: string }[] = [
  { value: 'days', label: 'Dias grátis' },
  { value: 'discount', label: 'Desconto no próximo pagamento' },
];

/** Days and percentage that the fields suggest after a change of the kind. */
const SUGGESTED = { days: '10', percent: '20' };

function useReferralForm(settings: Settings) {
  const percent = settings.referrerPercent ?? 0;
  // The field changes it to any text of its list.
  const kind: string = percent > 0 ? 'discount' : 'days';
  return useForm(saveReferralSettings, {
    initial: {
      isOn: settings.isOn,
      referrerKind: kind,
      referrerDays: percent > 0 ? SUGGESTED.days : String(settings.referrerDays),
      referrerPercent: percent > 0 ? String(percent) : SUGGESTED.percent,
      friendDays: String(settings.friendDays),
      waitDays: String(settings.waitDays),
      paymentsCounted: String(settings.paymentsCounted),
      friendsAYear: String(settings.friendsAYear),
    },
    send: ({ referrerKind, ...terms }) => ({
      body: { ...terms, referrerKind: referrerKind as RewardKind },
    }),
    refresh: [getReferralSettings],
    success: ({ message }) => ({ title: message }),
  });
}

export function ReferralSettings({ settings }: { settings: Settings }) {
  const form = useReferralForm(settings);
  const { values } = form;
  const isDiscount = values.referrerKind === 'discount';
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
          <SelectField label="Quem indica ganha" data={kinds} {...form.field('referrerKind')} />
          {isDiscount ? (
            <TextField
              label="Desconto de quem indica, em %"
              hint="Entra sozinho no próximo pagamento pelo portal, fora do Pix Automático."
              {...whole}
              {...form.field('referrerPercent', typedWhole)}
            />
          ) : (
            <TextField
              label="Quem indica ganha, em dias"
              {...whole}
              {...form.field('referrerDays', typedWhole)}
            />
          )}
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
            {costText(values)}
          </Text>
          <Button type="submit" loading={form.busy}>
            Salvar
          </Button>
        </Group>
      </InlineForm>
    </Panel>
  );
}

interface CostTerms {
  readonly referrerKind: string;
  readonly referrerDays: string;
  readonly referrerPercent: string;
  readonly friendDays: string;
  readonly paymentsCounted: string;
}

/** States what a friend costs. The friend receives days for the first payment only. */
function costText(terms: CostTerms): string {
  const { referrerKind, referrerDays, referrerPercent, friendDays, paymentsCounted } = terms;
  const payments = Number(paymentsCounted);
  const most = payments > 1 ? 'até ' : '';
  const friend = rewardCost(parseWhole(friendDays) ?? 0);
  if (referrerKind === 'discount') {
    const discounts =
      payments > 1 ? `${payments} pagamentos de quem indica` : 'um pagamento de quem indica';
    const credits = friend > 0 ? ` e ${creditsInWords(asDecimal(friend))}` : '';
    return `Custa a você: ${most}${parseWhole(referrerPercent) ?? 0}% de ${discounts}${credits} por amigo.`;
  }
  const cost = rewardCost(parseWhole(referrerDays) ?? 0) * payments + friend;
  return `Custa a você: ${most}${creditsInWords(asDecimal(cost))} por amigo.`;
}
