/**
 * Hostnames in the playlists that the devices of an app receive. Source: S-DNSACT, E-85, V-65,
 * R-08, Q-BALROUTES.
 */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { hostname } from '../api/contact-fields.ts';
import { idParam } from '../api/fields.ts';

const access = { profiles, grants: ['dns.fixed'] } as const;

export const activator = z.object({
  id: z.int(),
  /** Name of the app. */
  ativador: z.string(),
  /** Hostname for the devices of the app. Empty if the devices use the panel's hostname. */
  dns: z.string(),
  /** Date of the last change, dd/mm/yyyy; null if the hostname was never changed. */
  changedFormatted: z.string().nullable(),
  /**
   * State of the hostname. `unknown` means that it was not checked yet. A hostname that is down
   * appears in no playlist.
   */
  health: z.enum(['up', 'down', 'unknown']),
  /** Start of the outage in Unix seconds. Null while the hostname answers. */
  downSinceTimestamp: z.int().nullable(),
});
export type Activator = z.output<typeof activator>;

export const listActivators = endpoint({
  name: 'list-dns-activators',
  method: 'GET',
  path: '/api/dns-activators',
  summary: 'O DNS que os aparelhos de cada ativador recebem.',
  access,
  answer: z.array(activator),
  errors: [],
});

export const editActivator = endpoint({
  name: 'edit-dns-activator',
  method: 'PUT',
  path: '/api/dns-activators/:id',
  summary:
    'Troca o DNS de um ativador; vale para todos os aparelhos dele na próxima vez que perguntarem.',
  access,
  params: idParam,
  body: z.object({
    dns: hostname(
      'Endereço DNS',
      z.string({ error: 'O endereço DNS não pode estar vazio.' }).trim().max(253),
    ),
  }),
  answer: z.object({ message: z.string() }).extend(activator.shape),
  errors: ['activator_not_found'],
});
