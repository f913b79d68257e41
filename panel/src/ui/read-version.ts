/**
 * Prevents that two people overwrite each other's edits without notice. A form sends the version
 * that it started from. The server rejects it if another person has saved since then
 * (`changed_meanwhile`).
 */
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { ApiError } from '../foundation/api/api.ts';
import { queryKey } from '../foundation/api/query.ts';
import type { Form } from './form/use-form.ts';

/** Hidden field of the form. It is empty for a new object and then not sent. */
interface WithVersion {
  readonly version: string;
}

/**
 * Keeps the version from the first input on, in the draft too. Untouched fields follow later reads,
 * and the version would follow with them. A reset releases it.
 */
export function useKeptVersion({
  changed,
  values: { version },
  change,
}: Pick<Form<WithVersion>, 'changed' | 'values' | 'change'>): void {
  const keep = useEffectEvent(() => change({ version }));
  useEffect(() => {
    if (changed) keep();
  }, [changed]);
}

/** Handler for `onRefused`: the next form starts from the values that the other person saved. */
export function useReadAgain(...stale: readonly Endpoint[]): (error: ApiError) => void {
  const client = useQueryClient();
  return ({ code }) => {
    if (code !== 'changed_meanwhile') return;
    for (const call of stale) void client.invalidateQueries({ queryKey: queryKey(call) });
  };
}
