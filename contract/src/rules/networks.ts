/** How wide a network may be that is never blocked, read from what a person typed. */

/** Lengths of prefixes, in bits. */
interface Bounds {
  /** Nothing wider can be exempted: it would be a whole carrier, or everybody. */
  readonly widest: number;
  /** What is wider is asked about first. */
  readonly usual: number;
  /** What belongs to one subscriber. */
  readonly subscriber: number;
}

const bounds: Readonly<Record<'ipv4' | 'ipv6', Bounds>> = {
  ipv4: { widest: 16, usual: 24, subscriber: 32 },
  ipv6: { widest: 32, usual: 48, subscriber: 64 },
};

/** Undefined where no prefix was typed: a single address is never wide. */
function prefixOf(typed: string): (Bounds & { readonly bits: number }) | undefined {
  const [address = '', bits] = typed.trim().split('/');
  if (bits === undefined || !/^\d{1,3}$/.test(bits)) return undefined;
  return { bits: Number(bits), ...bounds[address.includes(':') ? 'ipv6' : 'ipv4'] };
}

export function isTooWideToExempt(typed: string): boolean {
  const prefix = prefixOf(typed);
  return prefix !== undefined && prefix.bits < prefix.widest;
}

/** Of a network that is wider than usual, how many IPv4 addresses or IPv6 subscribers it holds; 0 of others. */
export function subscribersIfWide(typed: string): number {
  const prefix = prefixOf(typed);
  if (!prefix || prefix.bits >= prefix.usual) return 0;
  return 2 ** (prefix.subscriber - prefix.bits);
}
