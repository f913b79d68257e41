// @vitest-environment happy-dom
import { getProfile } from '@ramal/contract/sessions';
import { afterEach, expect, it } from 'vitest';
import { formatDateTime, setPanelTimeZone } from '../foundation/dates.ts';
import { makeQueryClient, queryKey } from '../foundation/api/query.ts';
import { followPanelTimeZone } from './profile.ts';

afterEach(() => setPanelTimeZone('America/Sao_Paulo'));

it('writes dates in the zone the server tells with the profile', () => {
  const client = makeQueryClient();
  const stop = followPanelTimeZone(client);
  const noon = new Date('2026-11-21T15:00:00Z');
  expect(formatDateTime(noon)).toBe('21/11/2026 12:00');
  client.setQueryData(queryKey(getProfile, {}), { time_zone: 'America/Manaus', country: 'BR' });
  expect(formatDateTime(noon)).toBe('21/11/2026 11:00');
  stop();
});
