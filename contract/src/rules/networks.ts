/**
 * Limits for the size of exempt networks. The blocklist never blocks an address of an exempt
 * network.
 */

/** Prefix lengths in bits. */
interface Bounds {
  /** Minimum prefix length of an exempt network. A shorter prefix would include a whole carrier. */
  readonly widest: number;
  /** Prefix length below which an exemption requires a confirmation. */
  readonly usual: number;
  /** Prefix length of one subscriber. */
  readonly subscriber: number;
}

const bounds: Readonly<Record<'ipv4' | 'ipv6', Bounds>> = {
  ipv4: { widest: 16, usual: 24, subscriber: 32 },
  ipv6: { widest: 32, usual: 48, subscriber: 64 },
};

/**
 * Returns the prefix length and its bounds. Undefined for a single address, which has no prefix.
 */
function prefixOf(typed: string): (Bounds & { readonly bits: number }) | undefined {
  const [address = '', bits] = typed.trim().split('/');
  if (bits === undefined || !/^\d{1,3}$/.test(bits)) return undefined;
  return { bits: Number(bits), ...bounds[address.includes(':') ? 'ipv6' : 'ipv4'] };
}

export function isTooWideToExempt(typed: string): boolean {
  const prefix = prefixOf(typed);
  return prefix !== undefined && prefix.bits < prefix.widest;
}

/**
 * Returns the number of IPv4 addresses or IPv6 subscribers in a network that is wider than usual; 0
 * for other networks.
 */
export function subscribersIfWide(typed: string): number {
  const prefix = prefixOf(typed);
  if (!prefix || prefix.bits >= prefix.usual) return 0;
  return 2 ** (prefix.subscriber - prefix.bits);
}
