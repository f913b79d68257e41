import { useState } from 'react';
import type { Offer, Product, StorefrontPage } from './api.ts';
import { firstOffer } from './words.ts';

/** Product and plan that the visitor chose. They stay chosen on every step. */
export interface Choice {
  readonly product: Product | undefined;
  readonly offer: Offer | undefined;
  readonly chooseProduct: (product: Product) => void;
  readonly chooseOffer: (offer: Offer) => void;
}

export function useChoice({ products }: StorefrontPage): Choice {
  const [product, setProduct] = useState(products[0]);
  const [offer, setOffer] = useState(() => product && firstOffer(product));
  return {
    product,
    offer,
    chooseProduct: (next) => {
      setProduct(next);
      setOffer(firstOffer(next));
    },
    chooseOffer: setOffer,
  };
}
