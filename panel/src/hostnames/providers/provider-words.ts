import type { dnsProviders, RegistrarKind } from '@ramal/contract/operations/dns-providers';

export const registrarLabels: Record<RegistrarKind, string> = {
  sandbox: 'de teste',
  namesilo: 'NameSilo',
};

export const providerLabels: Record<(typeof dnsProviders)[number], string> = {
  sandbox: 'de teste',
  cloudflare: 'Cloudflare',
  powerdns: 'PowerDNS',
};
