/** Dialog that creates a coupon, with its effect on each plan. */
import { Button, Group, Input, Switch, Text } from '@mantine/core';
import {
  countCouponCustomers,
  createCoupon,
  getCouponOptions,
  listCoupons,
} from '@ramal/contract/coupons/coupons';
import {
  audienceLabels,
  type CouponAudience,
  couponAudiences,
  type CouponKind,
} from '@ramal/contract/coupons/coupon-rules';
import { planLabel } from '@ramal/contract/rules/plans';
import { IconRosetteDiscount } from '@tabler/icons-react';
import { copyText } from '../../../packages/pages/src/clipboard.ts';
import { typedAmount, typedWhole } from '../foundation/amounts.ts';
import { useCall } from '../foundation/api/query.ts';
import { dayFromNow } from '../foundation/dates.ts';
import { pluralize } from '../foundation/numbers.ts';
import { LoadedDialog } from '../ui/dialogs/LoadedDialog.tsx';
import { ChoiceChips } from '../ui/form/ChoiceChips.tsx';
import { DateField } from '../ui/form/fields/DateField.tsx';
import { TextField } from '../ui/form/fields/fields.tsx';
import { Segmented } from '../ui/form/fields/Segmented.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { type Form, useForm } from '../ui/form/use-form.ts';
import { ChooseCustomers } from './ChooseCustomers.tsx';
import { CouponEffect } from './CouponEffect.tsx';
import {
  type CouponOptions,
  type CouponValues,
  initialCoupon,
  submitText,
  toCouponBody,
} from './coupon-form.ts';
import { newCode, typedCode } from './coupon-words.ts';

interface CreateCouponProps {
  onClose: () => void;
  onSaved: (id: number) => void;
}

const title = 'Criar cupom';
const subtitle = 'O cliente digita o código, ou ele já vai no link.';

export function CreateCoupon({ onClose, onSaved }: CreateCouponProps) {
  const options = useCall(getCouponOptions, {});
  return (
    <LoadedDialog
      query={options}
      failed="Não deu para carregar os planos"
      compact
      title={title}
      height={520}
      onClose={onClose}
    >
      {(loaded) => <CouponForm options={loaded} onClose={onClose} onSaved={onSaved} />}
    </LoadedDialog>
  );
}

function CouponForm({ options, onClose, onSaved }: CreateCouponProps & { options: CouponOptions }) {
  const form = useForm(createCoupon, {
    initial: initialCoupon(options),
    draft: 'create-coupon',
    send: toCouponBody,
    wireNames: { customers: 'lines' },
    codeFields: { coupon_code_taken: 'code' },
    refresh: [listCoupons],
    success: ({ code, message }) => ({
      title: message,
      action: { label: 'Copiar', run: () => void copyText(code) },
    }),
    onDone: ({ id }) => {
      onClose();
      onSaved(id);
    },
  });
  const { values } = form;
  return (
    <FormDialog
      form={form}
      title={title}
      subtitle={subtitle}
      icon={IconRosetteDiscount}
      width={640}
      fillsPhone
      submitLabel={submitText(values)}
      wideSubmit
      onClose={onClose}
    >
      <Discount form={form} />
      <Period form={form} />
      {values.kind === 'credits' ? (
        <TextField
          label="Recargas de"
          hint="ou mais, das suas revendas diretas"
          inputMode="numeric"
          autoComplete="off"
          {...form.field('leastCredits', typedWhole)}
        />
      ) : (
        <Scope form={form} options={options} />
      )}
      <Switch
        label={
          <>
            {values.kind === 'credits' ? 'Uma vez por revenda' : 'Uma vez por cliente'}
            {values.kind !== 'credits' && (
              <Text span inherit c="dimmed">
                {' · '}
                {options.knowsPayer
                  ? 'número, aparelho e CPF do Pix contam'
                  : 'número e aparelho contam'}
              </Text>
            )}
          </>
        }
        {...form.toggle('oncePerCustomer')}
      />
      <CouponEffect values={values} options={options} />
    </FormDialog>
  );
}

type CouponFormState = { form: Form<CouponValues> };

