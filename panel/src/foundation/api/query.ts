/**
 * Stores the server state in a query cache. Screens read it by declaration and do not copy data out
 * of it.
 */
import type { Endpoint, RequestOf, ResponseOf, WireAnswer } from '@ramal/contract/api/endpoint';
import {
  keepPreviousData,
  QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useDeferredValue, useRef } from 'react';
import { type ApiError, call, callOnWire, isOffline, isRetryable, translate } from './api.ts';
import { sendWithCodePrompt } from './code-prompt.ts';
import { newKey } from '../../../../packages/pages/src/keys.ts';
import { type AnswerName, storeAnswer, readStoredAnswer } from './stored-answers.ts';
import { isOutcomeUnknown, getAttemptKey, settleAttempt, addRetryNote } from './unsettled.ts';

const TRIES = 2;
const pause = (attempt: number): number => 800 * 2 ** attempt;
const again = (attempt: number, error: Error): boolean => attempt < TRIES && isRetryable(error);

export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // Without a connection, a call fails at once instead of waiting. In this mode the library
      // does not refetch after a reconnect, so the option `refetchOnReconnect` enables it.
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 5_000,
        retry: again,
        retryDelay: pause,
      },
      mutations: { networkMode: 'always', retry: false, retryDelay: pause },
    },
  });

/**
 * Returns the cache key of a call. The key starts with the name of the declaration, so a refresh
 * needs only the declaration.
 */
export const queryKey = (declaration: Endpoint, sent?: unknown): readonly unknown[] =>
  sent === undefined ? [declaration.name] : [declaration.name, sent];

export interface ReadOptions {
  readonly enabled?: boolean;
  readonly refreshEveryMs?: number;
  /** Shows the rows of the previous page while the next one loads. */
  readonly keepPrevious?: boolean;
  readonly staleMs?: number;
  /**
   * The last answer is stored for offline reading. Offline, the query then has both data and an
   * error.
   */
  readonly readableOffline?: AnswerName;
}

type Select<E extends Endpoint> = (answer: WireAnswer<E>) => ResponseOf<E>;

const selects = new WeakMap<Endpoint, Select<Endpoint>>();

/**
 * Returns the function that translates the answers of a declaration. It is always the same
 * function, so that the cache translates each answer only once.
 */
function selectOf<E extends Endpoint>(declaration: E): Select<E> {
  const select = selects.get(declaration) ?? ((answer) => translate(declaration, answer as never));
  selects.set(declaration, select);
  return select as Select<E>;
}

/** Options of a query that reads a declaration. The cache stores the answer in the wire format. */
export const callQuery = <E extends Endpoint>(declaration: E, sent: RequestOf<E>) => ({
  queryKey: queryKey(declaration, sent),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    callOnWire(declaration, sent, { signal, reads: true }),
  select: selectOf(declaration),
});

/** Reads a declaration that changes no data. Its method may be POST. */
export function useCall<E extends Endpoint>(
  declaration: E,
  sent: RequestOf<E>,
  options: ReadOptions = {},
): UseQueryResult<ResponseOf<E>, ApiError> {
  const client = useQueryClient();
  const result = useQuery<WireAnswer<E>, ApiError, ResponseOf<E>>({
    ...callQuery(declaration, sent),
    ...(options.readableOffline && {
      queryFn: ({ signal }) =>
        readKeeping(client, declaration, sent, { signal, as: options.readableOffline! }),
    }),
    enabled: options.enabled ?? true,
    ...(options.refreshEveryMs === undefined ? {} : { refetchInterval: options.refreshEveryMs }),
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
  });
  return useDrawnInPieces(result);
}

/**
 * Delays the first answer, because React needs long to draw most of a screen at once. React then
 * draws in small steps, so a phone can react to a touch in between. Later answers are not delayed.
 */
function useDrawnInPieces<Result extends { readonly isPending: boolean }>(result: Result): Result {
  const waiting = useRef(result);
  if (result.isPending) waiting.current = result;
  const waits = useDeferredValue(result.isPending);
  return waits && waiting.current.isPending ? waiting.current : result;
}

/**
 * Reads a call and stores its answer for offline use. If the connection fails and the cache is
 * empty, puts the stored answer into the cache. The caller still receives the error.
 */
