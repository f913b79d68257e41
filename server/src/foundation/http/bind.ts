/**
 * Binds declarations to handlers, with one Fastify route per path. If several declarations share a
 * path, the action code in the body selects one. Each call runs these steps: authenticate, check
 * access, validate the input, run the handler, check the response against the declaration. A
 * declaration without access or handler prevents the start.
 */
import { Readable } from 'node:stream';
import type { Access } from '@ramal/contract/api/access';
import type { ApiScope, ScopeGroup } from '@ramal/contract/api-keys';
import type {
  Download,
  Endpoint,
  HandlerResult,
  ParsedRequest,
} from '@ramal/contract/api/endpoint';
import { Refusal, refuse, refuseFields } from '@ramal/contract/api/errors';
import { flag, whole } from '@ramal/contract/api/fields';
import { withInsideNames, encodeAnswer } from '@ramal/contract/api/translated';
import { messages, onlyUnknownFields, readInput } from '@ramal/contract/api/validation';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Actor, ApiKeyUse, Caller, IdempotencyKey, RequestMeta } from '../caller.ts';
import { checkAccess, checkRegPassword } from './call-access.ts';
import { endEvents, sendEvents } from './events.ts';
import { readIdempotencyKey, type RequestInput } from './idempotency-key.ts';
import {
  declaresCode,
  reportMissingCode,
  type RequiresCode,
  type UncheckedCall,
} from './missing-code.ts';
import { readRequestMeta, readToken } from './request-meta.ts';
import { acceptUploads, findUpload } from './upload.ts';
import { createSharedRuns } from '../shared-runs.ts';

export type Call<E extends Endpoint> = ParsedRequest<E> &
  (E['access'] extends 'public' ? { readonly requestMeta: RequestMeta } : Caller) &
  (E extends { upload: object } ? { readonly file: Readable } : unknown);

export interface Binding {
  readonly endpoint: Endpoint;
  readonly handle: (call: never) => Promise<unknown>;
  /** Checks fields that the declaration cannot check, before the fresh code is spent. */
  readonly check?: ((call: never) => unknown) | undefined;
  /**
   * Returns true if an account with a second factor must send a fresh code. Set only for calls
   * whose use case spends the code. Runs only after a refusal, so fields with errors are missing
   * from the input.
   */
  readonly requiresCode?: RequiresCode<never> | undefined;
  /** Scope group of the call for API keys. Undefined if API keys may not use the call. */
  readonly scopeGroup?: ScopeGroup;
}

export const bind = <E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<HandlerResult<E>>,
  check?: (call: Call<E>) => unknown,
): Binding => ({
  endpoint,
  handle,
  check,
});

/** Binds a call whose use case decides whether it requires a fresh code, and spends the code. */
export const bindWithCode = <E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<HandlerResult<E>>,
  requiresCode: RequiresCode<UncheckedCall<E>>,
): Binding => ({ endpoint, handle, requiresCode });

/** Authentication and second-factor checks that run before every handler. */
export interface AuthGuard {
  /** Finds the account of a bearer token or an API key, or refuses. */
  readonly authenticate: (token: string | undefined, requestMeta: RequestMeta) => Promise<Actor>;
  /** Counts a request of an API key. */
  readonly countKeyUse: (keyId: number) => Promise<RateState>;
  /**
   * Uses up a fresh code of an account with a second factor, or refuses. If the same request, with
   * the same idempotency key, already used the code in any process, the code is accepted again and
   * not counted.
   */
  readonly spendCode: (
    actor: Actor,
    code: string | undefined,
    requestMeta: RequestMeta,
    key?: IdempotencyKey,
  ) => Promise<void>;
  /** True while the panel is in quarantine after a restore. */
  readonly isInQuarantine: () => Promise<boolean>;
  /** Runs a call and undoes its writes. */
  readonly rehearse: <T>(work: () => Promise<T>) => Promise<T>;
  /**
   * True if a call with this key was answered before. The stored response is then sent again, and
   * no code is required.
   */
  readonly isReplay: (actor: Actor, key: IdempotencyKey) => Promise<boolean>;
  /**
   * Key of the HMAC that identifies a request with an Idempotency-Key. Only this HMAC is stored,
   * because the request may contain a password.
   */
  readonly fingerprintKey: Buffer;
}

