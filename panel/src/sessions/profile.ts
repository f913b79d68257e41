import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { getProfile } from '@ramal/contract/sessions';
import type { QueryClient, UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '../foundation/api/api.ts';
import { setPanelTimeZone } from '../foundation/dates.ts';
import { setOfficeCountry } from '../foundation/phone.ts';
import { type ReadOptions, useCall } from '../foundation/api/query.ts';

export type Profile = ResponseOf<typeof getProfile>;

/** The signed-in account as the server sees it: profile, grants, functions, credits. Screens only hide by it. */
export const useProfile = (options?: ReadOptions): UseQueryResult<Profile, ApiError> =>
  useCall(getProfile, {}, { readableOffline: true, ...options });

/** The panel writes dates in the zone that comes with the profile (RAMAL_TIMEZONE, Q-TZ). */
export function followPanelTimeZone(client: QueryClient): () => void {
  return client.getQueryCache().subscribe(({ query }) => {
    const profile =
      query.queryKey[0] === getProfile.name ? (query.state.data as Profile | undefined) : undefined;
    if (!profile) return;
    setPanelTimeZone(profile.time_zone);
    setOfficeCountry(profile.country);
  });
}
