/**
 * Input of a form: changes over initial values. If the form has a draft, they are stored in the
 * tab.
 */
import { useState } from 'react';
import { useDraft } from '../../foundation/drafts.ts';
import { newKey } from '../../../../packages/pages/src/keys.ts';

interface TypedValues<V> {
  readonly changes: Partial<V>;
  /**
   * Idempotency key of a keyed call. It is stored with the draft, so that a reload after a lost
   * answer cannot repeat the action.
   */
  readonly key: string;
}

export function useFormValues<V extends object>(
  draftName: string | undefined,
  initial: V,
  secrets: readonly (keyof V & string)[] = [],
) {
  const draft = useDraft<TypedValues<V>>(draftName, { changes: {}, key: newKey() });
  const [secret, setSecret] = useState<Partial<V>>({});
  const { changes, key } = draft.value;
  return {
    values: { ...initial, ...changes, ...secret },
    changed: Object.keys({ ...changes, ...secret }).length > 0,
    key,
    change: (patch: Partial<V>) => {
      const [hidden, open] = split(patch, secrets);
      if (Object.keys(hidden).length > 0) setSecret((before) => ({ ...before, ...hidden }));
      if (Object.keys(open).length > 0)
        draft.change((before) => ({ ...before, changes: { ...before.changes, ...open } }));
    },
    reset: (next: Partial<V> = {}) => {
      setSecret({});
      const fresh = { changes: next, key: newKey() };
      if (Object.keys(next).length === 0) draft.clear(fresh);
      else draft.change(fresh);
    },
    renewKey: () => draft.change((before) => ({ ...before, key: newKey() })),
  };
}

function split<V extends object>(
  patch: Partial<V>,
  secrets: readonly (keyof V & string)[],
): [hidden: Partial<V>, open: Partial<V>] {
  const isSecret = ([name]: [string, unknown]) => secrets.includes(name as keyof V & string);
  const entries = Object.entries(patch);
  return [
    Object.fromEntries(entries.filter(isSecret)) as Partial<V>,
    Object.fromEntries(entries.filter((entry) => !isSecret(entry))) as Partial<V>,
  ];
}