const kinds: readonly { readonly value: CouponKind; readonly label: string }[] = [
  { value: 'percent', label: 'Porcentagem' },
  { value: 'value', label: 'Reais' },
  { value: 'days', label: 'Dias' },
  { value: 'months', label: 'Meses' },
  { value: 'credits', label: 'Créditos' },
];

const units: Readonly<Record<CouponKind, string>> = {
  percent: '%',
  value: 'R$',
  days: 'dias',
  months: 'meses',
  credits: 'créditos',
};

function Discount({ form }: CouponFormState) {
  const { kind } = form.values;
  const isDecimal = kind === 'value' || kind === 'credits';
  return (
    <>
      <TextField
        label="Código"
        mono
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={12}
        rightSectionWidth={72}
        rightSection={
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => form.change({ code: newCode() })}
          >
            Gerar
          </Button>
        }
        {...form.field('code', typedCode)}
      />
      <Input.Wrapper label="Desconto" labelElement="div">
        <Segmented
          wide
          label="Desconto"
          value={kind}
          options={kinds}
          onChange={(value) => form.change({ kind: value as CouponKind, amount: '' })}
        />
      </Input.Wrapper>
      <Group grow align="start" preventGrowOverflow={false}>
        <TextField
          label="Quanto"
          inputMode={isDecimal ? 'decimal' : 'numeric'}
          autoComplete="off"
          rightSectionWidth={76}
          rightSection={
            <Text span c="dimmed" fz="note">
              {units[kind]}
            </Text>
          }
          {...form.field('amount', isDecimal ? typedAmount : typedWhole)}
        />
        <TextField
          label="Usos ao todo"
          optional
          inputMode="numeric"
          autoComplete="off"
          {...form.field('mostUses', typedWhole)}
        />
      </Group>
    </>
  );
}

const Period = ({ form }: CouponFormState) => (
  <Group grow align="start" preventGrowOverflow={false}>
    <DateField
      label="Vale de"
      optional
      min={dayFromNow(0)}
      hint="vazio: a partir de hoje"
      {...form.field('startsOn')}
    />
    <DateField label="Vale até" min={dayFromNow(0)} {...form.field('endsOn')} />
  </Group>
);

const EVERYBODY = 'all';

const audienceOptions = [
  { value: EVERYBODY, label: 'Todos' },
  ...couponAudiences.map((value) => ({
    value,
    label: value === 'chosen' ? 'Escolher…' : audienceLabels[value],
  })),
];

function Scope({ form, options }: CouponFormState & { options: CouponOptions }) {
  const { plans, audiences, customers } = form.values;
  const reach = useReach(form.values);
  return (
    <>
      {options.plans.length > 1 && (
        <ChoiceChips
          label="Planos"
          aside={plans.length === 0 ? 'nenhum escolhido: todos' : undefined}
          values={plans}
          options={options.plans.map(({ months }) => ({
            value: String(months),
            label: planLabel(months),
          }))}
          error={form.errors['plans']}
          onChange={(chosen) => form.change({ plans: chosen })}
        />
      )}
      <ChoiceChips
        label="Para quem"
        aside={reach}
        values={audiences.length === 0 ? [EVERYBODY] : audiences}
        options={audienceOptions}
        error={form.errors['audiences']}
        onChange={(chosen) =>
          form.change({
            audiences:
              chosen.includes(EVERYBODY) && audiences.length > 0
                ? []
                : chosen.filter((value) => value !== EVERYBODY),
          })
        }
      />
      {audiences.includes('chosen') && (
        <ChooseCustomers
          chosen={customers}
          error={form.errors['lines']}
          onChange={(chosen) => form.change({ customers: chosen })}
        />
      )}
    </>
  );
}

function useReach({ audiences, customers }: CouponValues): string | undefined {
  const lines = audiences.includes('chosen') ? customers.map(({ id }) => id) : [];
  const body = { audiences: [...audiences] as CouponAudience[], lines };
  const count = useCall(countCouponCustomers, { body }, { keepPrevious: true }).data;
  return count && `vale para ${pluralize(count.customers, 'cliente', 'clientes')}`;
}
