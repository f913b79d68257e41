import type { ResponseOf, WireAnswer } from '@ramal/contract/api/endpoint';
import { getProfile } from '@ramal/contract/sessions';
import type { QueryClient, UseQueryResult } from '@tanstack/react-query';
import { ApiError, translate } from '../foundation/api/api.ts';
import { setPanelTimeZone } from '../foundation/dates.ts';
import { setPanelCountry } from '../foundation/panel-country.ts';
import { queryKey, type ReadOptions, useCall } from '../foundation/api/query.ts';

export type Profile = ResponseOf<typeof getProfile>;

/**
 * The signed-in account as the server returns it: profile, grants, functions and credits. Screens
 * use it only to hide content; the server checks permissions.
 */
export const useProfile = (options?: ReadOptions): UseQueryResult<Profile, ApiError> =>
  useCall(getProfile, {}, { readableOffline: true, ...options });

/** Sets the panel's time zone and country each time the profile is loaded (RAMAL_TIMEZONE, Q-TZ). */
export function followPanelTimeZone(client: QueryClient): () => void {
  return client.getQueryCache().subscribe(({ query }) => {
    const answer =
      query.queryKey[0] === getProfile.name
        ? (query.state.data as WireAnswer<typeof getProfile> | undefined)
        : undefined;
    if (!answer) return;
    const profile = translate(getProfile, answer);
    setPanelTimeZone(profile.timeZone);
    setPanelCountry(profile.country);
  });
}

/**
 * Reads the profile again if a call was rejected for a missing permission, and then hides content
 * that is no longer permitted.
 */
export function rereadProfileOnRefusal(client: QueryClient): () => void {
  const readProfileAfter = (error: unknown) => {
    if (error instanceof ApiError && error.status === 403)
      void client.invalidateQueries({ queryKey: queryKey(getProfile) });
  };
  const stopQueries = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    if (event.query.queryKey[0] !== getProfile.name) readProfileAfter(event.action.error);
  });
  const stopActions = client.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error')
      readProfileAfter(event.action.error);
  });
  return () => {
    stopQueries();
    stopActions();
  };
}
