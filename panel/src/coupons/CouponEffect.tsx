/** States what the typed coupon changes in each chosen plan. */
import { Text } from '@mantine/core';
import {
  type CouponTerms,
  couponCredits,
  couponDays,
  discountedCents,
} from '@ramal/contract/coupons/coupon-rules';
import { getPlanTerm, planLabel } from '@ramal/contract/rules/plans';
import { IconArrowRight } from '@tabler/icons-react';
import { parseWhole } from '../foundation/amounts.ts';
import { dayFromNow } from '../foundation/dates.ts';
import { creditsInWords, formatMoney } from '../foundation/numbers.ts';
import { type CouponOptions, type CouponValues, costText, readTerms } from './coupon-form.ts';
import { dayText } from './coupon-words.ts';
import classes from './CouponEffect.module.css';

interface CouponEffectProps {
  values: CouponValues;
  options: CouponOptions;
}

export function CouponEffect({ values, options }: CouponEffectProps) {
  const terms = readTerms(values);
  const rows = terms ? effects(terms, values, options) : [];
  if (rows.length === 0)
    return (
      <Text c="dimmed" fz="note">
        {terms ? 'Nenhum plano escolhido tem preço em Recargas.' : 'Diga quanto para ver o efeito.'}
      </Text>
    );
  const cost = costText(terms);
  return (
    <div className={classes.root}>
      <dl className={classes.rows}>
        {rows.map(({ label, before, after }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">
              <span>{before}</span>
              <IconArrowRight size={15} stroke={1.75} aria-label="passa a" role="img" />
              <b>{after}</b>
            </dd>
          </div>
        ))}
      </dl>
      {cost && (
        <Text c="dimmed" fz="note">
          {cost}
        </Text>
      )}
    </div>
  );
}

interface Effect {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

function effects(terms: CouponTerms, values: CouponValues, { plans }: CouponOptions): Effect[] {
  if (terms.kind === 'credits') {
    const credits = parseWhole(values.leastCredits) ?? 0;
    const total = credits + couponCredits(terms) / 100;
    return [
      {
        label: `Recarga de ${creditsInWords(credits)}`,
        before: creditsInWords(credits),
        after: creditsInWords(total),
      },
    ];
  }
  const added = couponDays(terms);
  const chosen = plans.filter(
    ({ months }) => values.plans.length === 0 || values.plans.includes(String(months)),
  );
  return chosen.map(({ months, value }) => {
    const label = planLabel(months);
    if (added > 0) {
      const { days } = getPlanTerm(months);
      const until = (total: number) => dayText(dayFromNow(total));
      return { label, before: `até ${until(days)}`, after: until(days + added) };
    }
    const cents = discountedCents(terms, Math.round(value * 100));
    return { label, before: formatMoney(value), after: formatMoney(cents / 100) };
  });
}
