/**
 * Prevents two users from overwriting each other's edits without notice. A form sends the version
 * that it started from. The server rejects the call if another user has saved since then
 * (`changed_meanwhile`).
 */
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { ApiError } from '../foundation/api/api.ts';
import { queryKey } from '../foundation/api/query.ts';
import type { Form } from './form/use-form.ts';

/** Hidden field of a form. It is empty for a new object, and then not sent. */
interface WithVersion {
  readonly version: string;
}

/**
 * Keeps the version that the data had at the first input until the form is reset. The draft stores
 * it too. Otherwise a later read would change the version together with the fields without input.
 */
export function usePinnedVersion({
  changed,
  values: { version },
  change,
}: Pick<Form<WithVersion>, 'changed' | 'values' | 'change'>): void {
  const keep = useEffectEvent(() => change({ version }));
  useEffect(() => {
    if (changed) keep();
  }, [changed]);
}

/**
 * Returns a handler for `onRefused`. After a conflict, the next form starts with the values that
 * the other user saved.
 */
export function useRefetchOnConflict(...stale: readonly Endpoint[]): (error: ApiError) => void {
  const client = useQueryClient();
  return ({ code }) => {
    if (code !== 'changed_meanwhile') return;
    for (const call of stale) void client.invalidateQueries({ queryKey: queryKey(call) });
  };
}
