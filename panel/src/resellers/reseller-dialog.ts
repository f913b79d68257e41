import type { Reseller } from './reseller.ts';

/** Props of a dialog about an account. */
export interface ResellerDialogProps {
  reseller: Reseller;
  onClose: () => void;
  /** The account was changed: its row flashes. */
  onSaved: () => void;
}
