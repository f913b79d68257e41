/**
 * Recognises networks whose attempts are never counted: this machine and the proxies in front of
 * it.
 */
import ipaddr from 'ipaddr.js';
import type { Config } from '../foundation/config.ts';

export function isOwnNetwork({ trustedProxies }: Config, network: string): boolean {
  const [address = ''] = network.split('/');
  if (!ipaddr.isValid(address)) return true;
  const parsed = ipaddr.process(address);
  return parsed.range() === 'loopback' || trustedProxies.some((proxy) => holds(proxy, parsed));
}

function holds(proxy: string, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const network = proxy.includes('/') ? proxy : `${proxy}/${proxy.includes(':') ? 128 : 32}`;
  if (!ipaddr.isValidCIDR(network)) return false;
  const [base, bits] = ipaddr.parseCIDR(network);
  return base.kind() === address.kind() && address.match(base, bits);
}
