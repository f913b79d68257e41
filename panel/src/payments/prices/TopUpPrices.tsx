/**
 * Prices at which direct child resellers can buy credits, by quantity. Without a price no credits
 * are sold.
 */
import { ActionIcon, Button, Text } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import {
  getTopUpPrices,
  LEAST_CREDITS_SOLD,
  MAX_TOP_UP_TIERS,
  saveTopUpPrices,
} from '@ramal/contract/payments/top-ups';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { priceText, typedAmount, typedWhole } from '../../foundation/amounts.ts';
import { useCall } from '../../foundation/api/query.ts';
import { FreshCode } from '../../second-factors/FreshCode.tsx';
import { useFreshCode } from '../../second-factors/use-fresh-code.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { FieldError } from '../../ui/form/fields/FieldError.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { LoadedDialog } from '../../ui/dialogs/LoadedDialog.tsx';
import classes from './TopUpPrices.module.css';

type Tiers = ResponseOf<typeof getTopUpPrices>['tiers'];

const title = 'Vender créditos';

export function TopUpPrices({ onClose }: { onClose: () => void }) {
  const prices = useCall(getTopUpPrices, {});
  return (
    <LoadedDialog
      query={prices}
      failed="Não deu para carregar os preços"
      compact
      title={title}
      height={220}
      onClose={onClose}
    >
      {({ tiers }) => <TopUpPricesForm tiers={tiers} onClose={onClose} />}
    </LoadedDialog>
  );
}

interface TypedTier {
  readonly fromCredits: string;
  readonly value: string;
}

function TopUpPricesForm({ tiers, onClose }: { tiers: Tiers; onClose: () => void }) {
  const code = useFreshCode();
  const form = useForm(saveTopUpPrices, {
    initial: {
      tiers: tiers.map(({ fromCredits, value }): TypedTier => ({
        fromCredits: String(fromCredits),
        value: priceText(value),
      })),
    },
    send: (body) => ({ body }),
    freshCode: () => code,
    refresh: [getTopUpPrices],
    success: ({ message }) => ({ title: message }),
    onDone: onClose,
  });
  const typed = form.values.tiers;
  const change = (next: TypedTier[]) => form.change({ tiers: next });
  return (
    <FormDialog
      form={form}
      title={title}
      subtitle="Suas revendas diretas compram por Pix ou cartão e os créditos caem sozinhos. O dinheiro vai para as suas chaves."
      width={520}
      submitLabel="Salvar preços"
      onClose={onClose}
    >
      {typed.length === 0 && (
        <Text inherit c="dimmed">
          Sem preço: você não vende por aqui.
        </Text>
      )}
      {typed.map((tier, at) => (
        <Tier
          key={at}
          number={at + 1}
          tier={tier}
          errorOf={(name) => form.errors[`tiers.${at}.${name}`]}
          onChange={(part) =>
            change(typed.map((price, index) => (index === at ? { ...price, ...part } : price)))
          }
          onRemove={() => change(typed.filter((_, index) => index !== at))}
        />
      ))}
      {form.errors.tiers && <FieldError>{form.errors.tiers}</FieldError>}
      {typed.length < MAX_TOP_UP_TIERS && (
        <Button
          variant="subtle"
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          onClick={() => change([...typed, { fromCredits: '', value: '' }])}
        >
          {typed.length === 0 ? 'Pôr um preço' : 'Mais uma faixa'}
        </Button>
      )}
      <FreshCode code={code} disabled={form.busy} />
    </FormDialog>
  );
}

interface TierProps {
  number: number;
  tier: TypedTier;
  errorOf: (name: keyof TypedTier) => string | undefined;
  onChange: (part: Partial<TypedTier>) => void;
  onRemove: () => void;
}

const Tier = ({ number, tier, errorOf, onChange, onRemove }: TierProps) => (
  <div className={classes.tier} role="group" aria-label={`Faixa ${number}`}>
    <TextField
      label="A partir de"
      inputMode="numeric"
      autoComplete="off"
      placeholder={String(LEAST_CREDITS_SOLD)}
      value={tier.fromCredits}
      error={errorOf('fromCredits')}
      onChange={({ currentTarget }) => onChange({ fromCredits: typedWhole(currentTarget.value) })}
    />
    <TextField
      label="R$ por crédito"
      inputMode="decimal"
      autoComplete="off"
      placeholder="0,00"
      value={tier.value}
      error={errorOf('value')}
      onChange={({ currentTarget }) => onChange({ value: typedAmount(currentTarget.value) })}
    />
    <ActionIcon
      size={44}
      variant="subtle"
      color="gray"
      aria-label={`Remover a faixa ${number}`}
      onClick={onRemove}
    >
      <IconTrash size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  </div>
);
