/**
 * Page «Indique e ganhe»: the reward, the link of the customer, the days that friends brought, and
 * the rules. The page exists only while the seller's referrals are on.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { PortalError } from '../api.ts';
import { formatDays } from '../format.ts';
import { Loading } from '../ui/Loading.tsx';
import { type Referral, readReferral } from './api.ts';
import { FriendList } from './FriendList.tsx';
import { RewardCard } from './RewardCard.tsx';
import { rulesText } from './words.ts';
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

/** Days that the customer has received and that are on their way. */
function Sums({ referral: { referrerDays, earnedDays, comingDays } }: { referral: Referral }) {
  // Only the friends receive days, and the customer has none from earlier terms.
  if (referrerDays + earnedDays + comingDays === 0) return null;
  return (
    <dl className={classes.sums}>
      <div className={pageClasses.card}>
        <dt>Você já ganhou</dt>
        <dd>{formatDays(earnedDays)}</dd>
      </div>
      <div className={pageClasses.card}>
        <dt>A caminho</dt>
        <dd>{formatDays(comingDays)}</dd>
      </div>
    </dl>
  );
}
