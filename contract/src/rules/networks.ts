/** Widths of networks that are never blocked, parsed from typed text. */

/** Lengths of prefixes, in bits. */
interface Bounds {
  /** Wider networks cannot be exempted: they would include a whole carrier. */
  readonly widest: number;
  /** Wider networks need a confirmation. */
  readonly usual: number;
  /** Prefix length of one subscriber. */
  readonly subscriber: number;
}

const bounds: Readonly<Record<'ipv4' | 'ipv6', Bounds>> = {
  ipv4: { widest: 16, usual: 24, subscriber: 32 },
  ipv6: { widest: 32, usual: 48, subscriber: 64 },
};

/** Undefined without a typed prefix: a single address is never wide. */
function prefixOf(typed: string): (Bounds & { readonly bits: number }) | undefined {
  const [address = '', bits] = typed.trim().split('/');
  if (bits === undefined || !/^\d{1,3}$/.test(bits)) return undefined;
  return { bits: Number(bits), ...bounds[address.includes(':') ? 'ipv6' : 'ipv4'] };
}

export function isTooWideToExempt(typed: string): boolean {
  const prefix = prefixOf(typed);
  return prefix !== undefined && prefix.bits < prefix.widest;
}

/** Number of IPv4 addresses or IPv6 subscribers in a network wider than usual; 0 for others. */
export function subscribersIfWide(typed: string): number {
  const prefix = prefixOf(typed);
  if (!prefix || prefix.bits >= prefix.usual) return 0;
  return 2 ** (prefix.subscriber - prefix.bits);
}
