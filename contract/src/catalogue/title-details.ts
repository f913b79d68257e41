/**
 * Posters and plots of films and series from The Movie Database. The operator provides the API key.
 */
import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';

const admins = { profiles: ['admin'] } as const;

const state = {
  /** True if a key is stored; the key itself is never returned. */
  hasKey: z.boolean(),
  /**
   * True if The Movie Database rejects the stored key. No requests are sent until another key is
   * saved.
   */
  refused: z.boolean(),
  /** Number of films and series of the catalogue that The Movie Database contains. */
  found: z.int(),
  /** Number of films and series that The Movie Database does not contain. */
  unknown: z.int(),
  /** Number of films and series that were not searched yet. */
  waiting: z.int(),
};

export const getTitleDetails = endpoint({
  name: 'get-title-details',
  method: 'GET',
  path: '/api/catalogue/title-details',
  summary: 'Se capas e sinopses são buscadas no TMDB, e de quantos títulos já vieram.',
  access: admins,
  answer: z.object(state),
  errors: [],
});

export const saveTitleDetailsKey = endpoint({
  name: 'save-title-details-key',
  method: 'PUT',
  path: '/api/catalogue/title-details',
  summary: 'Guarda a chave do TMDB, depois de prová-la; sem chave, nada mais é buscado.',
  access: admins,
  body: z.object({
    /** API key of version 3, or read access token of version 4. */
    key: z
      .string()
      .trim()
      .max(1000)
      .regex(/^([\da-f]{32}|eyJ[\w-]+\.[\w-]+\.[\w-]+)$/i, {
        error: 'A chave do TMDB tem 32 letras e números, ou é um token, como eyJhbGciOi….',
      })
      .optional()
      .meta({ title: 'Chave do TMDB' }),
  }),
  answer: z.object({ message: z.string(), ...state }),
  errors: ['tmdb_key_refused', 'tmdb_silent'],
});
