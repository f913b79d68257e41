/**
 * One form over one call: what is typed, what the contract says of it, what the server refuses, and
 * what follows a success. `FormDialog` and `FormScreen` draw it; fields are bound by their name.
 */
import type { ResponseOf, Endpoint, RequestOf } from '@ramal/contract/api/endpoint';
import type { ErrorCode } from '@ramal/contract/api/errors';
import { readInput } from '@ramal/contract/api/validation';
import { type ChangeEvent, type RefObject, useRef, useState } from 'react';
import { ApiError, endsSession } from '../../foundation/api/api.ts';
import { useAction } from '../../foundation/api/query.ts';
import type { AlertOptions } from '../dialogs/AlertBox.tsx';
import type { ConfirmOptions } from '../dialogs/ConfirmBox.tsx';
import { useAlertDialog, useConfirm } from '../dialogs/dialogs.tsx';
import { type ToastOptions, useToast } from '../toasts.tsx';
import { focusFirstError } from './focus-error.ts';
import {
  errorOf,
  type FieldErrors,
  inFieldOrder,
  refusalAlert,
  refusalErrors,
  validationAlert,
  withoutFields,
} from './form-errors.ts';
import { useFormValues } from './use-form-values.ts';

/** A fresh code of a second factor that the form sends along. */
export interface FormFreshCode {
  readonly check: () => boolean;
  readonly sent: () => { code_2fa?: string };
  readonly refused: (error: unknown) => boolean;
  readonly clear: () => void;
}

export interface FormProblem {
  readonly errors: FieldErrors;
  /** Absent when the form itself refused. */
  readonly refusal?: ApiError;
}

export interface FormOptions<E extends Endpoint, V extends object> {
  /** Values by field. May arrive or change later: only what was typed stands before it. */
  readonly initial: V;
  /** The name under which what is typed outlives a reload; absent: it is not kept. */
  readonly draft?: string;
  /** Fields that are never kept: passwords. */
  readonly secrets?: readonly (keyof V & string)[];
  /** What is sent. The contract reads its body before anything leaves. */
  readonly send: (values: V) => RequestOf<E>;
  /** Rules that the contract cannot know, by wire name. */
  readonly validate?: (values: V) => FieldErrors;
  /** Where a field is not named as on the wire. */
  readonly wireNames?: Partial<Record<keyof V & string, string>>;
  /** Wire names of errors turned into the form's, where a declaration translates many. */
  readonly readErrors?: (errors: FieldErrors) => FieldErrors;
  /** Codes that speak of one field even where the server names none. */
  readonly codeFields?: Partial<Record<ErrorCode, string>>;
  /** The dialog of a problem where the documents name one of their own; false: none. */
  readonly alertFor?: (problem: FormProblem, values: V) => AlertOptions | false | undefined;
  /** Asked before the call; the box then runs it and shows its failure. */
  readonly confirm?: (values: V) => Omit<ConfirmOptions, 'act'> | undefined;
  /** The code of a second factor, for the values that need one; see second-factors/use-fresh-code.ts. */
  readonly freshCode?: (values: V) => FormFreshCode | undefined;
  /** Calls whose answers are stale after a success. */
  readonly refresh?: readonly Endpoint[];
  /** After a refusal of the server, before its dialog. */
  readonly onRefused?: (error: ApiError) => void;
  readonly success?: (answer: ResponseOf<E>, values: V) => ToastOptions | undefined;
  /** What stays for the next one, where a form makes several. */
  readonly keep?: (values: V) => Partial<V>;
  /** After the form was emptied: closes the dialog, flashes the row. */
  readonly onDone?: (answer: ResponseOf<E>, values: V) => void;
}

type FieldEvent = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>;

export interface FieldBinding<T> {
  readonly value: T;
  readonly error: string | undefined;
  readonly onChange: (next: T | FieldEvent | null) => void;
}

