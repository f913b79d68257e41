/**
 * Field for the code of a coupon, folded until the customer needs it. The code of a link is applied
 * at once.
 */
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { type Coupon, type Portal, PortalError, readCoupon } from '../api.ts';
import { forgetLinkedCoupon, readLinkedCoupon } from '../linked-key.ts';
import pageClasses from '../portal.module.css';
import classes from './CouponField.module.css';

interface CouponFieldProps {
  keyText: string;
  coupon: Coupon | undefined;
  /** Reward of the customer, which needs no code. */
  reward: Portal['reward'] | undefined;
  /** Refusal of a payment with the coupon. */
  refusal: string | undefined;
  onChange: (coupon: Coupon | undefined) => void;
  onKeyInvalid: (why: string) => void;
}

export function CouponField({ keyText, coupon, reward, refusal, ...props }: CouponFieldProps) {
  const { onChange, onKeyInvalid } = props;
  const [linked] = useState(readLinkedCoupon);
  const [typed, setTyped] = useState(linked ?? '');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const apply = async (code: string) => {
    setBusy(true);
    setProblem(undefined);
    try {
      onChange(await readCoupon(keyText, code));
    } catch (error) {
      if (error instanceof PortalError && error.isKeyInvalid) onKeyInvalid(error.message);
      setProblem((error as Error).message);
      // The refused coupon of a link must not cost the customer the own reward.
      if (code === linked && reward && error instanceof PortalError && error.isAboutCoupon) {
        forgetLinkedCoupon();
        onChange(reward);
      }
    } finally {
      setBusy(false);
    }
  };
  const applyLinked = useRef(apply);
  useEffect(() => {
    if (linked !== undefined) void applyLinked.current(linked);
  }, [linked]);
  const remove = () => {
    forgetLinkedCoupon();
    setTyped('');
    onChange(coupon?.code === reward?.code ? undefined : (reward ?? undefined));
  };
  if (coupon)
    return (
      <AppliedCoupon
        code={coupon.code}
        reward={coupon.code === reward?.code ? reward : undefined}
        onRemove={remove}
      />
    );
  return (
    <details className={pageClasses.card} open={linked !== undefined || undefined}>
      <summary>Tem um cupom?</summary>
      <CodeForm
        typed={typed}
        busy={busy}
        problem={problem ?? refusal}
        onTyped={setTyped}
        onSubmit={() => void apply(typed.trim())}
      />
    </details>
  );
}

interface CodeFormProps {
  typed: string;
  busy: boolean;
  problem: string | undefined;
  onTyped: (code: string) => void;
  onSubmit: () => void;
}

function CodeForm({ typed, busy, problem, onTyped, onSubmit }: CodeFormProps) {
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && typed.trim()) onSubmit();
  };
  return (
    <>
      <form className={classes.form} onSubmit={submit}>
        <input
          aria-label="Código do cupom"
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={12}
          value={typed}
          aria-invalid={problem !== undefined}
          aria-describedby={problem && id}
          onChange={({ currentTarget: { value } }) => onTyped(value.toUpperCase())}
        />
        <button type="submit" className={pageClasses.plain} disabled={busy}>
          {busy ? 'Conferindo…' : 'Usar'}
        </button>
      </form>
      {problem && (
        <p id={id} className={pageClasses.bad} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

interface AppliedCouponProps {
  code: string;
  /** Undefined for the coupon of a seller. */
  reward: Portal['reward'] | undefined;
  onRemove: () => void;
}

const AppliedCoupon = ({ code, reward, onRemove }: AppliedCouponProps) => (
  <div className={`${pageClasses.card} ${classes.applied}`} role="status">
    {reward ? (
      <span>
        <b>{reward.percent}% de desconto</b> da sua indicação
      </span>
    ) : (
      <span>
        Cupom <b>{code}</b>
      </span>
    )}
    <button type="button" className={pageClasses.plain} onClick={onRemove}>
      Remover
    </button>
  </div>
);
