/**
 * Interface of a registrar. A call that moves money is sent only once. If its outcome is unknown,
 * the caller checks with `read` and never orders again.
 */
import type { RegistrarKind } from '@ramal/contract/operations/dns-providers';

export interface Offer {
  readonly name: string;
  /** Price in hundredths of a US dollar for all `years` together. */
  readonly priceCents: number;
  /** Hundredths of a US dollar for each further year. */
  readonly renewCents: number;
  /** Years that the price includes. */
  readonly years: number;
}

export interface Availability {
  readonly available: readonly Offer[];
  readonly unavailable: readonly string[];
  readonly invalid: readonly string[];
}

export interface Order {
  readonly name: string;
  readonly years: number;
}

/** Result of an order: the paid amount, if the registrar reports it. */
export interface OrderReceipt {
  readonly paidCents: number | null;
}

export interface Registrar {
  readonly kind: RegistrarKind;
  readonly check: (names: readonly string[]) => Promise<Availability>;
  /** Our balance at the registrar in hundredths of a US dollar. */
  readonly balanceCents: () => Promise<number>;
  /**
   * Registers a name. After a rejection nothing was bought. After any other failure the name may
   * have been bought.
   */
  readonly register: (order: Order) => Promise<OrderReceipt>;
  /** Adds years to the current expiry; fails in the same way as `register`. */
  readonly renew: (order: Order) => Promise<OrderReceipt>;
  /**
   * Price of a further year in hundredths of a US dollar; undefined for an extension that the
   * registrar does not sell.
   */
  readonly renewCents: (name: string) => Promise<number | undefined>;
  /** Returns a name in our account; undefined if the account does not contain it. */
  readonly read: (name: string) => Promise<{ readonly expiresAt: Date } | undefined>;
  /** Returns all names in our account. */
  readonly names: () => Promise<readonly string[]>;
  /** Sets the name servers of the name. A repetition has no effect. */
  readonly setNameServers: (name: string, servers: readonly string[]) => Promise<void>;
}

/** Returns `click` for `tv.click`. */
export const parseExtension = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
