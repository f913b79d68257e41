import { act, renderHook, waitFor } from '@testing-library/react';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { moveCredits } from '@ramal/contract/resellers/resellers';
import { getProfile } from '@ramal/contract/sessions';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeNetwork, type Network, refusing } from './network.fixtures.ts';
import { makeQueryClient, useAction, useCall } from './query.ts';

let network: Network;
let client: QueryClient;

beforeEach(() => {
  network = fakeNetwork();
  client = makeQueryClient();
  const fast = { ...client.getDefaultOptions() };
  client.setDefaultOptions({
    queries: { ...fast.queries, retryDelay: 1 },
    mutations: { ...fast.mutations, retryDelay: 1 },
  });
});
afterEach(() => {
  client.clear();
  vi.unstubAllGlobals();
});

const inside = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);
const openAct = (...refresh: Parameters<typeof useAction>[0][]) =>
  renderHook(() => useAction(moveCredits, { refresh }), { wrapper: inside }).result;
const give = (id: number, credits: number) => ({ params: { id }, body: { credits, sale: 13 } });
const keys = () =>
  network.requests
    .filter(({ method }) => method === 'PUT')
    .map(({ headers }) => headers.get('idempotency-key'));

it('keeps one key for an object until the call succeeds, then creates a new one', async () => {
  network.on(moveCredits, () => refusing('insufficient_credits'));
  const form = openAct();
  await act(() => form.current.mutateAsync(give(1, 90)).catch(() => undefined));
  await act(() => form.current.mutateAsync(give(2, 90)).catch(() => undefined));
  network.on(moveCredits, () => Response.json({ message: 'ok' }));
  await act(() => form.current.mutateAsync(give(1, 10)));
  await act(() => form.current.mutateAsync(give(1, 10)));
  const [first, other, again, next] = keys();
  expect(again).toBe(first);
  expect(other).not.toBe(first);
  expect(next).not.toBe(first);
  expect(new Set(keys()).size).toBe(3);
});

it('reports a success although the data that it changed does not load', async () => {
  network.on(moveCredits, () => Response.json({ message: 'ok' }));
  let hangs = false;
  network.on(getProfile, () =>
    hangs ? new Promise<Response>(() => {}) : Response.json({ id: 1 }),
  );
  renderHook(() => useCall(getProfile, {}), { wrapper: inside });
  await waitFor(() => expect(network.requests).toHaveLength(1));
  hangs = true;
  const form = openAct(getProfile);
  await act(() => form.current.mutateAsync(give(1, 10)));
  expect(network.requests).toHaveLength(3);
});

it('repeats a keyed call automatically with the same key when no answer arrives', async () => {
  let calls = 0;
  network.on(moveCredits, () =>
    (calls += 1) < 3 ? new TypeError('Failed to fetch') : Response.json({ message: 'ok' }),
  );
  const form = openAct();
  await act(() => form.current.mutateAsync(give(1, 10)));
  expect(keys()).toHaveLength(3);
  expect(new Set(keys()).size).toBe(1);
});

it('sends the key of the unanswered call when another window repeats it', async () => {
  network.on(getProfile, () => Response.json({ credits: 1 }));
  network.on(moveCredits, () => new TypeError('Failed to fetch'));
  renderHook(() => useCall(getProfile, {}), { wrapper: inside });
  await waitFor(() => expect(network.requests).toHaveLength(1));
  const unanswered = openAct(getProfile);
  await act(() => unanswered.current.mutateAsync(give(1, 10)).catch(() => undefined));
  await waitFor(() =>
    expect(unanswered.current.error?.message).toMatch(/Se já tiver sido feito, não se repete\./),
  );
  // The panel reads again the data that the call may have changed.
  await waitFor(() => expect(network.requests.at(-1)?.url).toBe('/api/get-profile'));

  network.on(moveCredits, () => Response.json({ message: 'ok' }));
  for (const _ of [1, 2]) {
    const another = openAct();
    await act(() => another.current.mutateAsync(give(1, 10)));
  }
  const [lost, , , again, next] = keys();
  expect(again).toBe(lost);
  expect(next).not.toBe(lost);
});

it('uses a new key for an unanswered call after another call on the object succeeded', async () => {
  network.on(moveCredits, () => new TypeError('Failed to fetch'));
  const unanswered = openAct();
  await act(() => unanswered.current.mutateAsync(give(1, 10)).catch(() => undefined));
  network.on(moveCredits, () => Response.json({ message: 'ok' }));
  for (const credits of [20, 10]) {
    const another = openAct();
    await act(() => another.current.mutateAsync(give(1, credits)));
  }
  const [lost, , , other, next] = keys();
  expect(new Set([lost, other, next]).size).toBe(3);
});

it('uses a new key after the server reported that the key was used for other data', async () => {
  network.on(moveCredits, () => refusing('key_reused'));
  const form = openAct();
  await act(() => form.current.mutateAsync(give(1, 10)).catch(() => undefined));
  await act(() => form.current.mutateAsync(give(1, 10)).catch(() => undefined));
  expect(new Set(keys()).size).toBe(2);
});

it('reads again the data that an action changed', async () => {
  network.on(getProfile, () => Response.json({ credits: 1 }));
  network.on(moveCredits, () => Response.json({ message: 'ok' }));
  const profile = renderHook(() => useCall(getProfile, {}), { wrapper: inside }).result;
  await waitFor(() => expect(profile.current.data).toEqual({ credits: 1 }));
  network.on(getProfile, () => Response.json({ credits: 2 }));
  const form = openAct(getProfile);
  await act(() => form.current.mutateAsync(give(1, 10)));
  await waitFor(() => expect(profile.current.data).toEqual({ credits: 2 }));
});

it('repeats a read after a server failure, but not after a rejection', async () => {
  network.on(getProfile, () => refusing('forbidden'));
  const useProfileCall = () => {
    const { data, error, refetch } = useCall(getProfile, {});
    return { data, error, refetch };
  };
  const read = renderHook(useProfileCall, { wrapper: inside }).result;
  await waitFor(() => expect(read.current.error?.code).toBe('forbidden'));
  expect(network.requests).toHaveLength(1);
  let calls = 0;
  network.on(getProfile, () =>
    (calls += 1) < 3 ? refusing('unavailable') : Response.json({ credits: 3 }),
  );
  await act(() => read.current.refetch());
  await waitFor(() => expect(read.current.data).toEqual({ credits: 3 }));
});

it('reads data again that changed while there was no connection', async () => {
  let credits = 50;
  network.on(getProfile, () => Response.json({ credits }));
  const { result } = renderHook(() => useCall(getProfile, {}, { staleMs: 60_000 }), {
    wrapper: inside,
  });
  await waitFor(() => expect(result.current.data?.credits).toBe(50));
  network.on(getProfile, () => new TypeError('Failed to fetch'));
  act(() => void window.dispatchEvent(new Event('offline')));
  await act(() => client.invalidateQueries({ queryKey: [getProfile.name] }));
  const status = () => client.getQueryCache().getAll()[0]!.state.status;
  await waitFor(() => expect(status()).toBe('error'));
  expect(result.current.data?.credits).toBe(50);
  credits = 49;
  network.on(getProfile, () => Response.json({ credits }));
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(result.current.data?.credits).toBe(49));
});
