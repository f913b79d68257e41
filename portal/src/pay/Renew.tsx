import { useState } from 'react';
import {
  charge,
  type Charge,
  type Coupon,
  type Method,
  type Plan,
  type Portal,
  PortalError,
} from '../api.ts';
import { formatDay, formatReais, formatPlan } from '../format.ts';
import { forgetLinkedCoupon } from '../linked-key.ts';
import { CouponField } from './CouponField.tsx';
import classes from '../portal.module.css';
import { MethodChoice } from './MethodChoice.tsx';
import { Sandbox } from './Sandbox.tsx';

export interface RenewProps {
  data: Portal;
  keyText: string;
  onCharge: (charge: Charge) => void;
  onKeyInvalid: (why: string) => void;
  /** Called if the offered plans have changed since they were read. */
  onStale: () => void;
  /** Error of an attempt to set up the automatic renewal on the same page. */
  problem?: string | undefined;
}

/** Initial error: the reason why a recurring renewal was rejected before. */
export function Renew({ data, keyText, onCharge, onKeyInvalid, onStale, ...before }: RenewProps) {
  const [months, setMonths] = useState(data.plans[0]?.months);
  const [method, setMethod] = useState<Method>('pix');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(before.problem);
  const [coupon, setCoupon] = useState<Coupon>();
  const [couponProblem, setCouponProblem] = useState<string>();
  const plans = data.plans.map((plan) => withCoupon(plan, coupon));
  const chosen = plans.find((plan) => plan.months === months) ?? plans[0];
  const pay = async (plan: OfferedPlan) => {
    setBusy(true);
    setProblem(undefined);
    setCouponProblem(undefined);
    try {
      const created = await charge(keyText, plan, method, plan.coupon);
      if (plan.coupon !== undefined) forgetLinkedCoupon();
      onCharge(created);
    } catch (error) {
      if (error instanceof PortalError && error.isKeyInvalid) onKeyInvalid(error.message);
      else if (error instanceof PortalError && error.isAboutCoupon) {
        setCoupon(undefined);
        setCouponProblem(error.message);
      } else setProblem((error as Error).message);
      if (error instanceof PortalError && error.isStale) onStale();
      setBusy(false);
    }
  };
  const applyCoupon = (changed: Coupon | undefined) => {
    setCoupon(changed);
    setCouponProblem(undefined);
    const [only] = changed?.plans.length === 1 ? changed.plans : [];
    if (only) setMonths(only.months);
  };
  const alert = problem && (
    <p className={classes.bad} role="alert">
      {problem}
    </p>
  );
  if (!chosen)
    return (
      <section className={classes.card}>
        {alert}
        <p>Para renovar, fale com {data.seller.name}.</p>
      </section>
    );
  return (
    <>
      {data.sandbox && <Sandbox />}
      <Plans plans={plans} chosen={chosen} onChoose={setMonths} />
      <MethodChoice methods={['pix', 'card']} chosen={method} onChoose={setMethod} />
      <CouponField
        {...{ keyText, coupon, onKeyInvalid }}
        refusal={couponProblem}
        onChange={applyCoupon}
      />
      {alert}
      <button
        type="button"
        className={classes.main}
        disabled={busy}
        onClick={() => void pay(chosen)}
      >
        {busy
          ? 'Preparando…'
          : `Pagar ${formatReais(chosen.value)} ${method === 'pix' ? 'com Pix' : 'com cartão'}`}
      </button>
    </>
  );
}

/** A plan at the price that the customer pays now. */
interface OfferedPlan extends Plan {
  /** Price without the coupon; undefined if the coupon does not change the price. */
  readonly listValue?: number;
  readonly bonusDays?: number;
  readonly coupon?: string;
}

function withCoupon(plan: Plan, coupon: Coupon | undefined): OfferedPlan {
  const changed = coupon?.plans.find(({ months }) => months === plan.months);
  if (!coupon || !changed) return plan;
  const { value, listValue, bonusDays, renewedUntil } = changed;
  return {
    ...plan,
    value,
    renewedUntil,
    bonusDays,
    coupon: coupon.code,
    ...(listValue === value ? {} : { listValue }),
  };
}

interface PlansProps {
  plans: readonly OfferedPlan[];
  chosen: Plan;
  onChoose: (months: Plan['months']) => void;
}

const Plans = ({ plans, chosen, onChoose }: PlansProps) => (
  <div className={`${classes.card} ${classes.rows}`} role="group" aria-label="Por quanto tempo">
    {plans.map(({ months, value, listValue, bonusDays, renewedUntil: until }) => (
      <button
        key={months}
        type="button"
        className={classes.choice}
        aria-pressed={months === chosen.months}
        onClick={() => onChoose(months)}
      >
        <span>
          {formatPlan(months)}
          <small>
            até {formatDay(until)}
            {bonusDays ? ` · ${bonusDays} ${bonusDays === 1 ? 'dia' : 'dias'} a mais` : ''}
          </small>
        </span>
        <span>
          <span>
            {listValue !== undefined && <s className={classes.quiet}>{formatReais(listValue)}</s>}{' '}
            <b>{formatReais(value)}</b>
          </span>
          {months > 1 && <small>{formatReais(value / months)} por mês</small>}
        </span>
      </button>
    ))}
  </div>
);
