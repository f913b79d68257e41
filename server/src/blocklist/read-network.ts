/** Parses an address or a network that a person typed. */
import { refuse } from '@ramal/contract/api/errors';
import ipaddr from 'ipaddr.js';

/**
 * Normalises a network. `203.0.113.7` is unchanged, `203.0.113.7/24` becomes `203.0.113.0/24`, and
 * an IPv6 address without a prefix length becomes its /64. Undefined for any other text.
 */
export function readNetwork(typed: string): string | undefined {
  const [address = '', bits, ...more] = typed.trim().split('/');
  if (more.length > 0) return undefined;
  if (!ipaddr.isValid(address) || (ipaddr.IPv4.isValid(address) && !address.includes('.')))
    return undefined;
  const parsed = ipaddr.process(address);
  const isIpv4 = parsed instanceof ipaddr.IPv4;
  if (bits === undefined) return isIpv4 ? parsed.toString() : cut(parsed.toString(), 64);
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > (isIpv4 ? 32 : 128)) return undefined;
  return cut(parsed.toString(), Number(bits));
}

export const NETWORK_WRONG = 'Escreva um IP ou uma rede, como 203.0.113.7 ou 203.0.113.0/24.';

/**
 * Parses a network or refuses the field. An unreadable address is an invalid field, because only a
 * readable address can be missing in the list.
 */
export const parseNetwork = (typed: string, field: string): string =>
  readNetwork(typed) ?? refuse('invalid_fields', { fields: { [field]: NETWORK_WRONG } });

const cut = (address: string, bits: number): string => {
  const network = address.includes(':') ? ipaddr.IPv6 : ipaddr.IPv4;
  return `${network.networkAddressFromCIDR(`${address}/${bits}`).toString()}/${bits}`;
};
