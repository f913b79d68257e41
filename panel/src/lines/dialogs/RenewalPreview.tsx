import { IconArrowRight } from '@tabler/icons-react';
import { TextSkeleton } from '../TextSkeleton.tsx';
import { PayerNotice } from './PayerNotice.tsx';
import { missingText, type Quote, sentence } from '../fields/quote.ts';

export interface EffectProps {
  before: string;
  after: string;
  quote: Quote;
  now: Date;
  purpose: string;
  /** Whose line it is, where it is not the actor's own. */
  owner: string | undefined;
}

/** The effect of a renewal before it is done: expiry before and after, then the summary's sentence. */
export function RenewalPreview({ before, after, quote, now, purpose, owner }: EffectProps) {
  const short = quote.missing > 0;
  return (
    <div className="line-effect">
      <p className="line-effect-dates">
        <s aria-label={`Vencimento agora: ${before}`}>{before}</s>
        <IconArrowRight size={17} stroke={1.75} aria-hidden />
        <b>{after}</b>
      </p>
      <p className="line-effect-sentence" data-short={short || undefined} aria-live="polite">
        {short ? missingText(quote, purpose) : (sentence(quote, now) ?? <TextSkeleton />)}
      </p>
      {owner && (
        <p className="line-effect-owner">
          <PayerNotice owner={owner} quote={quote} />
        </p>
      )}
    </div>
  );
}
