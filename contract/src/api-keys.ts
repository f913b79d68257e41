/**
 * Keys for programs that call the API as an account. An account with the grant creates its own
 * keys. An admin creates the external key of a reseller. Source: S-RESLIST-28, S-RESLIST-41, E-36,
 * Q-EXTERNALKEY.
 */
import { z } from 'zod';
import { sellers } from './api/access.ts';
import { endpoint } from './api/endpoint.ts';
import { day, freshCode, idParam, text, whole } from './api/fields.ts';
import { decimalAmount } from './rules/money.ts';

/** Groups of calls by subject. A call without a group is never available to an API key. */
export const scopeGroups = [
  'lines',
  'devices',
  'resellers',
  'credits',
  'catalogue',
  'tickets',
  'reports',
  'webhooks',
  'sigma',
  'sigma_renewals',
] as const;
export type ScopeGroup = (typeof scopeGroups)[number];

/** Scopes of keys. A `write` scope includes the `read` scope of its group. */
export const scopes = scopeGroups.flatMap(
  (group) => [`${group}:read`, `${group}:write`] as const,
) as readonly ApiScope[];
export type ApiScope = `${ScopeGroup}:${'read' | 'write'}`;

/**
 * Scopes of an external key: sell and renew lines, bind devices, and read credits and the
 * catalogue.
 */
export const EXTERNAL_SCOPES: readonly ApiScope[] = [
  'lines:write',
  'devices:write',
  'credits:read',
  'catalogue:read',
];

export const MAX_API_KEYS = 50;

/** Hours for which a replaced secret stays valid: none, one, a day or a week. */
export const overlapHours = [0, 1, 24, 168] as const;

const secret = z.object({
  /** First characters of the key: `rml_7kQx2mVr4p`. */
  prefix: z.string(),
  createdAtTimestamp: z.int(),
  /** Time at which a replaced secret expires. Null for the current secret. */
  endsAtTimestamp: z.int().nullable(),
  lastUsedAtTimestamp: z.int().nullable(),
  lastUsedIp: z.string().nullable(),
});

export const apiKey = z.object({
  id: z.int(),
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  /** Addresses and networks from which the key can be used. An empty list allows every address. */
  addresses: z.array(z.string()),
  /** End of the last valid day, or the time of the revocation. Null if the key does not expire. */
  endsAtTimestamp: z.int().nullable(),
  creditsADay: z.number().nullable(),
  creditsToday: z.number(),
  createdBy: z.string(),
  createdAtTimestamp: z.int(),
  isExternal: z.boolean(),
  active: z.boolean(),
  /** Last address that was rejected for this key. */
  refusedIp: z.string().nullable(),
  refusedAtTimestamp: z.int().nullable(),
  /** Current secret, followed by the replaced secrets that are still valid. */
  secrets: z.array(secret),
});
export type ApiKey = z.output<typeof apiKey>;

const ipOrNetwork = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

const ip = z
  .string()
  .trim()
  .max(50)
  .refine((value) => ipOrNetwork.safeParse(value).success, {
    error: 'Escreva um IP ou uma rede, como 203.0.113.24 ou 203.0.113.0/24.',
  })
  .refine((value) => !/^::ffff:/i.test(value), { error: 'Escreva o IPv4 sem ::ffff:.' });

const settings = {
  name: text('Nome', 60),
  scopes: z.array(z.enum(scopes)).min(1).max(scopes.length).meta({ title: 'permissão' }),
  addresses: z.array(ip).max(20).default([]).meta({ title: 'Endereços' }),
  /** Last day on which the key is valid. */
  endsOn: day('Vale até').optional(),
  creditsADay: decimalAmount('Créditos por dia')
    .refine((hundredths) => hundredths >= 0, {
      error: 'O campo Créditos por dia não pode ser negativo.',
    })
    .optional(),
};

const overlap = whole('Horas da chave anterior')
  .pipe(z.literal(overlapHours))
  .default(24)
  .meta({ title: 'Horas da chave anterior' });

/** New key. Only this response contains the complete key. */
const createdKey = apiKey.extend({ message: z.string(), key: z.string() });
const ended = z.object({ id: z.int(), message: z.string() });

const codeErrors = [
  'second_factor_required',
  'code_2fa_missing',
  'code_2fa_wrong',
  'too_many_attempts',
] as const;

const holders = { profiles: sellers, grants: ['api.keys'] } as const;
const admins = { profiles: ['admin'] } as const;

export const listApiKeys = endpoint({
  name: 'list-api-keys',
  method: 'GET',
  path: '/api/api-keys',
  summary: 'As chaves de API desta conta, com o último uso de cada uma.',
  access: holders,
  answer: z.object({ data: z.array(apiKey) }),
  errors: [],
});

export const createApiKey = endpoint({
  name: 'create-api-key',
  method: 'POST',
  path: '/api/api-keys',
  summary: 'Cria uma chave de API. A chave inteira aparece só nesta resposta.',
  access: holders,
  freshCode: true,
  body: z.object({ ...settings, ...freshCode }),
  answer: createdKey,
  errors: ['api_keys_too_many', 'invalid_fields', ...codeErrors],
});

export const rotateApiKey = endpoint({
  name: 'rotate-api-key',
  method: 'POST',
  path: '/api/api-keys/:id/rotate',
  summary: 'Gira uma chave: o segredo novo aparece só agora, o anterior vale mais um tempo.',
  access: holders,
  freshCode: true,
  params: idParam,
  body: z.object({ overlapHours: overlap, ...freshCode }),
  answer: createdKey,
  errors: ['api_key_not_found', ...codeErrors],
});

export const revokeApiKey = endpoint({
  name: 'revoke-api-key',
  method: 'POST',
  path: '/api/api-keys/:id/revoke',
  summary: 'Revoga uma chave na hora, com todos os seus segredos.',
  access: holders,
  freshCode: true,
  params: idParam,
  body: z.object({ ...freshCode }),
  answer: ended,
  errors: ['api_key_not_found', ...codeErrors],
});

/**
 * State of the external key: prefix, dates and last use, but never the key itself (Q-EXTERNALKEY).
 */
export const getExternalKey = endpoint({
  name: 'get-external-key',
  method: 'GET',
  path: '/api/get-external-key/:id',
  summary: 'A chave de integração externa de uma revenda: prefixo, datas e último uso.',
  access: admins,
  params: idParam,
  answer: z.object({ id: z.int(), username: z.string(), key: apiKey.nullable() }),
  errors: ['reseller_not_found'],
});

export const makeExternalKey = endpoint({
  name: 'make-external-key',
  method: 'POST',
  path: '/api/external-keys/:id',
  summary:
    'Cria a chave externa de uma revenda, ou a gira se já existe. A chave inteira aparece só nesta resposta.',
  access: admins,
  freshCode: true,
  params: idParam,
  body: z.object({ overlapHours: overlap, ...freshCode }),
  answer: createdKey,
  errors: ['reseller_not_found', ...codeErrors],
});

export const revokeExternalKey = endpoint({
  name: 'revoke-external-key',
  method: 'POST',
  path: '/api/external-keys/:id/revoke',
  summary: 'Revoga na hora a chave externa de uma revenda.',
  access: admins,
  freshCode: true,
  params: idParam,
  body: z.object({ ...freshCode }),
  answer: ended,
  errors: ['reseller_not_found', 'api_key_not_found', ...codeErrors],
});
