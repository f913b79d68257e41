/** Form fields that creating and editing a cost share. */
import { Box, Group, Input } from '@mantine/core';
import {
  costKindLabels,
  type EnteredCostKind,
  enteredCostKinds,
  listCosts,
} from '@ramal/contract/numbers/costs';
import { getNumbers } from '@ramal/contract/numbers/numbers';
import { listNumberRows } from '@ramal/contract/numbers/rows';
import { type PlatformKey, platformKeys } from '@ramal/contract/rules/platforms';
import { IconCurrencyReal } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { parseHundredths, typedAmount } from '../../foundation/amounts.ts';
import { soldPlatforms } from '../../lines/platforms/sold-platforms.ts';
import { useProfile } from '../../sessions/profile.ts';
import { ChoiceTiles } from '../../ui/form/fields/ChoiceTiles.tsx';
import { FieldLabel } from '../../ui/form/fields/FieldLabel.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { Segmented } from '../../ui/form/fields/Segmented.tsx';
import type { Form } from '../../ui/form/use-form.ts';

/** Calls to read again after a change of a cost, because their answers depend on it. */
export const callsWithCosts = [getNumbers, listCosts, listNumberRows] as const;

export interface CostValues {
  readonly name: string;
  readonly kind: EnteredCostKind;
  readonly cents: string;
  /** Empty if the cost applies to all platforms. */
  readonly platform: PlatformKey | '';
}

export const toCostBody = ({ name, kind, cents, platform }: CostValues) => ({
  name,
  kind,
  cents: parseHundredths(cents) as number,
  ...(platform === '' ? {} : { platform }),
});

interface CostFieldsProps {
  readonly form: Form<CostValues>;
  /** Further field, shown next to the amount. */
  readonly children?: ReactNode;
}

export function CostFields({ form, children }: CostFieldsProps) {
  return (
    <>
      <TextField label="Nome" maxLength={60} autoComplete="off" {...form.field('name')} />
      <Choice label="Tipo">
        <ChoiceTiles
          words
          label="Tipo"
          value={form.values.kind}
          options={enteredCostKinds.map((kind) => ({ value: kind, label: costKindLabels[kind] }))}
          onChange={(chosen) =>
            form.change({ kind: enteredCostKinds.find((kind) => kind === chosen)! })
          }
        />
      </Choice>
      <Group gap="lg" align="flex-start" wrap="nowrap">
        <Box flex="1 1 0" miw={0}>
          <TextField
            label="Valor"
            inputMode="decimal"
            autoComplete="off"
            icon={IconCurrencyReal}
            {...form.field('cents', typedAmount)}
          />
        </Box>
        {children && (
          <Box flex="1.4 1 0" miw={0}>
            {children}
          </Box>
        )}
      </Group>
    </>
  );
}

export const Choice = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <Input.Label labelElement="div">
      <FieldLabel>{label}</FieldLabel>
    </Input.Label>
    {children}
  </div>
);

/** Selects the platform of a cost. Renders nothing if the account sells on only one platform. */
export function PlatformChoice({ form }: { form: Form<CostValues> }) {
  const { data: profile } = useProfile();
  const platforms = profile ? soldPlatforms(profile) : [];
  if (platforms.length < 2) return null;
  return (
    <Choice label="Vale para">
      <Segmented
        wide
        label="Vale para"
        value={form.values.platform}
        options={[
          { value: '', label: 'Todas' },
          ...platforms.map(({ key, label }) => ({ value: key, label })),
        ]}
        onChange={(chosen) =>
          form.change({ platform: platformKeys.find((key) => key === chosen) ?? '' })
        }
      />
    </Choice>
  );
}
