/** Interface of a DNS provider: zones, and records that map a name to an address. */
import { ProviderError } from '../foundation/provider-error.ts';

const dnsProviderKinds = ['sandbox', 'cloudflare', 'powerdns'] as const;
export type DnsProviderKind = (typeof dnsProviderKinds)[number];

/** Id of a zone at the provider. */
type ZoneId = string;

/** All records of a name that decide its target: A, AAAA and CNAME. */
export interface FoundRecord {
  /** Sorted values such as `A 200.160.4.18`. */
  readonly values: readonly string[];
  /** Mark that all these records have; null if one of them has no mark or another one. */
  readonly mark: string | null;
  /** Ids of the records, which the provider needs to replace them. */
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
  /**
   * Checks the key. Returns a description of its permissions, and rejects if it permits nothing.
   */
  prove(): Promise<string>;
  /**
   * Returns the zone with exactly this name, and creates it if it does not exist. A repetition has
   * no effect.
   */
  ensureZone(
    name: string,
  ): Promise<{ readonly zone: ZoneId; readonly nameServers: readonly string[] }>;
  /** Returns the zone that contains a name; undefined if our account has none. */
  findZone(name: string): Promise<ZoneId | undefined>;
  read(zone: ZoneId, name: string): Promise<FoundRecord | undefined>;
  /** Replaces all records of the name with one record. A repetition has no effect. */
  write(zone: ZoneId, record: WantedRecord, found: FoundRecord | undefined): Promise<void>;
  /** Removes all records of the name. A repetition has no effect. */
  remove(zone: ZoneId, name: string, found: FoundRecord): Promise<void>;
}

/** Creates the error for a zone that was deleted, or for keys of another account. */
export const createZoneError = (provider: string): ProviderError =>
  new ProviderError(provider, 'not_found', { message: 'A zona não existe mais no provedor.' });

/**
 * Returns the zones that may contain a name, the longest first: `tv.norte.click`, `norte.click`.
 */
export function listParentZones(name: string): string[] {
  const labels = name.split('.');
  return labels.slice(0, -1).map((_, from) => labels.slice(from).join('.'));
}

const ROUTING_TYPES = new Set(['A', 'AAAA', 'CNAME']);

export const isRoutingType = (type: string): boolean => ROUTING_TYPES.has(type);
