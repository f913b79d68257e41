/** Browsers of the calling account that show notices while the panel is closed (Web Push). */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { idParam, text } from '../api/fields.ts';

const everybody = { profiles } as const;

/**
 * Maximum number of browsers per account. A further browser replaces the least recently used one.
 */
export const MAX_PUSH_BROWSERS = 10;

const base64url = (label: string, length: number) => text(label, length, length).regex(/^[\w-]+$/);

const address = { endpoint: text('Endereço do navegador', 1_000) };

export const getOwnPush = endpoint({
  name: 'get-own-push',
  method: 'GET',
  path: '/api/me/push',
  summary:
    'Os navegadores da própria conta que mostram os avisos, e a chave com que outro se inscreve.',
  access: everybody,
  answer: z.object({
    /** Public key of the installation in base64url. A browser needs it to subscribe. */
    publicKey: z.string(),
    browsers: z.array(
      z.object({
        id: z.int(),
        /** Browser and system: «Chrome no Android». */
        device: z.string(),
        createdAtTimestamp: z.int(),
        lastUsedAtTimestamp: z.int(),
      }),
    ),
  }),
  errors: [],
});

export const turnOnPush = endpoint({
  name: 'turn-on-push',
  method: 'POST',
  path: '/api/me/push',
  summary: 'Liga os avisos no navegador que chama, com a inscrição que ele fez.',
  access: everybody,
  body: z.object({
    ...address,
    /**
     * Keys of the subscription in base64url. `p256dh` is its public key (65 bytes), and `auth` is
     * its secret (16 bytes).
     */
    p256dh: base64url('Chave do navegador', 87),
    auth: base64url('Segredo do navegador', 22),
  }),
  answer: z.object({ message: z.string(), id: z.int() }),
  errors: [],
});

export const recognisePush = endpoint({
  name: 'recognise-push',
  method: 'POST',
  path: '/api/me/push/recognise',
  summary: 'Se os avisos da própria conta estão ligados no navegador que chama.',
  access: everybody,
  body: z.object(address),
  /**
   * Id of this browser's subscription. Null if notices are turned off in this browser, which
   * another browser can do.
   */
  answer: z.object({ id: z.int().nullable() }),
  errors: [],
});

export const turnOffPush = endpoint({
  name: 'turn-off-push',
  method: 'DELETE',
  path: '/api/me/push/:id',
  summary: 'Desliga os avisos num navegador da própria conta.',
  access: everybody,
  params: idParam,
  answer: z.object({ message: z.string() }),
  errors: ['push_browser_not_found'],
});
