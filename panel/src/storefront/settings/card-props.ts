import type { Form } from '../../ui/form/use-form.ts';
import type { StorefrontState, StorefrontValues } from './storefront-values.ts';

export interface CardProps {
  readonly form: Form<StorefrontValues>;
  readonly state: StorefrontState;
}
