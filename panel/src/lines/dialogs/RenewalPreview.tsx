import { IconArrowRight } from '@tabler/icons-react';
import { TextSkeleton } from '../TextSkeleton.tsx';
import { PayerNotice } from './PayerNotice.tsx';
import { type Quote, describeQuote } from '../fields/quote.ts';
import { MissingCredits } from '../fields/TopUpAction.tsx';
import { EffectBox } from './EffectBox.tsx';

interface EffectProps {
  before: string;
  after: string;
  quote: Quote;
  now: Date;
  purpose: string;
  /** Owner of the line, if it is not the acting account. */
  owner: string | undefined;
}

/** Shows the effect of a renewal before it is made: the expiry before and after, and the cost. */
export function RenewalPreview({ before, after, quote, now, purpose, owner }: EffectProps) {
  const short = quote.missing > 0;
  return (
    <EffectBox
      dates={
        <>
          <s aria-label={`Vencimento agora: ${before}`}>{before}</s>
          <IconArrowRight size={17} stroke={1.75} aria-hidden />
          <b>{after}</b>
        </>
      }
      short={short}
      sentence={
        short ? (
          <MissingCredits quote={quote} what={purpose} />
        ) : (
          (describeQuote(quote, now) ?? <TextSkeleton />)
        )
      }
      payer={owner && <PayerNotice owner={owner} quote={quote} />}
    />
  );
}
