/** Interface of a DNS provider: zones, and in them records that point a name to an address. */
import { ProviderError } from '../foundation/provider-error.ts';

const dnsProviderKinds = ['sandbox', 'cloudflare', 'powerdns'] as const;
export type DnsProviderKind = (typeof dnsProviderKinds)[number];

/** A zone by the provider's own id. */
type ZoneId = string;

/** All records of a name that decide its target: A, AAAA and CNAME. */
export interface FoundRecord {
  /** `A 200.160.4.18`, sorted. */
  readonly values: readonly string[];
  /** The mark that all of them have; null if a record has no mark or another one. */
  readonly mark: string | null;
  /** Data that the provider needs to replace them. */
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
  /** Returns a description of what the key permits; rejected if it permits nothing. */
  prove(): Promise<string>;
  /**
   * Returns the zone of exactly this name and creates it if it does not exist; repeating it changes
   * nothing.
   */
  ensureZone(
    name: string,
  ): Promise<{ readonly zone: ZoneId; readonly nameServers: readonly string[] }>;
  /** Returns the zone that contains a name; undefined if our account has none. */
  findZone(name: string): Promise<ZoneId | undefined>;
  read(zone: ZoneId, name: string): Promise<FoundRecord | undefined>;
  /** Replaces all records of the name by one; repeating it changes nothing. */
  write(zone: ZoneId, record: WantedRecord, found: FoundRecord | undefined): Promise<void>;
  /** Removes all records of the name; repeating it changes nothing. */
  remove(zone: ZoneId, name: string, found: FoundRecord): Promise<void>;
}

/** The zone was deleted, or the keys belong to another account. */
export const createZoneError = (provider: string): ProviderError =>
  new ProviderError(provider, 'not_found', { message: 'A zona não existe mais no provedor.' });

/**
 * Returns the zones that may contain a name, the longest first: `tv.norte.click`, `norte.click`.
 */
export function zonesOf(name: string): string[] {
  const labels = name.split('.');
  return labels.slice(0, -1).map((_, from) => labels.slice(from).join('.'));
}

const LEADING = new Set(['A', 'AAAA', 'CNAME']);

export const leads = (type: string): boolean => LEADING.has(type);
