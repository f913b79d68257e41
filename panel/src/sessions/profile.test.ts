// @vitest-environment happy-dom
import { getProfile } from '@ramal/contract/sessions';
import { afterEach, expect, it, vi } from 'vitest';
import { formatDateTime, setPanelTimeZone } from '../foundation/dates.ts';
import { makeQueryClient, queryKey } from '../foundation/api/query.ts';
import { ApiError } from '../foundation/api/api.ts';
import { followPanelTimeZone, rereadProfileOnRefusal } from './profile.ts';

afterEach(() => setPanelTimeZone('America/Sao_Paulo'));

it('formats dates in the time zone of the profile', () => {
  const client = makeQueryClient();
  const stop = followPanelTimeZone(client);
  const noon = new Date('2026-11-21T15:00:00Z');
  expect(formatDateTime(noon)).toBe('21/11/2026 12:00');
  client.setQueryData(queryKey(getProfile, {}), { time_zone: 'America/Manaus', country: 'BR' });
  expect(formatDateTime(noon)).toBe('21/11/2026 11:00');
  stop();
});

const refusal = (status: number) =>
  new ApiError({
    status,
    code: status === 403 ? 'forbidden' : 'unavailable',
    title: 'Ocorreu um erro',
    message: 'Não.',
    fields: {},
    requestId: undefined,
    retryAfter: undefined,
  });

it('reads the profile again after a missing permission, but not after another failure', async () => {
  const client = makeQueryClient();
  const stop = rereadProfileOnRefusal(client);
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  const fail = (name: string, status: number) =>
    client
      .fetchQuery({
        queryKey: [name],
        queryFn: () => Promise.reject(refusal(status)),
        retry: false,
      })
      .catch(() => undefined);
  await fail('list-games', 503);
  // The error of the profile call must not cause another profile call, because the calls would then
  // never stop.
  await fail(getProfile.name, 403);
  expect(invalidate).not.toHaveBeenCalled();
  await fail('list-games', 403);
  expect(invalidate).toHaveBeenCalledTimes(1);
  await client
    .getMutationCache()
    .build(client, { mutationFn: () => Promise.reject(refusal(403)) })
    .execute(undefined)
    .catch(() => undefined);
  expect(invalidate).toHaveBeenCalledTimes(2);
  stop();
});
