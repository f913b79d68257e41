/**
 * Connects a form with one call. It manages the input, the contract's validation, the server's
 * errors and the steps after a success. `FormDialog` and `FormScreen` render the form. Each field
 * is connected by its name.
 */
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { type ChangeEvent, type RefObject, useRef, useState } from 'react';
import { findError, type FieldErrors, withoutFields } from './form-errors.ts';
import { type FormOptions, useSubmission } from './use-submission.ts';
import { useDraft } from '../../foundation/drafts.ts';
import { newKey } from '../../../../packages/pages/src/keys.ts';

type FieldEvent = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>;

export interface FieldBinding<T> {
  readonly value: T;
  readonly error: string | undefined;
  readonly onChange: (next: T | FieldEvent | null) => void;
}

interface ToggleBinding {
  readonly checked: boolean;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

export interface Form<V extends object> {
  readonly values: V;
  /** Error texts by wire name. */
  readonly errors: FieldErrors;
  readonly busy: boolean;
  /** True if the call needs a fresh two-factor code for the current values. */
  readonly needsCode: boolean;
  readonly changed: boolean;
  readonly change: (patch: Partial<V>) => void;
  /** Returns the props of a field: `<TextField label="Nome" {...form.field('name')} />`. */
  readonly field: <K extends keyof V & string>(
    name: K,
    clean?: (typed: string) => string,
  ) => FieldBinding<V[K]>;
  /** Returns the props of a checkbox or switch. */
  readonly toggle: (name: keyof V & string) => ToggleBinding;
  readonly submit: () => void;
  /** Deletes the input. `next` overrides initial values of the next input. */
  readonly reset: (next?: Partial<V>) => void;
  readonly ref: RefObject<HTMLFormElement | null>;
}

export function useForm<E extends Endpoint, V extends object>(
  call: E,
  options: FormOptions<E, V>,
): Form<V> {
  const ref = useRef<HTMLFormElement>(null);
  const state = useFormValues(options.draft, options.initial, options.secrets);
  const [errors, setErrors] = useState<FieldErrors>({});
  const freshCode = options.freshCode?.(state.values);
  const wireNames: Partial<Record<string, string>> = options.wireNames ?? {};
  const wireName = (name: string) => wireNames[name] ?? name;

  const change = (patch: Partial<V>) => {
    state.change(patch);
    setErrors((before) => withoutFields(before, Object.keys(patch).map(wireName)));
  };
  const reset = (next?: Partial<V>) => {
    state.reset(next);
    setErrors({});
    freshCode?.clear();
  };
  const submission = useSubmission({
    call,
    options,
    ref,
    state,
    freshCode,
    wireName,
    setErrors,
    reset,
  });
  return {
    values: state.values,
    errors,
    busy: submission.isPending,
    needsCode: freshCode !== undefined,
    changed: state.changed,
    change,
    ...bindings(state.values, (name) => findError(errors, wireName(name)), change),
    submit: () => void submission.submit(),
    reset,
    ref,
  };
}

const bindings = <V extends object>(
  values: V,
  errorFor: (name: string) => string | undefined,
  change: (patch: Partial<V>) => void,
): Pick<Form<V>, 'field' | 'toggle'> => ({
  field: (name, clean) => ({
    value: values[name],
    error: errorFor(name),
    onChange: (next) => {
      const typed = typedValue(next);
      change({
        [name]: clean && typeof typed === 'string' ? clean(typed) : typed,
      } as unknown as Partial<V>);
    },
  }),
  toggle: (name) => ({
    checked: Boolean(values[name]),
    onChange: ({ currentTarget }) =>
      change({ [name]: currentTarget.checked } as unknown as Partial<V>),
  }),
});

const isEvent = (next: unknown): next is FieldEvent =>
  typeof next === 'object' && next !== null && 'currentTarget' in next;

const typedValue = (next: unknown): unknown => (isEvent(next) ? next.currentTarget.value : next);

/**
 * Input of a form, stored as changes to the initial values. If the form has a draft, the tab stores
 * the input.
 */
interface TypedValues<V> {
  readonly changes: Partial<V>;
  /**
   * Idempotency key of a keyed call. It is stored with the draft. After a lost answer and a reload,
   * the server therefore does not run the action twice.
   */
  readonly key: string;
}

function useFormValues<V extends object>(
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
