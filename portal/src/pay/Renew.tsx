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
import { formatDay, formatDays, formatReais, formatPlan } from '../format.ts';
import { forgetLinkedCoupon, readLinkedCoupon } from '../linked-key.ts';
import { CouponField } from './CouponField.tsx';
import { Choice, Choices, ChoiceText } from '../ui/Choice.tsx';
import { Icon } from '../ui/Icon.tsx';
import { chevronDown, chevronUp } from '../ui/icons.ts';
import { MethodChoice } from './MethodChoice.tsx';
import { Sandbox } from './Sandbox.tsx';
import classes from '../portal.module.css';

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

/**
 * Payment of a renewal: the plan, its price and the button that pays. The other plans and ways to
 * pay are folded.
 */
export function Renew(props: RenewProps) {
  const { data, keyText, onKeyInvalid } = props;
  const { reward } = data;
  const renewal = useRenewal(props);
  const { plans, chosen, method, methods, coupon, isUnfolded } = renewal;
  const alert = renewal.problem && (
    <p className={classes.bad} role="alert">
      {renewal.problem}
    </p>
  );
  if (!chosen)
    return (
      <>
        {alert}
        <p>
          {data.isTrial ? 'Este é um teste. Para continuar' : 'Para renovar'}, fale com{' '}
          {data.seller.name}.
        </p>
      </>
    );
  return (
    <>
      {data.sandbox && <Sandbox />}
      {!isUnfolded && (
        <p className={`${classes.card} ${classes.plan}`}>
          <PlanText plan={chosen} />
        </p>
      )}
      {!isUnfolded && coupon?.code === reward?.code && reward && (
        <p className={classes.quiet}>Com {reward.percent}% de desconto da sua indicação.</p>
      )}
      <button
        type="button"
        className={classes.textAct}
        aria-expanded={isUnfolded}
        onClick={renewal.toggle}
      >
        {otherOptions(plans, methods)}
        <Icon path={isUnfolded ? chevronUp : chevronDown} em={1.125} />
      </button>
      {isUnfolded && (
        <>
          <Plans plans={plans} chosen={chosen} onChoose={renewal.setMonths} />
          {methods.length > 1 && (
            <MethodChoice methods={methods} chosen={method} onChoose={renewal.setMethod} />
          )}
          <CouponField
            {...{ keyText, coupon, reward, onKeyInvalid }}
            refusal={renewal.couponProblem}
            onChange={renewal.applyCoupon}
          />
        </>
      )}
      {alert}
      <button
        type="button"
        className={classes.main}
        disabled={renewal.busy}
        onClick={() => void renewal.pay(chosen)}
      >
        {renewal.busy
          ? 'Preparando…'
          : `Pagar ${formatReais(chosen.value)} ${method === 'pix' ? 'com Pix' : 'com cartão'}`}
      </button>
    </>
  );
}

/** Selected plan, method and coupon, and the request for the payment. */
function useRenewal({ data, keyText, onCharge, onKeyInvalid, onStale, ...before }: RenewProps) {
  const methods: readonly Method[] = data.methods ?? ['pix', 'card'];
  const [months, setMonths] = useState(data.plans[0]?.months);
  const [method, setMethod] = useState<Method>(methods[0] ?? 'pix');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(before.problem);
  // A reward of the customer needs no code. The coupon of a link is read by its field.
  const [coupon, setCoupon] = useState<Coupon | undefined>(() =>
    readLinkedCoupon() === undefined ? (data.reward ?? undefined) : undefined,
  );
  const [couponProblem, setCouponProblem] = useState<string>();
  // The coupon of a link is shown at once, so that the customer sees why the price is lower.
  const [isUnfolded, setUnfolded] = useState(() => readLinkedCoupon() !== undefined);
  const plans = data.plans.map((plan) => withCoupon(plan, coupon));
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
        setUnfolded(true);
      } else setProblem((error as Error).message);
      if (error instanceof PortalError && error.isStale) onStale();
    }
    setBusy(false);
  };
  const applyCoupon = (changed: Coupon | undefined) => {
    setCoupon(changed);
    setCouponProblem(undefined);
    const [only] = changed?.plans.length === 1 ? changed.plans : [];
    if (only) setMonths(only.months);
  };
  return {
    plans,
    methods,
    method,
    coupon,
    couponProblem,
    problem,
    busy,
    isUnfolded,
    chosen: plans.find((plan) => plan.months === months) ?? plans[0],
    toggle: () => setUnfolded(!isUnfolded),
    setMonths,
    setMethod,
    applyCoupon,
    pay,
  };
}

/** States what the folded part offers: «Outros períodos, cartão ou cupom». */
function otherOptions(plans: readonly Plan[], methods: readonly Method[]): string {
  const options = [
    ...(plans.length > 1 ? ['outros períodos'] : []),
    ...(methods.length > 1 ? ['cartão'] : []),
  ].join(', ');
  return options ? `${options[0]!.toUpperCase()}${options.slice(1)} ou cupom` : 'Tem um cupom?';
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
  <Choices label="Por quanto tempo">
    {plans.map((plan) => (
      <Choice
        key={plan.months}
        name="periodo"
        isChosen={plan.months === chosen.months}
        onChoose={() => onChoose(plan.months)}
      >
        <PlanText plan={plan} />
      </Choice>
    ))}
  </Choices>
);

/** Plan with its new expiry at the left and its price at the right. */
const PlanText = ({ plan }: { plan: OfferedPlan }) => {
  const { months, value, listValue, bonusDays, renewedUntil } = plan;
  const until = `até ${formatDay(renewedUntil)}`;
  return (
    <ChoiceText
      title={formatPlan(months)}
      note={bonusDays ? `${until} · ${formatDays(bonusDays)} a mais` : until}
      value={
        <>
          {listValue !== undefined && <s className={classes.quiet}>{formatReais(listValue)}</s>}{' '}
          {formatReais(value)}
        </>
      }
      valueNote={months > 1 && `${formatReais(value / months)} por mês`}
    />
  );
};
