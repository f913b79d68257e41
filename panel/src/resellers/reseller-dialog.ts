import type { Reseller } from './reseller.ts';

/** What a dialog about one account is given. */
export interface ResellerDialogProps {
  reseller: Reseller;
  onClose: () => void;
  /** The account was changed: its row flashes. */
  onSaved: () => void;
}
