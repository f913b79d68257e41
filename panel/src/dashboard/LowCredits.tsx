import { LOW_CREDITS } from '@ramal/contract/payments/top-ups';
import { IconCoins } from '@tabler/icons-react';
import { creditsInWords } from '../foundation/numbers.ts';
import { BUY, useSellsCredits } from '../lines/fields/TopUpWay.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Notice } from '../ui/status/Notice.tsx';

/** Whether few credits are left and the account above sells more; undefined until both are known. */
export function useLowCredits(credits: number | null | undefined): boolean | undefined {
  const isLow = typeof credits === 'number' && credits < LOW_CREDITS;
  const sells = useSellsCredits(isLow);
  return isLow && sells;
}

export const LowCredits = ({ credits }: { credits: number }) => (
  <Notice
    tone="warn"
    icon={IconCoins}
    title={credits === 0 ? 'Seus créditos acabaram' : `Você tem ${creditsInWords(credits)}`}
    action={
      <LinkButton to="/buy-credits" variant="link">
        {BUY}
      </LinkButton>
    }
  >
    Pague por Pix e o saldo entra na hora.
  </Notice>
);
