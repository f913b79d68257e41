/**
 * What the product needs of a registrar. A call that moves money is sent once: whoever does not know what
 * came of it asks with `read`, and never orders again.
 */
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

export interface Registrar {
  readonly kind: 'sandbox';
  readonly check: (names: readonly string[]) => Promise<Availability>;
  /** Throws `RegistrarRefusal` where nothing was bought; after any other failure it may have been. */
  readonly register: (order: { name: string; years: number }) => Promise<void>;
  /** A year more, from where it ends; the same of its failures. */
  readonly renew: (order: { name: string; years: number }) => Promise<void>;
  /** Hundredths of a US dollar for a further year, from the price list; undefined for what it does not sell. */
  readonly renewCents: (name: string) => number | undefined;
  /** A name of our account; undefined where we do not have it. */
  readonly read: (name: string) => Promise<{ readonly expiresAt: Date } | undefined>;
  /** Zone and records; made twice they are the same. */
  readonly makeRecords: (name: string) => Promise<void>;
}

/** The registrar said no, and no money moved. */
export class RegistrarRefusal extends Error {}
