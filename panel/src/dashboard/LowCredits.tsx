import { getTopUpOffer, LOW_CREDITS } from '@ramal/contract/payments/top-ups';
import { IconCoins } from '@tabler/icons-react';
import { useCall } from '../foundation/api/query.ts';
import { creditsInWords } from '../foundation/numbers.ts';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Notice } from '../ui/status/Notice.tsx';

/** Whether few credits are left and the account above sells more; undefined until both are known. */
export function useLowCredits(credits: number | null | undefined): boolean | undefined {
  const isLow = typeof credits === 'number' && credits < LOW_CREDITS;
  const offer = useCall(getTopUpOffer, {}, { enabled: isLow });
  if (!isLow || offer.error) return false;
  return offer.data && offer.data.tiers.length > 0;
}

export const LowCredits = ({ credits }: { credits: number }) => (
  <Notice
    tone="warn"
    icon={IconCoins}
    title={credits === 0 ? 'Seus créditos acabaram' : `Você tem ${creditsInWords(credits)}`}
    action={
      <LinkButton to="/buy-credits" variant="link">
        Comprar por Pix
      </LinkButton>
    }
  >
    Pague por Pix e o saldo entra na hora.
  </Notice>
);
