import type { Answered } from '@ramal/contract/endpoint';
import { getProfile } from '@ramal/contract/sessions';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '../foundation/api.ts';
import { type ReadOptions, useCall } from '../foundation/query.ts';

export type Profile = Answered<typeof getProfile>;

/** Who is signed in, as the server sees it: profile, grants, functions that are on, credits. Screens hide by it and decide nothing. */
export const useProfile = (options?: ReadOptions): UseQueryResult<Profile, ApiError> => useCall(getProfile, {}, options);
