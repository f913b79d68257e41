/** One purchase or renewal, from the credits that were set aside to the records, or back. */
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
  /** Of a renewal: when the name ended before it. */
  readonly endsBefore: Date | null;
  readonly registrar: RegistrarKind;
  /** When it is looked at again; whoever works on it holds it until then. */
  readonly checkAt: Date | null;
}