export interface ToggleBinding {
  readonly checked: boolean;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

export interface Form<V extends object> {
  readonly values: V;
  /** By wire name. */
  readonly errors: FieldErrors;
  readonly busy: boolean;
  /** The values as they stand ask for a fresh code. */
  readonly needsCode: boolean;
  /** Something was typed. */
  readonly changed: boolean;
  readonly change: (patch: Partial<V>) => void;
  /** Spread on a field: `<TextField label="Nome" {...form.field('name')} />`. */
  readonly field: <K extends keyof V & string>(
    name: K,
    clean?: (typed: string) => string,
  ) => FieldBinding<V[K]>;
  /** Spread on a checkbox or switch. */
  readonly toggle: (name: keyof V & string) => ToggleBinding;
  readonly submit: () => void;
  /** Forgets what was typed; `next` begins the next one. */
  readonly reset: (next?: Partial<V>) => void;
  readonly ref: RefObject<HTMLFormElement | null>;
}

export function useForm<E extends Endpoint, V extends object>(
  call: E,
  options: FormOptions<E, V>,
): Form<V> {
  const { refresh = [], wireNames = {} } = options;
  const ref = useRef<HTMLFormElement>(null);
  const state = useFormValues(options.draft, options.initial, options.secrets);
  const [errors, setErrors] = useState<FieldErrors>({});
  const confirm = useConfirm();
  const toast = useToast();
  const showProblem = useProblem(ref, setErrors, (problem) =>
    options.alertFor?.(problem, state.values),
  );
  const action = useAction(call, {
    refresh,
    ...(call.keyed ? { key: () => state.key } : {}),
  });
  const { values } = state;
  const freshCode = options.freshCode?.(values);
  const wireName = (name: string): string => (wireNames as Record<string, string>)[name] ?? name;

  const change = (patch: Partial<V>) => {
    state.change(patch);
    setErrors((before) => withoutFields(before, Object.keys(patch).map(wireName)));
  };
  const reset = (next?: Partial<V>) => {
    state.reset(next);
    setErrors({});
    freshCode?.clear();
  };
  const sent = (): RequestOf<E> => withCode(call, options.send(values), freshCode?.sent());
  const refused = (error: unknown): ApiError | undefined => {
    if (endsSession(error)) return undefined;
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'key_reused') state.renewKey();
    options.onRefused?.(error);
    return error;
  };
  const errorsOf = (error: ApiError) => {
    const read = options.readErrors?.(error.fields) ?? error.fields;
    return refusalErrors(error, read, options.codeFields);
  };

  /** With a question the box keeps the failure in sight; without one it gets a dialog of its own. */
  const run = async (question: Omit<ConfirmOptions, 'act'> | undefined) => {
    let answer: ResponseOf<E> | undefined;
    if (!question) {
      try {
        return await action.mutateAsync(sent());
      } catch (failure) {
        const error = refused(failure);
        if (!error || freshCode?.refused(error)) return undefined;
        await showProblem({ errors: errorsOf(error), refusal: error });
        return undefined;
      }
    }
    await confirm({
      ...question,
      onConfirm: async () => {
        try {
          answer = await action.mutateAsync(sent());
        } catch (failure) {
          const error = refused(failure);
          if (!error) return;
          freshCode?.refused(error);
          setErrors(errorsOf(error));
          throw error;
        }
      },
    });
    return answer;
  };
  const submit = async () => {
    if (action.isPending) return;
    const found = contractErrors(call, sent());
    const wrong = {
      ...(options.readErrors?.(found) ?? found),
      ...options.validate?.(values),
    };
    if (Object.keys(wrong).length > 0) {
      const order = Object.keys(options.initial).map(wireName);
      await showProblem({ errors: inFieldOrder(wrong, order) });
      return;
    }
    setErrors({});
    if (freshCode && !freshCode.check()) return;
    const answer = await run(options.confirm?.(values));
    if (answer === undefined) return;
    const message = options.success?.(answer, values);
    reset(options.keep?.(values));
    options.onDone?.(answer, values);
    if (message) toast(message);
  };

  return {
    values,
    errors,
    busy: action.isPending,
    needsCode: freshCode !== undefined,
    changed: state.changed,
    change,
    field: (name, clean) => ({
      value: values[name],
      error: errorOf(errors, wireName(name)),
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
    submit: () => void submit(),
    reset,
    ref,
  };
}

/** The one path of what was refused: texts under the fields, focus on the first, then the dialog. */
function useProblem(
  ref: RefObject<HTMLFormElement | null>,
  setErrors: (errors: FieldErrors) => void,
  alertFor: (problem: FormProblem) => AlertOptions | false | undefined,
) {
  const alert = useAlertDialog();
  return async (problem: FormProblem): Promise<void> => {
    setErrors(problem.errors);
    focusFirstError(ref.current);
    const { errors, refusal } = problem;
    const message =
      alertFor(problem) ?? (refusal ? refusalAlert(refusal) : validationAlert(errors));
    if (message === false) return;
    // The dialog gives the focus back to where it was, so the field has it first.
    await new Promise(requestAnimationFrame);
    await alert(message);
  };
}

function contractErrors(call: Endpoint, sent: unknown): FieldErrors {
  if (!call.body) return {};
  const reading = readInput(call.body, (sent as { body?: unknown }).body ?? {});
  return reading.ok ? {} : reading.fields;
}

/** In the query where the call has no body, as declared. */
function withCode<S>(call: Endpoint, sent: S, code: { code_2fa?: string } | undefined): S {
  if (!code?.code_2fa) return sent;
  const part = call.body ? 'body' : 'query';
  const before = (sent as { body?: object; query?: object })[part];
  return { ...sent, [part]: { ...before, ...code } };
}

const isEvent = (next: unknown): next is FieldEvent =>
  typeof next === 'object' && next !== null && 'currentTarget' in next;

const typedValue = (next: unknown): unknown => (isEvent(next) ? next.currentTarget.value : next);
