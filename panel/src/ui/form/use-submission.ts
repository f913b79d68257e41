/**
 * From the press on «Salvar» to what follows a success: the form's rules, the fresh code, the question, the
 * call, and one path from a refusal to the texts under the fields.
 */
import type { ResponseOf, Endpoint, RequestOf } from '@ramal/contract/api/endpoint';
import type { ErrorCode } from '@ramal/contract/api/errors';
import { readInput } from '@ramal/contract/api/validation';
import { type RefObject, useRef } from 'react';
import { ApiError, endsSession, isOffline } from '../../foundation/api/api.ts';
import { useAction } from '../../foundation/api/query.ts';
import { forgetUnsent, keepUnsent } from '../../foundation/drafts.ts';
import { awaitPhoneNumbers } from '../../foundation/phone.ts';
import type { AlertOptions } from '../dialogs/AlertBox.tsx';
import type { ConfirmOptions } from '../dialogs/ConfirmBox.tsx';
import { useAlertDialog, useConfirm } from '../dialogs/dialogs.tsx';
import { type ToastOptions, useToast } from '../toasts.tsx';
import { focusFirstError } from './focus-error.ts';
import {
  type FieldErrors,
  inFieldOrder,
  listingAll,
  refusalAlert,
  refusalErrors,
  validationAlert,
} from './form-errors.ts';

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
  /** The dialog of a problem where the documents name one of their own, whose title a question shows; false: none. */
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

interface SubmissionInput<E extends Endpoint, V extends object> {
  call: E;
  options: FormOptions<E, V>;
  ref: RefObject<HTMLFormElement | null>;
  state: { values: V; key: string; renewKey: () => void };
  freshCode: FormFreshCode | undefined;
  wireName: (name: string) => string;
  setErrors: (errors: FieldErrors) => void;
  reset: (next?: Partial<V>) => void;
}

export function useSubmission<E extends Endpoint, V extends object>(input: SubmissionInput<E, V>) {
  const { call, options, ref, state, freshCode, wireName, setErrors, reset } = input;
  const { values } = state;
  const toast = useToast();
  const showProblem = useProblem(ref, setErrors, (problem) => options.alertFor?.(problem, values));
  const { isPending, send } = useSending(input, showProblem);
  const waiting = useRef(false);
  const submit = async () => {
    if (isPending || waiting.current) return;
    const numbers = awaitPhoneNumbers();
    if (numbers) {
      waiting.current = true;
      await numbers;
      waiting.current = false;
    }
    const found = contractErrors(call, requestOf(input));
    const wrong = { ...(options.readErrors?.(found) ?? found), ...options.validate?.(values) };
    if (Object.keys(wrong).length > 0) {
      const order = Object.keys(options.initial).map(wireName);
      await showProblem({ errors: inFieldOrder(wrong, order) });
      return;
    }
    setErrors({});
    if (freshCode && !freshCode.check()) return;
    const answer = await send(options.confirm?.(values));
    if (answer === undefined) return;
    if (options.draft) forgetUnsent();
    const message = options.success?.(answer, values);
    reset(options.keep?.(values));
    options.onDone?.(answer, values);
    if (message) toast(message);
  };
  return { isPending, submit };
}

/** With a question the box keeps the failure in sight; without one it gets a dialog of its own. */
function useSending<E extends Endpoint, V extends object>(
  input: SubmissionInput<E, V>,
  showProblem: (problem: FormProblem) => Promise<void>,
) {
  const { call, options, state, freshCode, setErrors } = input;
  const confirm = useConfirm();
  const action = useAction(call, {
    refresh: options.refresh ?? [],
    ...(call.keyed ? { key: () => state.key } : {}),
  });
  const run = () => action.mutateAsync(requestOf(input));
  const refused = (error: unknown): ApiError | undefined => {
    if (endsSession(error)) return undefined;
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'key_reused') state.renewKey();
    if (isOffline(error) && options.draft) keepUnsent();
    options.onRefused?.(error);
    return error;
  };
  const errorsOf = (error: ApiError) => {
    const read = options.readErrors?.(error.fields) ?? error.fields;
    return refusalErrors(error, read, options.codeFields);
  };
  const sendAtOnce = async () => {
    try {
      return await run();
    } catch (failure) {
      const error = refused(failure);
      if (!error || freshCode?.refused(error)) return undefined;
      await showProblem({ errors: errorsOf(error), refusal: error });
      return undefined;
    }
  };
  const sendWhenConfirmed = async (question: Omit<ConfirmOptions, 'act'>) => {
    let answer: ResponseOf<E> | undefined;
    await confirm({
      ...question,
      onConfirm: async () => {
        try {
          answer = await run();
        } catch (failure) {
          const error = refused(failure);
          if (!error) return;
          freshCode?.refused(error);
          const errors = errorsOf(error);
          setErrors(errors);
          const told = options.alertFor?.({ errors, refusal: error }, state.values);
          const text = told && typeof told.text === 'string' ? told.text : undefined;
          throw told && told.title ? error.entitled(told.title, text) : error;
        }
      },
    });
    return answer;
  };
  return {
    isPending: action.isPending,
    send: (question: Omit<ConfirmOptions, 'act'> | undefined) =>
      question ? sendWhenConfirmed(question) : sendAtOnce(),
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
    const shown = listingAll(message, errors);
    // The dialog gives the focus back to where it was, so the field has it first.
    await new Promise(requestAnimationFrame);
    await alert(shown);
  };
}

function contractErrors(call: Endpoint, sent: unknown): FieldErrors {
  if (!call.body) return {};
  const reading = readInput(call.body, (sent as { body?: unknown }).body ?? {});
  return reading.ok ? {} : reading.fields;
}

/** What is sent, with the fresh code: in the query where the call has no body, as declared. */
function requestOf<E extends Endpoint, V extends object>({
  call,
  options,
  state,
  freshCode,
}: SubmissionInput<E, V>): RequestOf<E> {
  const request = options.send(state.values);
  const code = freshCode?.sent();
  if (!code?.code_2fa) return request;
  const part = call.body ? 'body' : 'query';
  const before = (request as { body?: object; query?: object })[part];
  return { ...(request as object), [part]: { ...before, ...code } } as RequestOf<E>;
}
