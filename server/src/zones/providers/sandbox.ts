/**
 * DNS provider of an installation that has configured no other provider. It stores no zones and
 * writes no records.
 */
import type { DnsProvider } from '../port.ts';

export const sandboxDns: DnsProvider = {
  kind: 'sandbox',
  prove: async () => 'DNS de teste: nada é escrito fora do painel.',
  ensureZone: async (name) => ({ zone: name, nameServers: [] }),
  findZone: async () => undefined,
  read: async () => undefined,
  write: async () => undefined,
  remove: async () => undefined,
};
