/**
 * Card «Planos e preços»: which plans the page offers, their price, and what remains of it after
 * the credits. The prices are those of «Recargas».
 */
import { Button, Checkbox, Group, Text } from '@mantine/core';
import { planLabel } from '@ramal/contract/rules/plans';
import { platformKeys, platforms } from '@ramal/contract/rules/platforms';
import { useState } from 'react';
import { typedAmount } from '../../foundation/amounts.ts';
import { creditsInWords, formatMoney } from '../../foundation/numbers.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import { FreshCode } from '../../second-factors/FreshCode.tsx';
import type { FreshCodeState } from '../../second-factors/use-fresh-code.ts';
import { FieldError } from '../../ui/form/fields/FieldError.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { Segmented } from '../../ui/form/fields/Segmented.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { PickMenu } from '../../ui/PickMenu.tsx';
import type { CardProps } from './card-props.ts';
import classes from './PlansCard.module.css';
import {
  changeProduct,
  type PlanRow,
  type Product,
  remainingCents,
  toggleMonths,
  typedCents,
} from './storefront-values.ts';
import { priceField } from './use-storefront-form.ts';

interface PlansCardProps extends CardProps {
  readonly code: FreshCodeState;
}

export function PlansCard({ form, state, code }: PlansCardProps) {
  const { products } = form.values;
  const isPhone = useIsPhone();
  const sold = platformKeys.filter((key) =>
    state.products.some(({ platform }) => platform === key),
  );
  const [platform, setPlatform] = useState(products[0]?.platform ?? sold[0]);
  const product = products.find((row) => row.platform === platform);
  const change = (patch: Partial<Product>) =>
    platform && form.change({ products: changeProduct(state, products, { platform, ...patch }) });
  return (
    <TitledCard
      title="Planos e preços"
      text={isPhone ? undefined : 'O cliente paga em R$; o crédito sai de você quando o Pix cai.'}
      aside={
        sold.length > 1 && (
          <Segmented
            label="Plataforma"
            value={platform ?? ''}
            options={sold.map((key) => ({ value: key, label: platforms[key].label }))}
            onChange={(chosen) => setPlatform(sold.find((key) => key === chosen))}
          />
        )
      }
    >
      <PackagePicker
        packages={state.products.filter((row) => row.platform === platform)}
        productId={product?.productId}
        onChoose={(productId) => change({ productId })}
      />
      <PlanTable
        plans={state.plans}
        offered={product?.months ?? []}
        onOffer={(months, isOffered) =>
          change({
            months: toggleMonths(state.plans, product?.months ?? [], { months, isOffered }),
          })
        }
        prices={form.values.prices}
        errors={form.errors}
        onPrice={(months, typed) =>
          form.change({ prices: { ...form.values.prices, [months]: typedAmount(typed) } })
        }
      />
      {product?.months.includes(1) && <RecurringNote recurring={state.recurring} />}
      {form.errors['products'] && (
        <Text px="var(--inset)" pb="lg">
          <FieldError role="alert">{form.errors['products']}</FieldError>
        </Text>
      )}
      {form.needsCode && code.needed && (
        <div className={classes.code}>
          <Text c="var(--ink-2)" fz="note">
            Preço novo vale também no portal, por isso pede o código.
          </Text>
          <FreshCode code={code} disabled={form.busy} />
        </div>
      )}
    </TitledCard>
  );
}

/** The switch is in «Recebimento», because the portal has the same offer. */
function RecurringNote({ recurring }: Pick<CardProps['state'], 'recurring'>) {
  if (recurring !== 'on' && recurring !== 'off') return null;
  return (
    <Group px="var(--inset)" pb="lg" gap="sm">
      <Text c="var(--ink-2)" fz="note">
        {recurring === 'on'
          ? 'Quem paga 1 mês no Pix pode renovar sozinho todo mês.'
          : 'Renovar sozinho está desligado: quem paga 1 mês renova à mão.'}
      </Text>
      <LinkButton variant="link" to="/payment-providers">
        Recebimento
      </LinkButton>
    </Group>
  );
}

