/**
 * Runs all steps after the press on «Salvar»: validation, two-factor code, confirmation, call and
 * result. All errors are shown under the fields in the same way.
 */
import type { ResponseOf, Endpoint, RequestOf } from '@ramal/contract/api/endpoint';
import type { ErrorCode } from '@ramal/contract/api/errors';
import { readInput } from '@ramal/contract/api/validation';
import { type RefObject, useRef } from 'react';
import { ApiError, endsSession, isOffline } from '../../foundation/api/api.ts';
import { useAction } from '../../foundation/api/query.ts';
import { clearUnsentAddress, storeUnsentAddress } from '../../foundation/drafts.ts';
import { awaitPhoneNumbers } from '../../foundation/phone.ts';
import type { AlertOptions } from '../dialogs/AlertBox.tsx';
import type { ConfirmOptions } from '../dialogs/ConfirmBox.tsx';
import { useAlertDialog, useConfirm } from '../dialogs/dialogs.tsx';
import { type ToastOptions, useToast } from '../toasts.tsx';
import { focusFirstError } from './focus-error.ts';
import {
  type FieldErrors,
  inFieldOrder,
  addFieldMessages,
  refusalAlert,
  refusalErrors,
  validationAlert,
} from './form-errors.ts';

/** Fresh code of a second factor that the form sends with its call. */
interface FormFreshCode {
  readonly check: () => boolean;
  readonly sent: () => { code2fa?: string };
  readonly refused: (error: unknown) => boolean;
  readonly clear: () => void;
}

export interface FormProblem {
  readonly errors: FieldErrors;
  /** Error of the call. Undefined if the form's own validation failed. */
  readonly refusal?: ApiError;
}

export interface FormOptions<E extends Endpoint, V extends object> {
  /**
   * Initial values by field. They may be loaded later or change. Only values that the user typed
   * override them.
   */
  readonly initial: V;
  /** Name of the draft, which is restored after a reload. Without a name, no draft is stored. */
  readonly draft?: string;
  /** Fields that a draft never stores, such as passwords. */
  readonly secrets?: readonly (keyof V & string)[];
  /** Builds the request. Its body is validated with the contract before it is sent. */
  readonly send: (values: V) => RequestOf<E>;
  /** Validates rules that the contract does not contain. Returns errors by wire name. */
  readonly validate?: (values: V) => FieldErrors;
  /** Wire names of the fields whose name in the form is different. */
  readonly wireNames?: Partial<Record<keyof V & string, string>>;
  /**
   * Converts the wire names of errors to the names of the form. For declarations that rename many
   * fields.
   */
  readonly readErrors?: (errors: FieldErrors) => FieldErrors;
  /**
   * Fields by error code. The errors of these codes belong to one field, even if the server returns
   * no field name.
   */
  readonly codeFields?: Partial<Record<ErrorCode, string>>;
  /**
   * Returns the dialog for a problem. False shows no dialog, and undefined shows the default one.
   * If the form has a confirmation, its box shows the title instead.
   */
  readonly alertFor?: (problem: FormProblem, values: V) => AlertOptions | false | undefined;
  /** Returns the confirmation before the call. Its box then runs the call and shows a failure. */
  readonly confirm?: (values: V) => Omit<ConfirmOptions, 'act'> | undefined;
  /**
   * Returns the state of the fresh two-factor code if the values need one; see
   * second-factors/use-fresh-code.ts.
   */
  readonly freshCode?: (values: V) => FormFreshCode | undefined;
  /** Calls whose data is requested again after a success. */
  readonly refresh?: readonly Endpoint[];
  /**
   * Called after the call has failed, for example because the server rejected the form, and before
   * the dialog opens. Not called if the session has ended.
   */
  readonly onRefused?: (error: ApiError) => void;
  readonly success?: (answer: ResponseOf<E>, values: V) => ToastOptions | undefined;
  /**
   * Returns the values that stay in the form for the next object. Used if a form creates several
   * objects.
   */
  readonly keep?: (values: V) => Partial<V>;
  /**
   * Called after a success and after the form was emptied. For example, closes the dialog and
   * highlights the row.
   */
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
    const errors = contractErrors(call, requestOf(input));
    const wrong = { ...(options.readErrors?.(errors) ?? errors), ...options.validate?.(values) };
    if (Object.keys(wrong).length > 0) {
      const order = Object.keys(options.initial).map(wireName);
      await showProblem({ errors: inFieldOrder(wrong, order) });
      return;
    }
    setErrors({});
    if (freshCode && !freshCode.check()) return;
    const answer = await send(options.confirm?.(values));
    if (answer === undefined) return;
    if (options.draft) clearUnsentAddress();
    const message = options.success?.(answer, values);
    reset(options.keep?.(values));
    options.onDone?.(answer, values);
    if (message) toast(message);
  };
  return { isPending, submit };
}

/**
 * Returns a function that sends the form. If the form has a confirmation, its box shows a failure;
 * otherwise a dialog shows it.
 */
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
    if (isOffline(error) && options.draft) storeUnsentAddress();
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
          const alert = options.alertFor?.({ errors, refusal: error }, state.values);
          const text = alert && typeof alert.text === 'string' ? alert.text : undefined;
          throw alert && alert.title ? error.withTitle(alert.title, text) : error;
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

/**
 * Returns a handler for a rejected form. It shows texts below the fields, focuses the first of
 * these fields, and then opens the dialog.
 */
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
    const shown = addFieldMessages(message, errors);
    // Waits until the field has the focus. The dialog later returns the focus to the element that
    // had it when the dialog opened.
    await new Promise(requestAnimationFrame);
    await alert(shown);
  };
}

function contractErrors(call: Endpoint, sent: unknown): FieldErrors {
  if (!call.body) return {};
  const reading = readInput(call.body, (sent as { body?: unknown }).body ?? {});
  return reading.ok ? {} : reading.fields;
}

/** Builds the request with the fresh code. If the call has no body, the query contains the code. */
function requestOf<E extends Endpoint, V extends object>({
  call,
  options,
  state,
  freshCode,
}: SubmissionInput<E, V>): RequestOf<E> {
  const request = options.send(state.values);
  const code = freshCode?.sent();
  if (!code?.code2fa) return request;
  const part = call.body ? 'body' : 'query';
  const before = (request as { body?: object; query?: object })[part];
  return { ...(request as object), [part]: { ...before, ...code } } as RequestOf<E>;
}
