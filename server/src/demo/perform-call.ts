/** Runs calls of the contract with the handlers of the product, without HTTP. */
import type { Readable } from 'node:stream';
import type { Endpoint, HandlerResult, RequestOf } from '@ramal/contract/api/endpoint';
import type { Caller } from '../foundation/caller.ts';
import type { Binding } from '../foundation/http/bind.ts';

type AnyRequest = Partial<Record<'params' | 'query' | 'body', unknown>>;

/** Performs a call. The request is validated like a request over HTTP. */
export async function performCall<E extends Endpoint>(
  routes: readonly Binding[],
  endpoint: E,
  caller: Caller,
  request: RequestOf<E> & { readonly file?: Readable },
): Promise<HandlerResult<E>> {
  const binding = routes.find((route) => route.endpoint.name === endpoint.name);
  if (!binding) throw new Error(`${endpoint.name} has no handler`);
  const { params, query, body } = request as AnyRequest;
  const call = {
    ...caller,
    params: endpoint.params?.parse(params ?? {}),
    query: endpoint.query?.parse(query ?? {}),
    body: endpoint.body?.parse(body ?? {}),
    ...(request.file ? { file: request.file } : {}),
  };
  return (await binding.handle(call as never)) as HandlerResult<E>;
}
