import type { Reseller } from './reseller.ts';

export interface ResellerDialogProps {
  reseller: Reseller;
  onClose: () => void;
  /** Called after a change, so that the reseller's row flashes. */
  onChanged: () => void;
}
