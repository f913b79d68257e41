import { useState } from 'react';
import {
  type HumanProof,
  type Method,
  type Offer,
  type Order,
  PortalError,
  subscribe,
  type Visitor,
} from '../api.ts';
import type { Payer } from '../../recurring/use-payer.ts';
import { callProblem } from '../test/call-problem.ts';
import { readLinkedCoupon, storeVisitor } from '../visitor.ts';

const FAILED = 'Não deu para gerar o Pix. Nada foi cobrado.';
const CARD_FAILED = 'Não deu para abrir o pagamento. Nada foi cobrado.';

export interface Purchase {
  readonly visitor: Visitor;
  readonly proof: HumanProof;
  readonly offer: Offer;
  readonly method: Method;
  /** Key of the test whose line is paid; undefined for a new line. */
  readonly testKey: string | undefined;
  /** Payer of recurring Pix; undefined for a single payment. */
  readonly payer?: Payer | undefined;
}

/** Requests the payment of a plan, once at a time, and states why it failed. */
export function useSubscription(slug: string, onOrder: (order: Order) => void) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  /** `prepare` returns undefined if the form is not complete. Rejects with the error of the call. */
  const pay = async (prepare: () => Promise<Purchase | undefined>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    let failed = FAILED;
    try {
      const purchase = await prepare();
      if (!purchase) return;
      const { visitor, proof, offer, method, testKey, payer } = purchase;
      if (method === 'card') failed = CARD_FAILED;
      const coupon = readLinkedCoupon();
      onOrder(
        await subscribe(slug, {
          ...visitor,
          ...proof,
          offerId: offer.id,
          priceCents: offer.priceCents,
          method,
          ...(testKey ? { testKey } : {}),
          ...(coupon ? { coupon } : {}),
          ...(payer ? { payer } : {}),
        }),
      );
    } catch (error) {
      if (error instanceof PortalError && error.code === 'storefront_key_refused')
        storeVisitor(slug, { testKey: undefined, formerKey: undefined });
      const isSilent = error instanceof PortalError && error.code === 'payment_provider_silent';
      setProblem(isSilent ? failed : callProblem(error, failed));
      throw error;
    } finally {
      setBusy(false);
    }
  };
  return { pay, busy, problem, setProblem };
}