interface RateState {
  readonly limit: number;
  readonly remaining: number;
  readonly resetMs: number;
  readonly isExceeded: boolean;
}

/** Guard that also shares runs: simultaneous equal requests with the same key get one response. */
type ServingGuard = AuthGuard & { readonly share: ReturnType<typeof createSharedRuns> };

export function serve(
  server: FastifyInstance,
  bindings: readonly Binding[],
  checks: AuthGuard,
): void {
  const guard: ServingGuard = { ...checks, share: createSharedRuns() };
  acceptUploads(server);
  server.addHook('preClose', async () => endEvents(server.server));
  for (const group of byRoute(bindings)) {
    const { method, path, alias, fromAnywhere, acceptsForms = false } = group[0]!.endpoint;
    const config = { acceptsForms };
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      reply.header('cache-control', 'no-store');
      if (fromAnywhere) reply.headers(anyOrigin);
      const binding = actionOf(group, request.body) ?? (await refuseAction(group, request, guard));
      const result = await answer(binding, request, reply, guard);
      if (binding.endpoint.events)
        return sendEvents(server, reply, result as AsyncIterableIterator<string>);
      const { download, textField } = binding.endpoint;
      if (textField && /^text\/plain\b/.test(request.headers.accept ?? ''))
        return reply.type('text/plain').send((result as Record<string, string>)[textField]);
      return download ? sendFile(reply, result as Download) : result;
    };
    server.route({ method, url: path, handler, config });
    if (alias) server.route({ method, url: alias, handler, config });
    if (fromAnywhere)
      server.options(path, async (_request, reply) => reply.headers(preflight).code(204).send());
  }
}

const anyOrigin = { 'access-control-allow-origin': '*' };
const preflight = {
  ...anyOrigin,
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '86400',
};

/** Groups declarations by method and path, and checks that no two are ambiguous. */
function byRoute(bindings: readonly Binding[]): Binding[][] {
  const groups = new Map<string, Binding[]>();
  const names = new Set<string>();
  for (const binding of bindings) {
    const { name, method, path, access, action, selector } = binding.endpoint;
    if (!(access as Access | undefined)) throw new Error(`${name} has no access`);
    if (!(binding.handle as unknown)) throw new Error(`${name} has no handler`);
    if (names.has(name)) throw new Error(`two calls are named ${name}`);
    names.add(name);
    const group = groups.get(`${method} ${path}`) ?? [];
    const isAlike = ({ endpoint }: Binding) =>
      endpoint.action === action && endpoint.selector === selector;
    if (group.some(isAlike)) {
      throw new Error(`${name} cannot be told from another call on ${method} ${path}`);
    }
    group.push(binding);
    groups.set(`${method} ${path}`, group);
  }
  return [...groups.values()];
}

/**
 * Parses the action code strictly, because an empty or malformed code must not count as action 0.
 */
const actionCode = whole('Ação');

function actionOf(group: readonly Binding[], body: unknown): Binding | undefined {
  const selected = group.find(
    ({ endpoint: { selector } }) =>
      selector !== undefined && Object.hasOwn(Object(body) as object, selector),
  );
  const [first] = group;
  if (first!.endpoint.action === undefined)
    return selected ?? group.find(({ endpoint }) => endpoint.selector === undefined);
  const code = actionCode.safeParse((body as { action?: unknown } | null | undefined)?.action).data;
  return group.find(({ endpoint }) => endpoint.action === code);
}

/**
 * Refuses an unknown action. Only authenticated callers learn that the action does not exist. Other
 * callers get the refusal of a missing sign-in.
 */
