/** Card «Teste grátis»: how many tests strangers take in a day, when, and for how long. */
import { Group, Stack, Switch, Text } from '@mantine/core';
import { TRIAL_DAYS } from '@ramal/contract/lines/trial-history';
import { TEST_HOURS } from '@ramal/contract/rules/terms';
import { typedWhole } from '../../foundation/amounts.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { Segmented } from '../../ui/form/fields/Segmented.tsx';
import { TimeField } from '../../ui/form/fields/TimeField.tsx';
import { FieldRow } from '../../ui/form/FormSection.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import type { CardProps } from './card-props.ts';

export function TestsCard({ form, state }: CardProps) {
  const isPhone = useIsPhone();
  const { values } = form;
  const { maxTestsPerDay, mayProveNumber, today } = state;
  return (
    <TitledCard
      padded
      title="Teste grátis"
      aside={
        isPhone && (
          <Text inherit c="var(--ink-2)" fz="note">
            hoje: {today.tests} de {values.perDay || 0}
          </Text>
        )
      }
    >
      <FieldRow>
        <TextField
          label="Testes por dia"
          aside={isPhone ? undefined : `hoje: ${today.tests}`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          hint={
            maxTestsPerDay === null
              ? '0 não oferece teste.'
              : `Seu limite na conta é ${maxTestsPerDay}.`
          }
          {...form.field('perDay', typedWhole)}
        />
        <Group gap="md" wrap="nowrap" align="flex-start" grow>
          <TimeField label="Das" {...form.field('from')} />
          <TimeField label="Às" {...form.field('until')} />
        </Group>
      </FieldRow>
      <Text mt="calc(-1 * var(--space-sm))" c="var(--ink-2)" fz="note">
        Fora do horário, a página oferece assinar.
      </Text>
      <Stack gap="xs" align={isPhone ? 'stretch' : 'flex-start'}>
        <Text inherit fw={500} aria-hidden>
          Duração
        </Text>
        <Segmented
          wide={isPhone}
          label="Duração"
          value={String(values.hours)}
          options={TEST_HOURS.map((hours) => ({ value: String(hours), label: `${hours} h` }))}
          onChange={(chosen) =>
            form.change({ hours: TEST_HOURS.find((hours) => String(hours) === chosen)! })
          }
        />
      </Stack>
      <Stack gap="lg">
        <Switch
          label="Confirma o número por código"
          description={
            mayProveNumber ? undefined : 'Ligue o WhatsApp Cloud API para confirmar números'
          }
          disabled={!mayProveNumber}
          {...form.toggle('provesNumber')}
          checked={mayProveNumber && values.provesNumber}
        />
        <Text inherit c="var(--ink-2)" fz="note">
          Um teste por número e aparelho, a cada {TRIAL_DAYS} dias, em toda a rede.
        </Text>
      </Stack>
    </TitledCard>
  );
}
