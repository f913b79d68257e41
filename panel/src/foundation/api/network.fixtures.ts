/** Test double of the network for screens. Replies by method and path, and records the requests. */
import { decodeAnswer, encodeAnswer, withWireNames } from '@ramal/contract/api/translated';
import type { z } from 'zod';
import type { WireAnswer, Endpoint } from '@ramal/contract/api/endpoint';
import {
  type ErrorCode,
  errorBody,
  errorStatus,
  type RefusalDetails,
} from '@ramal/contract/api/errors';
import { vi } from 'vitest';

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: Record<string, unknown> | undefined;
}

type Reply = Response | Error | Promise<Response>;
type Replier = (request: SentRequest) => Reply;

export interface Network {
  readonly requests: SentRequest[];
  /** Every later call of this declaration gets this reply. */
  on(declaration: Endpoint, replier: Replier): void;
}

export function fakeNetwork(): Network {
  const requests: SentRequest[] = [];
  const repliers = new Map<string, Replier>();
  const nameOf = (method: string, path: string): string => `${method} ${path}`;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit): Promise<Response> => {
    init.signal?.throwIfAborted();
    const method = init.method ?? 'GET';
    const body =
      typeof init.body === 'string'
        ? (JSON.parse(init.body) as Record<string, unknown>)
        : undefined;
    const call: SentRequest = { method, url, headers: new Headers(init.headers), body };
    requests.push(call);
    const path = url.split('?')[0]!.replace(/\/\d+(?=\/|$)/g, '/:id');
    const replier = repliers.get(nameOf(method, path));
    if (!replier) throw new TypeError(`nobody answers ${nameOf(method, path)}`);
    const reply = await replier(call);
    if (reply instanceof Error) throw reply;
    return reply;
  });
  return {
    requests,
    on: (declaration, replier) =>
      repliers.set(nameOf(declaration.method, declaration.path), replier),
  };
}

/**
 * Checks an answer against its declaration, as the server does before sending. The fields have
 * either their wire names or the names of the code.
 */
export const onWire = (schema: z.ZodType, answer: unknown): unknown =>
  encodeAnswer(schema, decodeAnswer(schema, withWireNames(schema, answer)));

/** Creates a response as the server would send it, checked against the declaration. */
export const answering = <E extends Endpoint>(
  declaration: E,
  answer: WireAnswer<E> | z.input<E['answer']>,
): Response => Response.json(onWire(declaration.answer, answer));

export const refusing = (code: ErrorCode, details: RefusalDetails = {}): Response =>
  Response.json(errorBody(code, details), {
    status: errorStatus(code),
    headers: {
      'x-request-id': 'pedido-1',
      ...(details.retryAfterSeconds === undefined
        ? {}
        : { 'retry-after': String(details.retryAfterSeconds) }),
    },
  });