async function refuseAction(
  group: readonly Binding[],
  request: FastifyRequest,
  guard: AuthGuard,
): Promise<never> {
  if (group.every(({ endpoint }) => endpoint.access !== 'public'))
    await guard.authenticate(readToken(request), readRequestMeta(request));
  return refuse('invalid_fields', {
    fields: { action: messages.malformed('Ação') },
  });
}

async function answer(
  binding: Binding,
  request: FastifyRequest,
  reply: FastifyReply,
  guard: ServingGuard,
): Promise<unknown> {
  const { endpoint } = binding;
  const meta = readRequestMeta(request);
  const actor =
    endpoint.access === 'public'
      ? undefined
      : await guard.authenticate(readToken(request, endpoint.queryToken), meta);
  const requestMeta = actor?.apiKey ? { ...meta, apiKey: withoutScopes(actor.apiKey) } : meta;
  if (actor?.apiKey) await checkKey(binding, actor.apiKey, reply, guard);
  if (actor) checkAccess(endpoint, actor);
  if (endpoint.reachesOut && (await guard.isInQuarantine())) refuse('in_quarantine');
  const caller = actor && { actor, requestMeta, key: undefined };
  return reportMissingCode(binding, request, caller, () =>
    handle(binding, request, { actor, requestMeta }, guard),
  );
}

/** Reads the input and runs the handler for a caller that has access. */
async function handle(
  binding: Binding,
  request: FastifyRequest,
  { actor, requestMeta }: { readonly actor: Actor | undefined; readonly requestMeta: RequestMeta },
  guard: ServingGuard,
): Promise<unknown> {
  const { endpoint } = binding;
  const file = findUpload(endpoint, request);
  const input = read(endpoint, request);
  if (actor) checkRegPassword(actor, request);
  const isPreview = isPreviewed(endpoint, request);
  // A dry run claims no idempotency key and never returns a stored response.
  const key =
    endpoint.keyed && !isPreview ? readIdempotencyKey(endpoint, request, input, guard) : undefined;
  const call = {
    ...input,
    requestMeta,
    ...(actor ? { actor, key } : {}),
    ...(file ? { file } : {}),
  };
  const act = async (): Promise<unknown> => {
    const isCoded = actor?.hasSecondFactor === true && declaresCode(endpoint, input.body);
    const isReplay = isCoded && key !== undefined && (await guard.isReplay(actor, key));
    const { code2fa: code } = (input.body ?? input.query ?? {}) as { code2fa?: string };
    if (!isReplay) await checkFields(binding, call);
    if (isCoded && !isReplay) await guard.spendCode(actor, code, requestMeta, key);
    const result = await handleOnce(binding, call, guard);
    return endpoint.download || endpoint.events ? result : encodeAnswer(endpoint.answer, result);
  };
  if (isPreview) return { ...((await guard.rehearse(act)) as object), preview: true };
  return key && actor && !file
    ? guard.share(`${actor.id} ${key.id} ${key.fingerprint.toString('hex')}`, act)
    : act();
}

/** Refuses wrong fields before a fresh code is spent. The handler reports every other failure. */
async function checkFields({ check }: Binding, call: object): Promise<void> {
  try {
    await check?.(call as never);
  } catch (error) {
    if (!(error instanceof Refusal) || error.details.fields) throw error;
  }
}

/**
 * Runs the handler. If it refuses because another process completed an equal request first, returns
 * the response of that request.
 */
async function handleOnce(
  binding: Binding,
  call: object & Partial<Pick<Caller, 'actor' | 'key'>>,
  guard: AuthGuard,
): Promise<unknown> {
  const { actor, key } = call;
  try {
    return await binding.handle(call as never);
  } catch (error) {
    const isAnswered =
      error instanceof Refusal && actor && key && (await guard.isReplay(actor, key));
    if (!isAnswered) throw error;
    return binding.handle(call as never);
  }
}

const previewQuery = z.object({ preview: flag('preview').default(false) });

/**
 * Returns true for a dry run. Refuses a dry run of a call that does not support it, because the
 * change would be real.
 */
