import type { Reseller } from './reseller.ts';

export interface ResellerDialogProps {
  reseller: Reseller;
  onClose: () => void;
  /** Called after the account was changed, so that its row is highlighted. */
  onSaved: () => void;
}
