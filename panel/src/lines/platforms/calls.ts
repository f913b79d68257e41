/** A platform's calls on the query cache: the same reading and acting as everywhere, in the panel's words. */
import { getDashboard } from '@ramal/contract/dashboard';
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { findLinesByWhatsapp, getLineHistory } from '@ramal/contract/lines/lines';
import { getProfile } from '@ramal/contract/sessions';
import { useMemo } from 'react';
import { z } from 'zod';
import type { ApiError } from '../../foundation/api/api.ts';
import { type ReadOptions, useAction, useCall } from '../../foundation/api/query.ts';
import type { LinePlatform, PlatformCall } from './platform.ts';

/** Stands where a platform has no such call: it is never made. */
const nothing: Endpoint = {
  name: 'nothing',
  method: 'GET',
  path: '/',
  summary: '',
  access: 'public',
  answer: z.undefined(),
  errors: [],
};

/** A call that the platform lacks (its bouquets, say) is not made and has no data. */
export function usePlatformRead<In, Out>(
  call: PlatformCall<In, Out> | undefined,
  input: In,
  options: ReadOptions = {},
) {
  const query = useCall<Endpoint>(call?.declaration ?? nothing, call?.send(input) as object, {
    ...options,
    enabled: call !== undefined && (options.enabled ?? true),
  });
  const read = call?.read;
  const data = useMemo(
    () => (query.data === undefined ? undefined : read?.(query.data)),
    [query.data, read],
  );
  return { query, data };
}

/** Everything an act on a line may have changed: its lists, its history, its number and the credits in the top bar (T-09). */
export const callsChangedByActions = (platform: LinePlatform): readonly Endpoint[] => [
  platform.list.declaration,
  ...(platform.listAll ? [platform.listAll.declaration] : []),
  platform.count.declaration,
  platform.receipt.declaration,
  getLineHistory,
  findLinesByWhatsapp,
  getProfile,
  getDashboard,
];

export interface PlatformAct<In, Out> {
  readonly run: (input: In) => Promise<Out>;
  readonly busy: boolean;
  readonly error: ApiError | null;
}

/** A call that the platform lacks is offered by nothing. */
export function usePlatformAct<In, Out>(
  platform: LinePlatform,
  call: PlatformCall<In, Out> | undefined,
  /** Where it also changes something. */
  other?: LinePlatform,
): PlatformAct<In, Out> {
  const act = useAction<Endpoint>(call?.declaration ?? nothing, {
    refresh: [...callsChangedByActions(platform), ...(other ? callsChangedByActions(other) : [])],
  });
  return {
    run: async (input) => {
      if (!call) throw new Error(`${platform.is.key} has no such call`);
      return call.read(await act.mutateAsync(call.send(input)));
    },
    busy: act.isPending,
    error: act.error,
  };
}
