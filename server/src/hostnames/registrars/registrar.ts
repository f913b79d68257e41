/**
 * Interface of a registrar. A call that moves money is sent once: after an unknown outcome the
 * caller checks with `read`, and never orders again.
 */
import type { RegistrarKind } from '@ramal/contract/operations/dns-providers';

export interface Offer {
  readonly name: string;
  /** Hundredths of a US dollar, for `years`. */
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

/** Amount that an order cost, if the registrar reports it. */
export interface OrderReceipt {
  readonly paidCents: number | null;
}

export interface Registrar {
  readonly kind: RegistrarKind;
  readonly check: (names: readonly string[]) => Promise<Availability>;
  /** Our balance at the registrar in hundredths of a US dollar. */
  readonly balanceCents: () => Promise<number>;
  /**
   * If the registrar rejects the request, nothing was bought; after any other failure it may have
   * been bought.
   */
  readonly register: (order: Order) => Promise<OrderReceipt>;
  /** Adds years to the current expiry; fails in the same way as `register`. */
  readonly renew: (order: Order) => Promise<OrderReceipt>;
  /**
   * Hundredths of a US dollar for a further year; undefined for an extension that the registrar
   * does not sell.
   */
  readonly renewCents: (name: string) => Promise<number | undefined>;
  /** Returns a name of our account; undefined if we do not have it. */
  readonly read: (name: string) => Promise<{ readonly expiresAt: Date } | undefined>;
  /** Returns every name of our account. */
  readonly names: () => Promise<readonly string[]>;
  /** Sets the name servers of the name; repeating it changes nothing. */
  readonly setNameServers: (name: string, servers: readonly string[]) => Promise<void>;
}

/** Returns `click` for `tv.click`. */
export const parseExtension = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
