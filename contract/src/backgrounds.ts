/**
 * Background pictures of the sign-in page. Hosts without a picture of their brand use them
 * (S-SETTINGS-01, S-SETTINGS-21, E-64, M-120).
 */
import { z } from 'zod';
import { endpoint } from './api/endpoint.ts';
import { idParam } from './api/fields.ts';
import { backgroundFormats, formatNames } from './rules/picture-formats.ts';

const access = { profiles: ['admin'] } as const;

export const BACKGROUND_BYTES = 5 * 1024 * 1024;
export const MAX_BACKGROUNDS = 30;

export const background = z.object({
  id: z.int(),
  /** URL on this host. */
  image: z.string(),
  /** True if the sign-in page shows this picture now. */
  current: z.boolean(),
});
export type Background = z.output<typeof background>;

export const listBackgrounds = endpoint({
  name: 'list-backgrounds',
  method: 'GET',
  path: '/api/backgrounds',
  summary: 'Os planos de fundo da tela de entrada, do mais novo ao mais antigo.',
  access,
  answer: z.array(background),
  errors: [],
});

export const uploadBackground = endpoint({
  name: 'upload-background',
  method: 'POST',
  path: '/api/backgrounds',
  summary: `Envia um plano de fundo (${formatNames(backgroundFormats)}, até 5 MB), que passa a ser o mostrado.`,
  access,
  upload: { maxBytes: BACKGROUND_BYTES },
  answer: background.extend({ message: z.string() }),
  errors: ['picture_unreadable', 'backgrounds_too_many', 'body_too_large', 'overloaded'],
});

export const chooseBackground = endpoint({
  name: 'choose-background',
  method: 'PUT',
  path: '/api/backgrounds/:id',
  summary: 'Passa a mostrar um plano de fundo já enviado.',
  access,
  params: idParam,
  body: z.object({}),
  answer: background.extend({ message: z.string() }),
  errors: ['background_not_found'],
});

export const deleteBackground = endpoint({
  name: 'delete-background',
  method: 'DELETE',
  path: '/api/backgrounds/:id',
  summary: 'Remove um plano de fundo; sem nenhum, a entrada volta ao desenho padrão.',
  access,
  params: idParam,
  answer: z.object({ message: z.string() }),
  errors: ['background_not_found'],
});
