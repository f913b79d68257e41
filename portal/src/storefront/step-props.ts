import type { ShownBrand } from '../brand.ts';
import type { Order, StorefrontPage } from './api.ts';
import type { Choice } from './use-choice.ts';
import type { Places } from './use-place.ts';

/** Props of every page of an open storefront. */
export interface StepProps {
  page: StorefrontPage;
  brand: ShownBrand;
  places: Places;
  choice: Choice;
}

export interface OrderStepProps extends StepProps {
  /** Newest order; undefined before it is requested or read. */
  order: Order | undefined;
  onOrder: (order: Order) => void;
}
