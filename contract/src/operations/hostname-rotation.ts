/**
 * Rotation of each franchise: its hostnames in a fixed order. The links of the network use the
 * first available hostname. Source: S-SETTINGS-24, S-DNS-35, E-66, E-67, M-123, Q-ROTATEDNS.
 */
import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { hostname } from '../api/contact-fields.ts';
import { idParam, text, whole, withError } from '../api/fields.ts';

const access = { profiles: ['admin'] } as const;

export const ROTATION_INCOMPLETE = 'Por favor, preencha todos os campos corretamente!';

const rotationHostname = z.object({
  id: z.int(),
  dns: z.string(),
  /** User name of the franchise's account. */
  franchise: z.string(),
  idRes: z.int(),
  /** 1 if the links currently use this hostname. */
  current: z.literal([0, 1]),
  /** Position in the rotation, from 1. */
  order: z.int(),
  /**
   * State of the hostname as probed from the internet. `unknown` means that it was not probed yet.
   */
  health: z.enum(['up', 'down', 'unknown']),
});
export type RotationHostname = z.output<typeof rotationHostname>;

export const getRotation = endpoint({
  name: 'get-rotate-dns',
  method: 'GET',
  path: '/api/get-rotate-dns',
  summary: 'O rodízio de DNS de cada franquia, na ordem.',
  access,
  answer: z.object({
    rotates: z.array(rotationHostname),
    /** Franchises that may have a rotation. */
    franchises: z.array(z.object({ idRes: z.int(), dns: z.string() })),
  }),
  errors: [],
});

export const saveRotation = endpoint({
  name: 'save-rotate-dns',
  method: 'POST',
  path: '/api/save-rotate-dns',
  summary:
    'Põe um DNS no fim do rodízio de uma franquia; com o id de um que já está nele, muda o lugar dele (current 1 é o primeiro).',
  access,
  body: z.object({
    id: whole('ID', 0).default(0),
    dns: withError(hostname('DNS', z.string().trim().max(253)), ROTATION_INCOMPLETE),
    /** Id of the franchise's account. Only this id selects the franchise. */
    idRes: withError(whole('Franquia', 1), ROTATION_INCOMPLETE),
    /** Name of the franchise as the client read it. The server ignores the name. */
    franchise: text('Franquia', 100, 0).optional(),
    current: whole('Em uso', 0, 1).optional(),
    order: whole('Ordem', 1, 1000).optional(),
  }),
  answer: z.object({ message: z.string(), id: z.int() }),
  errors: [
    'hostname_elsewhere',
    'hostname_not_found',
    'franchise_not_found',
    'hostname_in_rotation',
  ],
});

export const deleteRotation = endpoint({
  name: 'delete-rotate-dns',
  method: 'DELETE',
  path: '/api/delete-rotate-dns/:id',
  summary: 'Tira um DNS do rodízio da franquia; os links da rede dela deixam de usá-lo.',
  access,
  params: idParam,
  answer: z.object({ message: z.string() }),
  errors: ['hostname_not_found'],
});
