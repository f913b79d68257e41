/**
 * Addresses to which this server may connect if another person chose the address: public ones, and
 * private ones that the operator listed (RAMAL_PRIVATE_ORIGINS).
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Range of all public IPv6 addresses. Parts of it that embed an IPv4 address are rejected. */
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

export interface AllowedAddresses {
  /** True if the operator listed this host, whatever its address. */
  host(name: string): boolean;
  /** True for an allowed literal address, from a resolver or from a URL. */
  address(text: string): boolean;
}

export function allowedAddresses(privateOrigins: readonly string[]): AllowedAddresses {
  const names = new Set(privateOrigins.map((origin) => bareAddress(origin.toLowerCase())));
  const networks = privateOrigins.flatMap(networkOf);
  return {
    host: (name) => names.has(name.toLowerCase()),
    address: (text) => {
      const plain = bareAddress(text);
      if (!ipaddr.isValid(plain)) return false;
      const address = ipaddr.process(plain);
      return isPublic(address) || networks.some((network) => contains(network, address));
    },
  };
}

/** Removes the brackets of an address in a URL and the zone of an interface. */
export const bareAddress = (text: string): string => text.replace(/^\[|\]$|%.*$/g, '');

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(PUBLIC_IPV6);
}

const contains = ([network, bits]: Network, address: Address): boolean =>
  network.kind() === address.kind() && address.match(network, bits);

/** Returns an origin as a network. Returns an empty list if the origin is a host name. */
function networkOf(origin: string): Network[] {
  if (ipaddr.isValidCIDR(origin)) return [ipaddr.parseCIDR(origin)];
  const text = bareAddress(origin);
  if (!isIP(text)) return [];
  const address = ipaddr.process(text);
  return [[address, address.kind() === 'ipv4' ? 32 : 128]];
}
