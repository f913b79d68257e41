/**
 * Sends the calls of a platform through the query cache. Requests and answers use the terms of the
 * panel instead of wire names.
 */
import { getDashboard } from '@ramal/contract/dashboard';
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { getLine } from '@ramal/contract/lines/line-page';
import { findLinesByWhatsapp, getLineHistory } from '@ramal/contract/lines/lines';
import { listMessages } from '@ramal/contract/lines/messages';
import { getProfile } from '@ramal/contract/sessions';
import { useMemo } from 'react';
import { z } from 'zod';
import type { ApiError } from '../../foundation/api/api.ts';
import { type ReadOptions, useAction, useCall } from '../../foundation/api/query.ts';
import type { LinePlatform, PlatformCall } from './platform.ts';

/** Used instead of a call that the platform does not have. This declaration is never sent. */
const nothing: Endpoint = {
  name: 'nothing',
  method: 'GET',
  path: '/',
  summary: '',
  access: 'public',
  answer: z.undefined(),
  errors: [],
};

/**
 * Reads a call of the platform. If the platform does not have this call (such as a list of
 * bouquets), nothing is sent and the result has no data.
 */
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

/**
 * Returns the calls to read again after an action on a line: lists, history, counts, and the
 * credits in the top bar (T-09).
 */
export const callsChangedByActions = (platform: LinePlatform): readonly Endpoint[] => [
  platform.list.declaration,
  ...(platform.listAll ? [platform.listAll.declaration] : []),
  platform.count.declaration,
  platform.receipt.declaration,
  getLine,
  getLineHistory,
  findLinesByWhatsapp,
  listMessages,
  getProfile,
  getDashboard,
];

interface PlatformAct<In, Out> {
  readonly run: (input: In) => Promise<Out>;
  readonly busy: boolean;
  readonly error: ApiError | null;
}

/**
 * Returns a function that runs an action of the platform. If the platform does not have the action,
 * screens must not offer it.
 */
export function usePlatformAct<In, Out>(
  platform: LinePlatform,
  call: PlatformCall<In, Out> | undefined,
  /** Another platform that the action also changes. */
  other?: LinePlatform,
): PlatformAct<In, Out> {
  const act = useAction<Endpoint>(call?.declaration ?? nothing, {
    refresh: [...callsChangedByActions(platform), ...(other ? callsChangedByActions(other) : [])],
  });
  return {
    run: async (input) => {
      if (!call) throw new Error(`${platform.definition.key} has no such call`);
      return call.read(await act.mutateAsync(call.send(input)));
    },
    busy: act.isPending,
    error: act.error,
  };
}
