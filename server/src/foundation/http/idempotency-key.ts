/** Reads the header Idempotency-Key and computes the fingerprint of the request that it belongs to. */
import { createHash, createHmac } from 'node:crypto';
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { FastifyRequest } from 'fastify';
import type { IdempotencyKey } from '../caller.ts';

export interface RequestInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const IDEMPOTENCY_KEY_WRONG =
  'O campo Idempotency-Key não esta no formato correto. Use de 8 a 64 letras, números ou sinais sem espaço, como um UUID ou pedido-000000000001.';
/** Accepted keys. Besides UUIDs, any printable text such as an order number is accepted. */
const PRINTABLE_KEY = /^[\x21-\x7e]{8,64}$/;

/**
 * Returns the UUID under which a key is stored. Any other text is converted to a UUID from its hash
 * (version 8).
 */
export function toStoredKey(key: string): string {
  if (UUID.test(key)) return key;
  const bytes = createHash('sha256').update(key).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

export function readIdempotencyKey(
  endpoint: Endpoint,
  request: FastifyRequest,
  input: RequestInput,
  { fingerprintKey }: { readonly fingerprintKey: Buffer },
): IdempotencyKey | undefined {
  const id = request.headers['idempotency-key'];
  if (id === undefined) return undefined;
  if (typeof id !== 'string' || !PRINTABLE_KEY.test(id))
    refuse('invalid_fields', { fields: { 'Idempotency-Key': IDEMPOTENCY_KEY_WRONG } });
  return {
    id: toStoredKey(id),
    fingerprint: fingerprint(endpoint, input, fingerprintKey),
    answer: endpoint.answer,
  };
}

/**
 * Returns the HMAC of the request after the declaration has parsed it. Unknown fields, blanks and
 * the order of fields therefore do not change the HMAC. Fields that may differ between two
 * submissions of one form are excluded.
 */
function fingerprint(endpoint: Endpoint, { params, body }: RequestInput, key: Buffer): Buffer {
  const {
    regPassword: _,
    gRecaptchaResponse: __,
    code2fa: ___,
    ...fields
  } = (body ?? {}) as Record<string, unknown>;
  return createHmac('sha256', key)
    .update(JSON.stringify([endpoint.name, params, fields]))
    .digest();
}
