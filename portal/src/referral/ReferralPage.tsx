/**
 * Page «Indique e ganhe»: the reward, the link of the customer, the days that friends brought, and
 * the rules. The page exists only while the seller's referrals are on.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { PortalError } from '../api.ts';
import { Loading } from '../ui/Loading.tsx';
import { type Referral, readReferral } from './api.ts';
import { FriendList } from './FriendList.tsx';
import { RewardCard } from './RewardCard.tsx';
import { gainText, rulesText } from './words.ts';
import pageClasses from '../portal.module.css';
import classes from './ReferralPage.module.css';

interface ReferralPageProps {
  keyText: string;
  /** Called if the seller has switched referrals off in the meantime. */
  onOff: () => void;
  onKeyInvalid: (why: string) => void;
}

export function ReferralPage({ keyText, onOff, onKeyInvalid }: ReferralPageProps) {
  const [referral, setReferral] = useState<Referral>();
  const [problem, setProblem] = useState<string>();
  const off = useRef(onOff);
  off.current = onOff;
  const load = useCallback(async () => {
    setProblem(undefined);
    try {
      setReferral(await readReferral(keyText));
    } catch (error) {
      if (error instanceof PortalError && error.isKeyInvalid) onKeyInvalid(error.message);
      else if (error instanceof PortalError && error.code === 'referrals_off') off.current();
      else setProblem((error as Error).message);
    }
  }, [keyText, onKeyInvalid]);
  useEffect(() => void load(), [load]);
  if (problem !== undefined) return <Loading problem={problem} onRetry={() => void load()} />;
  if (!referral)
    return (
      <div className={`${pageClasses.card} ${pageClasses.waiting}`} aria-busy="true">
        <span className={pageClasses['visually-hidden']}>Carregando</span>
      </div>
    );
  return (
    <>
      <RewardCard referral={referral} />
      <Sums referral={referral} />
      <FriendList referral={referral} />
      <p className={pageClasses.quiet}>{rulesText(referral)}</p>
    </>
  );
}

const NONE = { earned: 0, coming: 0, ready: 0 };

/** Rewards that the customer has received and that are on their way. */
function Sums({ referral }: { referral: Referral }) {
  const { referrerDays, referrerPercent = 0, earnedDays, comingDays, discounts = NONE } = referral;
  // Only the friends receive days, and the customer has no reward from earlier terms.
  const isEmpty = earnedDays + comingDays + discounts.earned + discounts.coming === 0;
  if (isEmpty && referrerDays + referrerPercent === 0) return null;
  return (
    <>
      <dl className={classes.sums}>
        <div className={pageClasses.card}>
          <dt>Você já ganhou</dt>
          <dd>{gainText(referral, earnedDays, discounts.earned)}</dd>
        </div>
        <div className={pageClasses.card}>
          <dt>A caminho</dt>
          <dd>{gainText(referral, comingDays, discounts.coming)}</dd>
        </div>
      </dl>
      {discounts.ready > 0 && (
        <p className={pageClasses.quiet}>
          {discounts.ready === 1
            ? '1 desconto espera o seu próximo pagamento.'
            : `${discounts.ready} descontos esperam: um por pagamento.`}
        </p>
      )}
    </>
  );
}
