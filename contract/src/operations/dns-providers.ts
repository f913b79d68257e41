/**
 * Registrar and DNS provider of the operator. The built-in sandbox is used until the operator's
 * keys are proven. It pays nothing and writes nothing outside of the panel. Source: D3 §2 DNS
 * purchase; Q-DNSBUY.
 */
import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { freshCode, hostnameField, text } from '../api/fields.ts';

const admins = { profiles: ['admin'] } as const;

export const registrars = ['sandbox', 'namesilo'] as const;
export type RegistrarKind = (typeof registrars)[number];

export const dnsProviders = ['sandbox', 'cloudflare', 'powerdns'] as const;

const registrar = z.object({
  registrar: z.enum(registrars),
  /** Balance at the registrar in US dollars, at the last request. Null before the first request. */
  balance: z.number().nullable(),
  balanceAtTimestamp: z.int().nullable(),
  provenAtTimestamp: z.int().nullable(),
  /** True if the registrar now rejects the key that it accepted when the key was saved. */
  refused: z.boolean(),
});
export type RegistrarState = z.output<typeof registrar>;

export const getRegistrar = endpoint({
  name: 'get-registrar',
  method: 'GET',
  path: '/api/registrar',
  summary: 'Qual registrador vende os DNS, e o saldo que tem.',
  access: admins,
  answer: registrar,
  errors: [],
});

const secret = (title: string) =>
  z
    .string()
    .trim()
    .max(500)
    .regex(/^[\x21-\x7e]*$/, {
      error: 'A chave não tem espaços nem acentos: cole como o serviço mostra.',
    })
    .optional()
    .meta({ title });

export const saveRegistrar = endpoint({
  name: 'save-registrar',
  method: 'PUT',
  path: '/api/registrar',
  summary:
    'Troca o registrador. A chave é provada antes de valer, e o provedor de DNS real vem primeiro.',
  access: admins,
  body: z.object({
    registrar: z.enum(registrars).meta({ title: 'Registrador' }),
    /** Key of the registrar. Required except for the sandbox. */
    key: secret('Chave'),
    ...freshCode,
  }),
  freshCode: true,
  reachesOut: true,
  answer: registrar.extend({ message: z.string() }),
  errors: [
    'in_quarantine',
    'second_factor_required',
    'registrar_key_refused',
    'registrar_silent',
    'dns_provider_first',
    'purchases_open',
  ],
});

const dnsProvider = z.object({
  provider: z.enum(dnsProviders),
  /** Address of the PowerDNS interface that the operator configured. */
  powerdnsUrl: z.string(),
  account: z.string().nullable(),
  nameServers: z.array(z.string()),
  /** Address of the player. Purchased hostnames lead to it. */
  target: z.string().nullable(),
  provenAtTimestamp: z.int().nullable(),
  /** Result of the check of the keys. */
  finding: z.string().nullable(),
  /**
   * Number of records that the panel manages at the provider. `foreign` is the number of records
   * that another person edited.
   */
  records: z.int(),
  foreign: z.int(),
});
export type DnsProviderState = z.output<typeof dnsProvider>;

export const getDnsProvider = endpoint({
  name: 'get-dns-provider',
  method: 'GET',
  path: '/api/dns-provider',
  summary: 'Onde ficam as zonas e registros dos DNS.',
  access: admins,
  answer: dnsProvider,
  errors: [],
});

const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;
const isIp = (value: string): boolean => z.union([z.ipv4(), z.ipv6()]).safeParse(value).success;

export const saveDnsProvider = endpoint({
  name: 'save-dns-provider',
  method: 'PUT',
  path: '/api/dns-provider',
  summary: 'Troca o provedor de DNS, ou para onde os DNS comprados levam. A chave é provada antes.',
  access: admins,
  body: z.object({
    provider: z.enum(dnsProviders).meta({ title: 'Provedor de DNS' }),
    /** Key of the provider. Required if the provider changes; otherwise the stored key remains. */
    key: secret('Chave'),
    account: z
      .string()
      .trim()
      .regex(/^[0-9a-f]{32}$/, {
        error: 'O ID da conta tem 32 letras e números, como 0123456789abcdef0123456789abcdef.',
      })
      .optional()
      .meta({ title: 'Conta' }),
    nameServers: z
      .array(
        text('Servidor de nomes', 253)
          .toLowerCase()
          .refine((value) => HOST.test(value), { error: 'Escreva um nome, como ns1.exemplo.com.' }),
      )
      .max(13)
      .default([])
      .meta({ title: 'Servidores de nomes' }),
    target: text('IP do player', 45)
      .refine(isIp, { error: 'Escreva um IP, como 200.160.4.18.' })
      .optional(),
    ...freshCode,
  }),
  freshCode: true,
  reachesOut: true,
  answer: dnsProvider.extend({ message: z.string() }),
  errors: [
    'in_quarantine',
    'second_factor_required',
    'dns_key_refused',
    'dns_provider_silent',
    'registrar_first',
  ],
});

/** States of a name's record at the DNS provider, compared with the desired record. */
const recordStates = ['waiting', 'made', 'foreign', 'no-zone', 'refused'] as const;

export const dnsRecord = z.object({
  state: z.enum(recordStates),
  /** Address that the record must have. */
  ip: z.string(),
  /** Values that the provider stores for a `foreign` record. Empty if the record was deleted. */
  found: z.array(z.string()),
  foundAtTimestamp: z.int().nullable(),
  /** Error message of the provider for a record with the state `refused`. Null for other states. */
  problem: z.string().nullable(),
  /**
   * True if the panel has written the record. False for a record that existed before and that the
   * panel never wrote.
   */
  wasOurs: z.boolean(),
});
export type DnsRecord = z.output<typeof dnsRecord>;

export const takeOverRecord = endpoint({
  name: 'take-over-dns-record',
  method: 'POST',
  path: '/api/dns-records/take-over',
  summary: 'Põe no lugar de um registro alterado por fora o que o painel quer ali.',
  access: admins,
  body: z.object({ ...freshCode, name: hostnameField('DNS') }),
  reachesOut: true,
  freshCode: true,
  answer: z.object({ message: z.string(), state: z.enum(recordStates) }),
  errors: ['in_quarantine', 'record_not_foreign', 'dns_provider_silent', 'dns_key_refused'],
});