async function readKeeping<E extends Endpoint>(
  client: QueryClient,
  declaration: E,
  sent: RequestOf<E>,
  { signal, as }: { signal: AbortSignal; as: AnswerName },
): Promise<WireAnswer<E>> {
  try {
    const answer = await callOnWire(declaration, sent, { signal, reads: true });
    void storeAnswer(declaration, sent, answer, as);
    return answer;
  } catch (error) {
    const key = queryKey(declaration, sent);
    if (isOffline(error) && client.getQueryData(key) === undefined) {
      const stored = await readStoredAnswer(declaration, sent, as);
      if (stored) client.setQueryData(key, stored.answer, { updatedAt: stored.at });
    }
    throw error;
  }
}

/**
 * Reads a declaration once, for an action that needs the data. If the cached answer is younger than
 * `staleMs`, no request is sent.
 */
export const fetchCall = async <E extends Endpoint>(
  client: QueryClient,
  declaration: E,
  sent: RequestOf<E>,
  staleMs = 0,
): Promise<ResponseOf<E>> =>
  translate(
    declaration,
    await client.fetchQuery<WireAnswer<E>, ApiError>({
      queryKey: queryKey(declaration, sent),
      queryFn: ({ signal }) => callOnWire(declaration, sent, { signal, reads: true }),
      staleTime: staleMs,
    }),
  );

export interface ActionOptions<E extends Endpoint> {
  /**
   * Declarations whose answers become outdated by this action, so they are read again (S-PROD-15).
   */
  readonly refresh?: readonly Endpoint[];
  /**
   * Returns the key that a form stores with its draft and renews itself. If absent, `useAction`
   * manages the key.
   */
  readonly key?: () => string;
  readonly onSuccess?: (answer: ResponseOf<E>, sent: RequestOf<E>) => void;
  readonly onError?: (error: ApiError, sent: RequestOf<E>) => void;
}

/**
 * Maximum time that a screen waits for updated lists before it shows the success. On a slow
 * connection the lists may take minutes.
 */
const REFRESH_MS = 2_000;

const waitFor = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Makes a call that changes data. A keyed declaration has one Idempotency-Key for each object. The
 * key is created at the first attempt, reused for every retry and replaced after a success
 * (Q-IDEMPOTENT). Only keyed calls are retried automatically. If no response arrives, unsettled.ts
 * stores the key, even after the screen is closed. The data that the call may have changed is read
 * again.
 */
export function useAction<E extends Endpoint>(
  declaration: E,
  { refresh = [], key: ownKey, onSuccess, onError }: ActionOptions<E> = {},
): UseMutationResult<ResponseOf<E>, ApiError, RequestOf<E>> {
  const client = useQueryClient();
  const keys = useRef(new Map<string, string>()).current;
  const keyFor = (sent: RequestOf<E>): string => {
    if (ownKey) return ownKey();
    const object = objectOf(sent);
    const key = keys.get(object) ?? newKey();
    keys.set(object, key);
    return key;
  };
  // Without a connection the data is read again after the reconnect.
  const refetchType = () => (navigator.onLine ? 'active' : 'none');
  const readAnew = () =>
    Promise.all(
      refresh.map((stale) =>
        client.invalidateQueries({ queryKey: queryKey(stale), refetchType: refetchType() }),
      ),
    );
  return useMutation<ResponseOf<E>, ApiError, RequestOf<E>>({
    mutationFn: (request) =>
      sendWithCodePrompt(declaration, request, (sent) =>
        declaration.keyed
          ? call(declaration, sent, {
              key: getAttemptKey(declaration, sent, () => keyFor(sent)),
            }).catch((error: unknown) => Promise.reject(addRetryNote(error)))
          : call(declaration, sent),
      ),
    ...(declaration.keyed ? { retry: again } : {}),
    onSuccess: async (answer, sent) => {
      keys.delete(objectOf(sent));
      settleAttempt(declaration, sent);
      onSuccess?.(answer, sent);
      await Promise.race([readAnew(), waitFor(REFRESH_MS)]);
    },
    onError: (error, sent) => {
      // The server used this key for other data, and the user has seen the error. The next attempt
      // is a new request.
      if (error.code === 'key_reused') keys.delete(objectOf(sent));
      if (isOutcomeUnknown(error)) void readAnew();
      else settleAttempt(declaration, sent);
      onError?.(error, sent);
    },
  });
}

const objectOf = (sent: unknown): string =>
  JSON.stringify((sent as { params?: unknown } | undefined)?.params ?? {});
