/** What the product needs of a DNS provider: zones, and in them records that lead a name to an address. */

export const dnsProviderKinds = ['sandbox', 'cloudflare', 'powerdns'] as const;
export type DnsProviderKind = (typeof dnsProviderKinds)[number];

/** A zone by the provider's own name for it. */
export type ZoneId = string;

/** Everything at a name that decides where it leads: A, AAAA and CNAME. */
export interface FoundRecord {
  /** `A 200.160.4.18`, in order. */
  readonly values: readonly string[];
  /** The mark that all of them carry; null where one has none or another. */
  readonly mark: string | null;
  /** What the provider needs to replace them. */
  readonly handles: readonly { readonly id: string; readonly type: string }[];
}

export interface WantedRecord {
  readonly name: string;
  readonly type: 'A' | 'AAAA';
  readonly ip: string;
  readonly ttlSeconds: number;
  readonly mark: string;
}

export interface DnsProvider {
  readonly kind: DnsProviderKind;
  /** Says what the key is good for; throws DnsRefusal where it is good for nothing. */
  prove(): Promise<string>;
  /** The zone of this very name, made where there is none; made twice it is the same. */
  ensureZone(
    name: string,
  ): Promise<{ readonly zone: ZoneId; readonly nameServers: readonly string[] }>;
  /** The zone in which a name lies; undefined where we have none. */
  findZone(name: string): Promise<ZoneId | undefined>;
  read(zone: ZoneId, name: string): Promise<FoundRecord | undefined>;
  /** Puts one record in the place of all that was found; written twice it is the same. */
  write(zone: ZoneId, record: WantedRecord, found: FoundRecord | undefined): Promise<void>;
  /** Removes all that was found; repeated, it does nothing. */
  remove(zone: ZoneId, name: string, found: FoundRecord): Promise<void>;
}

/** The provider said no, and nothing was changed. */
export class DnsRefusal extends Error {
  /** The key itself is not taken. */
  readonly isKey: boolean;

  constructor(message: string, isKey = false) {
    super(message);
    this.name = 'DnsRefusal';
    this.isKey = isKey;
  }
}

/** Too many questions: nothing is asked for a while. */
export class DnsThrottled extends Error {
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super('the DNS provider asks to wait');
    this.name = 'DnsThrottled';
    this.retryAfterMs = retryAfterMs;
  }
}

/** The zone is not there any more: somebody deleted it, or the keys are another account's. */
export class ZoneGone extends Error {}

/** The zones in which a name may lie, the longest first: `tv.norte.click`, `norte.click`. */
export function zonesOf(name: string): string[] {
  const labels = name.split('.');
  return labels.slice(0, -1).map((_, from) => labels.slice(from).join('.'));
}

const LEADING = new Set(['A', 'AAAA', 'CNAME']);

export const leads = (type: string): boolean => LEADING.has(type);