interface PackagePickerProps {
  readonly packages: CardProps['state']['products'];
  readonly productId: number | undefined;
  readonly onChoose: (productId: number) => void;
}

/** Chooses what a customer of this platform gets. Hidden if there is only one package. */
const PackagePicker = ({ packages, productId, onChoose }: PackagePickerProps) =>
  packages.length > 1 && (
    <Group px="var(--inset)" pt="lg" gap="sm">
      <PickMenu
        shown
        label="Pacote"
        value={String(productId ?? packages[0]!.productId)}
        options={packages.map((row) => ({ value: String(row.productId), label: row.label }))}
        onChange={(chosen) => onChoose(Number(chosen))}
      />
    </Group>
  );

interface PlanTableProps {
  readonly plans: readonly PlanRow[];
  readonly offered: readonly number[];
  readonly onOffer: (months: PlanRow['months'], isOffered: boolean) => void;
  readonly prices: Readonly<Record<number, string>>;
  readonly errors: Readonly<Record<string, string>>;
  readonly onPrice: (months: number, typed: string) => void;
}

/** Number of plans that a phone shows before «Mostrar mais». Offered plans are always shown. */
const FIRST_PLANS = 4;

function PlanTable(props: PlanTableProps) {
  const { plans, offered } = props;
  const isPhone = useIsPhone();
  const [all, setAll] = useState(false);
  const shown =
    isPhone && !all
      ? plans.filter(({ months }, index) => index < FIRST_PLANS || offered.includes(months))
      : plans;
  const hidden = plans.length - shown.length;
  return (
    <>
      <table className={classes.table} aria-label="Planos e preços">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Oferecido</span>
            </th>
            <th scope="col">Plano</th>
            <th scope="col">Preço</th>
            <th scope="col">Por mês</th>
            <th scope="col">Custa</th>
            <th scope="col">Sobra</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((plan) => (
            <Plan key={plan.months} plan={plan} {...props} />
          ))}
        </tbody>
      </table>
      {hidden > 0 && (
        <Button variant="link" className={classes.more} onClick={() => setAll(true)}>
          Mostrar mais {hidden === 1 ? '1 plano' : `${hidden} planos`}
        </Button>
      )}
    </>
  );
}

function Plan({
  plan,
  offered,
  onOffer,
  prices,
  errors,
  onPrice,
}: PlanTableProps & { plan: PlanRow }) {
  const { months, creditHundredths, isPromotion } = plan;
  const label = planLabel(months);
  const isOffered = offered.includes(months);
  const cents = isOffered ? typedCents(prices, months) : undefined;
  const remains = remainingCents(plan, cents);
  const remaining = remains === null ? '–' : formatMoney(remains / 100);
  return (
    <tr data-off={!isOffered || undefined}>
      <td>
        <Checkbox
          aria-label={`Oferecer ${label}`}
          checked={isOffered}
          onChange={({ currentTarget }) => onOffer(months, currentTarget.checked)}
        />
      </td>
      <th scope="row">
        {label}
        <Text span className={classes.phoneNote} c="var(--ink-2)" fz="note">
          {remains === null ? creditsInWords(creditHundredths / 100) : `sobra ${remaining}`}
        </Text>
      </th>
      <td className={classes.price}>
        <TextField
          label={`Preço de ${label}`}
          labelHidden
          inputMode="decimal"
          autoComplete="off"
          placeholder="0,00"
          disabled={!isOffered}
          value={prices[months] ?? ''}
          error={errors[priceField(months)]}
          onChange={(event) => onPrice(months, event.currentTarget.value)}
        />
      </td>
      <td className={`${classes.money} num`}>
        {cents === undefined ? '–' : formatMoney(Math.round(cents / months) / 100)}
      </td>
      <td className={classes.money}>
        {creditsInWords(creditHundredths / 100)}
        {isPromotion && <span className={classes.promotion}> promoção</span>}
      </td>
      <td className={`${classes.money} num`}>{remaining}</td>
    </tr>
  );
}
