/**
 * What the product needs of a registrar. A call that moves money is sent once: whoever does not know what
 * came of it asks with `read`, and never orders again.
 */
import type { RegistrarKind } from '@ramal/contract/operations/dns-providers';

export interface Offer {
  readonly name: string;
  /** Hundredths of a US dollar, for `years`. */
  readonly priceCents: number;
  /** The same for each further year. */
  readonly renewCents: number;
  /** Years that the price is for. */
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

/** What an order took, where the registrar says so. */
export interface Ordered {
  readonly paidCents: number | null;
}

export interface Registrar {
  readonly kind: RegistrarKind;
  readonly check: (names: readonly string[]) => Promise<Availability>;
  /** Hundredths of a US dollar that it has of ours. */
  readonly balanceCents: () => Promise<number>;
  /** Throws `RegistrarRefusal` where nothing was bought; after any other failure it may have been. */
  readonly register: (order: Order) => Promise<Ordered>;
  /** Years more, from where it ends; the same of its failures. */
  readonly renew: (order: Order) => Promise<Ordered>;
  /** Hundredths of a US dollar for a further year; undefined for what it does not sell. */
  readonly renewCents: (name: string) => Promise<number | undefined>;
  /** A name of our account; undefined where we do not have it. */
  readonly read: (name: string) => Promise<{ readonly expiresAt: Date } | undefined>;
  /** Every name of our account. */
  readonly names: () => Promise<readonly string[]>;
  /** The name is answered by these from now on; set twice it is the same. */
  readonly setNameServers: (name: string, servers: readonly string[]) => Promise<void>;
}

/** The registrar said no, and no money moved. */
export class RegistrarRefusal extends Error {
  /** The key itself is not taken. */
  readonly isKey: boolean;

  constructor(message: string, isKey = false) {
    super(message);
    this.name = 'RegistrarRefusal';
    this.isKey = isKey;
  }
}

/** `.click` of `tv.click`, without the dot. */
export const extensionOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
