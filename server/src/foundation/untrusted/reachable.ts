/**
 * Which addresses this server may connect to when somebody else chose the address: the public ones,
 * and of the others those the operator named (RAMAL_PRIVATE_ORIGINS).
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** All of the public IPv6; what embeds an IPv4 address in it is refused by its range. */
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

export interface AllowedAddresses {
  /** The operator named this host, wherever it leads. */
  host(name: string): boolean;
  /** A literal address, as a resolver answers it or as it stands in a URL. */
  address(text: string): boolean;
}

export function allowedAddresses(privateOrigins: readonly string[]): AllowedAddresses {
  const names = new Set(privateOrigins.map((origin) => bare(origin.toLowerCase())));
  const networks = privateOrigins.flatMap(networkOf);
  return {
    host: (name) => names.has(name.toLowerCase()),
    address: (text) => {
      const plain = bare(text);
      if (!ipaddr.isValid(plain)) return false;
      const address = ipaddr.process(plain);
      return isPublic(address) || networks.some((network) => contains(network, address));
    },
  };
}

/** An address in a URL stands in brackets, one of an interface has a zone. */
export const bare = (text: string): string => text.replace(/^\[|\]$|%.*$/g, '');

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(PUBLIC_IPV6);
}

const contains = ([network, bits]: Network, address: Address): boolean =>
  network.kind() === address.kind() && address.match(network, bits);

/** Nothing for the name of a host. */
function networkOf(origin: string): Network[] {
  if (ipaddr.isValidCIDR(origin)) return [ipaddr.parseCIDR(origin)];
  const text = bare(origin);
  if (!isIP(text)) return [];
  const address = ipaddr.process(text);
  return [[address, address.kind() === 'ipv4' ? 32 : 128]];
}
