/**
 * Two people who edit the same thing do not overwrite each other unseen: a form sends the version that its person
 * began from, and the server refuses it once somebody else has saved (`changed_meanwhile`).
 */
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { ApiError } from '../foundation/api/api.ts';
import { queryKey } from '../foundation/api/query.ts';
import type { Form } from './form/use-form.ts';

/** A field of the form that nobody sees; empty for what is new, and then not sent. */
interface WithVersion {
  readonly version: string;
}

/**
 * What was not typed follows what is read again, and the version would follow with it. From the first thing typed on
 * it is kept like a typed one, in the draft too; a reset gives it back.
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

/** For `onRefused`: the form that is opened next begins from what the other person saved. */
export function useReadAgain(...stale: readonly Endpoint[]): (error: ApiError) => void {
  const client = useQueryClient();
  return ({ code }) => {
    if (code !== 'changed_meanwhile') return;
    for (const call of stale) void client.invalidateQueries({ queryKey: queryKey(call) });
  };
}
