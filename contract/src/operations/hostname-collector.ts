/**
 * Hostnames that an admin observes, each in one network. BLOCKED means that the resolver of the
 * network answers differently from public resolvers. Source: S-DNSCOL, E-92, E-93, T-45, K-62,
 * M-130, Q-COLLECTOR.
 */
import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { hostname } from '../api/contact-fields.ts';
import { idParam, text } from '../api/fields.ts';
import { pageSchema, pageQuery } from '../api/paging.ts';

const admins = { profiles: ['admin'] } as const;

const collectedHostname = z.object({
  id: z.int(),
  host: z.string(),
  franchise: z.string(),
  /** Name of the network. Its resolver is compared with public resolvers. */
  local: z.string(),
  /** State of the hostname. Empty text means active. */
  status: z.enum(['BLOCKED', '']),
  /**
   * Time at which the panel found the hostname blocked, dd/mm/yyyy hh:mm; null while the hostname
   * is active.
   */
  dateVerification: z.string().nullable(),
  /** True if the panel knows a resolver of this network and queries it. */
  isChecked: z.boolean(),
});
export type CollectedHostname = z.output<typeof collectedHostname>;

export const collectedStatuses = ['active', 'blocked'] as const;
export type CollectedStatus = (typeof collectedStatuses)[number];

export const collectedSorts = [
  'id',
  'host',
  'franchise',
  'local',
  'status',
  'date_verification',
] as const;

export const listCollectedHostnames = endpoint({
  name: 'list-dns-collector',
  method: 'GET',
  path: '/api/dns-collector',
  summary: 'Os DNS acompanhados, por página, com a rede de onde se olha e se ela os bloqueia.',
  access: admins,
  query: pageQuery(collectedSorts).extend({
    dir: z.enum(['asc', 'desc']).default('desc').meta({ title: 'Sentido' }),
    status: z.enum(collectedStatuses).optional().meta({ title: 'Status' }),
  }),
  answer: pageSchema(collectedHostname).extend({
    counts: z.object({ active: z.int(), blocked: z.int() }),
    /** Networks whose resolver is known. */
    networks: z.array(z.string()),
  }),
  errors: [],
});

export const MAX_COLLECTED_AT_ONCE = 200;

export const addCollectedHostnames = endpoint({
  name: 'add-dns-collector',
  method: 'POST',
  path: '/api/dns-collector',
  summary: 'Acompanha mais DNS, cada um com a franquia e a rede de onde se olha.',
  access: admins,
  body: z
    .array(
      z.object({
        host: hostname('DNS'),
        franquia: text('Franchise', 60, 0).default(''),
        onde: text('Local', 60, 0).default(''),
      }),
    )
    .min(1)
    .max(MAX_COLLECTED_AT_ONCE)
    .meta({ title: 'DNS' }),
  answer: z.object({ message: z.string(), added: z.int() }),
  errors: ['hostname_collected'],
});

export const deleteCollectedHostname = endpoint({
  name: 'delete-dns-collector',
  method: 'DELETE',
  path: '/api/dns-collector/:id',
  summary: 'Deixa de acompanhar um DNS.',
  access: admins,
  params: idParam,
  answer: z.object({ message: z.string() }),
  errors: ['hostname_not_found'],
});
