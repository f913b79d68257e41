/**
 * State of a purchase or renewal, from the reservation of the credits to the DNS records or the
 * refund.
 */
import type { RegistrarKind } from '@ramal/contract/operations/dns-providers';

export interface Purchase {
  readonly id: number;
  readonly name: string;
  readonly buyerId: number;
  readonly years: number;
  readonly priceCents: number;
  readonly credits: number;
  readonly state: 'reserved' | 'ordered' | 'registered' | 'done' | 'refunded';
  readonly createdAt: Date;
  readonly orderedAt: Date | null;
  readonly kind: 'new' | 'renewal';
  /** Expiry of the name before a renewal; null for a new name. */
  readonly endsBefore: Date | null;
  readonly registrar: RegistrarKind;
  /** Time of the next run. Until then the purchase is leased to the current worker. */
  readonly checkAt: Date | null;
}
