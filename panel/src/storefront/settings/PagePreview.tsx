/** The sales page as a customer sees it. It follows every change of the form. */
import { Text, useComputedColorScheme } from '@mantine/core';
import { accentFamily } from '@ramal/contract/brands/accent-family';
import { brandFileUrl } from '@ramal/contract/brands/brand-settings';
import { planLabel } from '@ramal/contract/rules/plans';
import type { CSSProperties } from 'react';
import { formatMoney } from '../../foundation/numbers.ts';
import { BrandMark } from '../../ui/BrandMark.tsx';
import type { CardProps } from './card-props.ts';
import classes from './PagePreview.module.css';
import { type StorefrontValues, typedCents } from './storefront-values.ts';

export function PagePreview({ form, state }: CardProps) {
  const { values } = form;
  const offers = offersOf(values, state.plans);
  const hasTests = Number(values.perDay) > 0;
  const hasSales = state.takesPayments && offers.length > 0;
  return (
    <figure className={classes.root} style={useAccent(values.accent)} aria-label="Prévia da página">
      <div className={classes.phone} aria-hidden data-page-preview>
        <p className={classes.bar}>
          <BrandMark size={22} logo={values.logo ? brandFileUrl(values.logo) : undefined} />
          <b>{values.name}</b>
          <span>Já sou cliente</span>
        </p>
        <p className={classes.sentence}>{values.sentence}</p>
        <Text inherit c="var(--ink-2)" fz="caption" mb="lg">
          {promise(values, hasTests)}
        </Text>
        {offers.length > 0 && <b>Planos</b>}
        {offers.map(({ months, cents }, index) => (
          <p
            key={months}
            className={classes.plan}
            data-chosen={index === Math.min(1, offers.length - 1) || undefined}
          >
            <i />
            {planLabel(months)}
            <b>{formatMoney(cents / 100)}</b>
          </p>
        ))}
        <p className={classes.acts}>
          {hasTests && <span data-act="test">Testar grátis</span>}
          {hasSales ? (
            <span data-act="main">Assinar</span>
          ) : (
            <span data-act="plain">Falar com {values.name}</span>
          )}
        </p>
      </div>
      <figcaption>Como o cliente vê</figcaption>
    </figure>
  );
}

function useAccent(accent: string | null): CSSProperties | undefined {
  const scheme = useComputedColorScheme('dark');
  if (!accent) return undefined;
  const family = accentFamily(accent, scheme);
  return {
    '--accent': family.accent,
    '--accent-ink': family.accentInk,
    '--accent-soft': family.accentSoft,
    '--accent-line': family.accentLine,
    '--ring': family.accent,
  } as CSSProperties;
}

/** Offers of the first product, in the order of their months. */
const offersOf = ({ products, prices }: StorefrontValues, plans: CardProps['state']['plans']) =>
  plans.flatMap(({ months }) => {
    const cents = typedCents(prices, months);
    return cents !== undefined && products[0]?.months.includes(months) ? [{ months, cents }] : [];
  });

const promise = ({ hours }: StorefrontValues, hasTests: boolean): string =>
  hasTests
    ? `Teste por ${hours === 1 ? '1 hora' : `${hours} horas`}, sem cartão. Gostou, assina no Pix e continua com o mesmo usuário.`
    : 'Assine no Pix e receba seu usuário na hora.';