function isPreviewed({ method, writes, keyed }: Endpoint, { query }: FastifyRequest): boolean {
  if (method === 'GET' && !writes) return false;
  const read = readInput(previewQuery, query ?? {});
  if (!read.ok) refuse('invalid_fields', { fields: read.fields });
  if (read.data.preview && !keyed) refuse('preview_not_offered');
  return read.data.preview;
}

/**
 * Streams a file at the speed of the client. If the file cannot be completed, the connection is
 * closed before the end.
 */
function sendFile(reply: FastifyReply, { name, type, content }: Download): FastifyReply {
  return reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(content));
}

const withoutScopes = ({ id, day }: ApiKeyUse): ApiKeyUse => ({ id, day });

/**
 * Checks the request limit of an API key and reports the remaining requests in the response. Calls
 * that require a fresh code refuse API keys.
 */
async function checkKey(
  binding: Binding,
  { id, scopes }: NonNullable<Actor['apiKey']>,
  reply: FastifyReply,
  guard: AuthGuard,
): Promise<void> {
  const { limit, remaining, resetMs, isExceeded } = await guard.countKeyUse(id);
  const seconds = Math.max(1, Math.ceil(resetMs / 1000));
  reply.headers({
    'ratelimit-limit': limit,
    'ratelimit-remaining': remaining,
    'ratelimit-reset': seconds,
  });
  if (isExceeded) refuse('too_many_attempts', { values: { seconds }, retryAfterSeconds: seconds });
  const needed = requiredScope(binding) ?? refuse('key_not_allowed');
  if (!scopes.has(needed) && !scopes.has(`${binding.scopeGroup!}:write`))
    refuse('key_scope_missing', { values: { scope: needed } });
}

/** Undefined if API keys may not use the call. */
export function requiredScope({ endpoint, scopeGroup }: Binding): ApiScope | undefined {
  if (!scopeGroup || endpoint.freshCode) return undefined;
  const isReading = endpoint.method === 'GET' && !endpoint.writes;
  return `${scopeGroup}:${isReading ? 'read' : 'write'}`;
}

function bodyOf({ ignores }: Endpoint, { body }: FastifyRequest): unknown {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  if (!ignores || !isObject) return body ?? {};
  const ignored = new Set(ignores(body as Record<string, unknown>));
  return Object.fromEntries(Object.entries(body).filter(([name]) => !ignored.has(name)));
}

const readRequest = (schema: z.ZodType, sent: unknown) =>
  readInput(schema, withInsideNames(schema, sent));

/**
 * Reads and validates the parts of a request. A malformed id in the path is an invalid field,
 * because only a well-formed id can be «not found».
 */
function read(endpoint: Endpoint, request: FastifyRequest): RequestInput {
  const params = endpoint.params ? readRequest(endpoint.params, request.params) : undefined;
  const query = endpoint.query ? readRequest(endpoint.query, request.query ?? {}) : undefined;
  const body = endpoint.body ? readRequest(endpoint.body, bodyOf(endpoint, request)) : undefined;
  const fields = {
    ...(params && !params.ok ? params.fields : {}),
    ...(query && !query.ok ? query.fields : {}),
    ...(body && !body.ok ? body.fields : unknownFields(endpoint, request)),
  };
  refuseFields(fields);
  return {
    params: params?.ok ? params.data : undefined,
    query: query?.ok ? query.data : undefined,
    body: body?.ok ? body.data : undefined,
  };
}

/** Matches the names of calls that only read. Some of these calls use POST. */
export const onlyReads = /^(?:get|list|read|count|find|search|verify|export|preview|check)-/;

/**
 * Returns an error if the body contains only unknown fields. Skips calls that only read. Also skips
 * calls with an action code, because documented clients send unknown fields to them.
 */
function unknownFields(endpoint: Endpoint, request: FastifyRequest): Record<string, string> {
  if (!endpoint.body || endpoint.action !== undefined || onlyReads.test(endpoint.name)) return {};
  const fields = onlyUnknownFields(endpoint.body, bodyOf(endpoint, request));
  return fields ? { body: `Nenhum destes campos foi enviado: ${fields.join(', ')}.` } : {};
}
