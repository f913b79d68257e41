/** Dialog that creates an invitation with the starting conditions of the new account. */
import { SimpleGrid } from '@mantine/core';
import {
  createInvitation,
  listInvitations,
  MAX_INVITATION_DAYS,
  MAX_INVITATION_USES,
  MAX_WELCOME_LENGTH,
} from '@ramal/contract/referrals/invitations';
import { IconCoins, IconCurrencyReal, IconUserPlus } from '@tabler/icons-react';
import { copyText } from '../../../../packages/pages/src/clipboard.ts';
import {
  asDecimal,
  hundredthsIn,
  parseHundredths,
  typedAmount,
  typedWhole,
} from '../../foundation/amounts.ts';
import { formatCredits } from '../../foundation/numbers.ts';
import { limitTexts } from '../../limits/limit-texts.ts';
import { useSellingLimits } from '../../limits/use-selling-limits.ts';
import { useProfile } from '../../sessions/profile.ts';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { TextAreaField } from '../../ui/form/fields/TextAreaField.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { type Form, useForm } from '../../ui/form/use-form.ts';
import type { ListDialogProps } from '../../ui/list/ListDialogs.tsx';

const initial = {
  note: '',
  welcomeText: '',
  credits: '',
  sale: '',
  lines: '',
  trialsADay: '',
  creditsADay: '',
  lowestPrice: '',
  maxUses: '1',
  days: '7',
};
type Values = typeof initial;

/** Leaves out the empty fields, which mean «no limit» or the default. */
const filled = (values: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, text]) => text.trim() !== ''));

export function CreateInvitation({ onClose, onSaved }: ListDialogProps) {
  const form = useForm(createInvitation, {
    initial,
    draft: 'create-invitation',
    send: (values) => ({ body: filled(values) }),
    codeFields: { limit_lowest_price: 'sale' },
    refresh: [listInvitations],
    success: ({ message, invitation: { url } }) => ({
      title: message,
      text: url,
      action: { label: 'Copiar', run: () => void copyText(url) },
    }),
    onDone: ({ invitation: { id } }) => {
      onClose();
      onSaved(id);
    },
  });
  return (
    <FormDialog
      form={form}
      title="Criar convite"
      subtitle="Quem abre o link cria a própria conta, abaixo da sua."
      icon={IconUserPlus}
      width={640}
      fillsPhone
      submitLabel="Criar convite"
      onClose={onClose}
    >
      <TextField
        label="Para quem"
        optional
        hint="Só você vê."
        maxLength={60}
        autoComplete="off"
        {...form.field('note')}
      />
      <TextAreaField
        label="Texto de boas-vindas"
        optional
        maxLength={MAX_WELCOME_LENGTH}
        {...form.field('welcomeText')}
      />
      <Conditions form={form} />
      <Limits form={form} />
      <Validity form={form} />
    </FormDialog>
  );
}

interface FieldsProps {
  form: Form<Values>;
}

function Conditions({ form }: FieldsProps) {
  const limits = useSellingLimits();
  const balance = hundredthsIn(useProfile().data?.credits);
  const typed = parseHundredths(form.values.credits) ?? 0;
  const isOver = typeof balance === 'number' && typed > balance;
  const creditHint = isOver
    ? `Você tem ${formatCredits(asDecimal(balance))}: até recarregar, o convite recusa quem entra.`
    : `Saem do seu saldo quando a pessoa entra. ${limits.credits ?? ''}`.trim();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextField
        label="Créditos iniciais"
        optional
        hint={creditHint}
        icon={IconCoins}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0"
        {...form.field('credits', typedAmount)}
      />
      <TextField
        label="Preço do crédito"
        optional
        hint={limits.price ?? 'Quanto a nova revenda paga a você por crédito'}
        icon={IconCurrencyReal}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0,00"
        {...form.field('sale', typedAmount)}
      />
    </SimpleGrid>
  );
}

/** Limits that only the inviter and its own ancestors may loosen later. */
const Limits = ({ form }: FieldsProps) => (
  <SimpleGrid cols={{ base: 1, sm: 2 }}>
    <TextField
      label={limitTexts.lines.name}
      optional
      inputMode="numeric"
      autoComplete="off"
      placeholder="sem limite"
      {...form.field('lines', typedWhole)}
    />
    <TextField
      label={limitTexts.trialsADay.name}
      optional
      inputMode="numeric"
      autoComplete="off"
      placeholder="sem limite"
      {...form.field('trialsADay', typedWhole)}
    />
    <TextField
      label={limitTexts.creditsADay.name}
      optional
      inputMode="decimal"
      autoComplete="off"
      placeholder="sem limite"
      {...form.field('creditsADay', typedAmount)}
    />
    <TextField
      label={limitTexts.lowestPrice.name}
      optional
      hint="Por crédito que ela vender"
      icon={IconCurrencyReal}
      inputMode="decimal"
      autoComplete="off"
      placeholder="sem limite"
      {...form.field('lowestPrice', typedAmount)}
    />
  </SimpleGrid>
);

const Validity = ({ form }: FieldsProps) => (
  <SimpleGrid cols={{ base: 1, sm: 2 }}>
    <TextField
      label="Quantas contas"
      hint={`De 1 a ${MAX_INVITATION_USES}`}
      inputMode="numeric"
      autoComplete="off"
      {...form.field('maxUses', typedWhole)}
    />
    <TextField
      label="Vale por, em dias"
      hint={`De 1 a ${MAX_INVITATION_DAYS}`}
      inputMode="numeric"
      autoComplete="off"
      {...form.field('days', typedWhole)}
    />
  </SimpleGrid>
);
