/**
 * Button or link to get missing credits, the same on all screens. The user buys them from the
 * parent account by Pix, or requests them on WhatsApp.
 */
import { Anchor, Button, Skeleton } from '@mantine/core';
import { getTopUpOffer } from '@ramal/contract/payments/top-ups';
import { useCall } from '../../foundation/api/query.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { missingText, type Quote } from './quote.ts';
import { requestCredits } from './whatsapp.ts';

export const BUY_LABEL = 'Comprar';
export const REQUEST_LABEL = 'Pedir recarga';

/** Returns true if the parent sells credits; undefined until the server answers. */
export function useSellsCredits(enabled = true): boolean | undefined {
  const offer = useCall(getTopUpOffer, {}, { enabled });
  if (offer.error) return false;
  return offer.data && offer.data.tiers.length > 0;
}

interface TopUpActionProps {
  readonly look: 'button' | 'link';
  /** Label of the button if the parent account sells credits. */
  readonly buyLabel?: string;
}

/** Shows the action as a button below a form, or as a link in a text. */
export function TopUpAction({ look, buyLabel = BUY_LABEL }: TopUpActionProps) {
  const sells = useSellsCredits();
  if (sells === undefined) return look === 'button' ? <Skeleton height={44} radius={10} /> : null;
  if (look === 'button')
    return sells ? (
      <LinkButton size="lg" fullWidth to="/buy-credits">
        {buyLabel}
      </LinkButton>
    ) : (
      <Button size="lg" fullWidth onClick={requestCredits}>
        {REQUEST_LABEL}
      </Button>
    );
  return sells ? (
    <LinkButton variant="link" to="/buy-credits">
      {buyLabel}
    </LinkButton>
  ) : (
    <Anchor component="button" type="button" inherit onClick={requestCredits}>
      {REQUEST_LABEL}
    </Anchor>
  );
}

/** Shows the number of credits missing for an action, and the action to get them. */
export const MissingCredits = ({ quote, what }: { quote: Quote; what: string }) => (
  <>
    {missingText(quote, what)} <TopUpAction look="link" />
  </>
);
