/** Bonus that direct child resellers receive with each top-up in a period. */
import { Group, Switch, Text } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { getTopUpBonus, saveTopUpBonus } from '@ramal/contract/payments/top-up-bonus';
import { parseWhole, typedWhole } from '../../foundation/amounts.ts';
import { dayFromNow } from '../../foundation/dates.ts';
import { useCall } from '../../foundation/api/query.ts';
import { creditsInWords, formatMoney } from '../../foundation/numbers.ts';
import { FreshCode } from '../../second-factors/FreshCode.tsx';
import { useFreshCode } from '../../second-factors/use-fresh-code.ts';
import { LoadedDialog } from '../../ui/dialogs/LoadedDialog.tsx';
import { DateField } from '../../ui/form/fields/DateField.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { useForm } from '../../ui/form/use-form.ts';

type Settings = ResponseOf<typeof getTopUpBonus>;

const title = 'Bônus de recarga';

export function TopUpBonus({ onClose }: { onClose: () => void }) {
  const bonus = useCall(getTopUpBonus, {});
  return (
    <LoadedDialog
      query={bonus}
      failed="Não deu para carregar o bônus"
      compact
      title={title}
      height={320}
      onClose={onClose}
    >
      {(settings) => <TopUpBonusForm settings={settings} onClose={onClose} />}
    </LoadedDialog>
  );
}

interface BonusValues {
  readonly enabled: boolean;
  readonly perCredits: string;
  readonly bonusCredits: string;
  readonly startsOn: string;
  readonly endsOn: string;
}

const initialValues = ({ bonus }: Settings): BonusValues => ({
  enabled: bonus !== null,
  perCredits: String(bonus?.perCredits ?? 100),
  bonusCredits: String(bonus?.bonusCredits ?? 10),
  startsOn: bonus?.startsOn ?? dayFromNow(0),
  endsOn: bonus?.endsOn ?? '',
});

const wireNames = {
  perCredits: 'bonus.perCredits',
  bonusCredits: 'bonus.bonusCredits',
  startsOn: 'bonus.startsOn',
  endsOn: 'bonus.endsOn',
};

function TopUpBonusForm({ settings, onClose }: { settings: Settings; onClose: () => void }) {
  const code = useFreshCode();
  const form = useForm(saveTopUpBonus, {
    initial: initialValues(settings),
    send: ({ enabled, ...bonus }) => ({ body: { bonus: enabled ? bonus : null } }),
    wireNames,
    freshCode: () => code,
    refresh: [getTopUpBonus],
    success: ({ message }) => ({ title: message }),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={title}
      subtitle="Vale para as recargas das suas revendas diretas, compradas ou dadas por você. Os créditos saem do seu saldo."
      width={520}
      submitLabel="Salvar bônus"
      onClose={onClose}
    >
      <Switch
        label={form.values.enabled ? 'Ligado: vale no período' : 'Desligado: ninguém recebe bônus'}
        {...form.toggle('enabled')}
      />
      {form.values.enabled && (
        <>
          <Group grow align="start">
            <TextField
              label="A cada, em créditos"
              inputMode="numeric"
              autoComplete="off"
              {...form.field('perCredits', typedWhole)}
            />
            <TextField
              label="Ganham mais"
              inputMode="numeric"
              autoComplete="off"
              {...form.field('bonusCredits', typedWhole)}
            />
          </Group>
          <Group grow align="start">
            <DateField label="De" {...form.field('startsOn')} />
            <DateField label="Até" {...form.field('endsOn')} />
          </Group>
          <Text c="dimmed" fz="note">
            {effectText(form.values, settings)}
          </Text>
        </>
      )}
      <FreshCode code={code} disabled={form.busy} />
    </FormDialog>
  );
}

/** States what a top-up of two full steps costs the seller. */
function effectText({ perCredits, bonusCredits }: BonusValues, { lowestPrice }: Settings): string {
  const [step, added] = [parseWhole(perCredits), parseWhole(bonusCredits)];
  if (!step || !added) return 'Diga de quanto em quanto o bônus entra.';
  const cost = `Recarga de ${creditsInWords(step * 2)}: saem ${creditsInWords((step + added) * 2)} do seu saldo.`;
  return lowestPrice === null
    ? cost
    : `${cost} Não entra se cada crédito, com o bônus, sair por menos de ${formatMoney(lowestPrice)}.`;
}
