/**
 * Saving a form: read by the declaration first, then sent; a refusal, the form's own
 * or the server's, becomes texts under the fields and the dialog that goes with them.
 */
import type { ResponseOf, Endpoint, RequestOf } from '@ramal/contract/api/endpoint';
import { readInput, warningLines } from '@ramal/contract/api/validation';
import { type RefObject, useState } from 'react';
import { ApiError, endsSession } from '../../foundation/api/api.ts';
import { useAction } from '../../foundation/api/query.ts';
import type { AlertOptions } from '../dialogs/AlertBox.tsx';
import { useAlertDialog } from '../dialogs/dialogs.tsx';
import { focusFirstError } from './focus-error.ts';

export type Texts = Readonly<Record<string, string>>;

export interface Saving<E extends Endpoint> {
  /** Wire name of a field -> the text under it. */
  readonly fields: Texts;
  readonly busy: boolean;
  /** Undefined when it was refused; the person knows why by then. */
  readonly save: (sent: RequestOf<E>) => Promise<ResponseOf<E> | undefined>;
}

const plainly = ({ title, message, requestId }: ApiError): AlertOptions => ({
  title,
  text: message,
  requestId,
});

export function useSaving<E extends Endpoint>(
  declaration: E,
  form: RefObject<HTMLFormElement | null>,
  refresh: readonly Endpoint[],
  /** Where the documents name a dialog of their own for whatever the server refused. */
  say: (failure: ApiError) => AlertOptions = plainly,
): Saving<E> {
  const [fields, setFields] = useState<Texts>({});
  const alert = useAlertDialog();
  const act = useAction(declaration, { refresh });
  const object = async (texts: Texts, message: AlertOptions) => {
    setFields(texts);
    focusFirstError(form.current);
    // After the focus, which the dialog then gives back to where it was.
    await new Promise(requestAnimationFrame);
    await alert(message);
  };
  const save = async (sent: RequestOf<E>): Promise<ResponseOf<E> | undefined> => {
    const { body } = sent as { body?: unknown };
    const reading = declaration.body
      ? readInput(declaration.body, body ?? {})
      : { ok: true as const };
    if (!reading.ok) {
      await object(reading.fields, {
        title: 'Atenção',
        tone: 'warn',
        messages: warningLines(reading.fields),
      });
      return undefined;
    }
    setFields({});
    try {
      return await act.mutateAsync(sent);
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      // The way leads to the sign-in and back here.
      if (endsSession(failure)) return undefined;
      await object(failure.fields, say(failure));
      return undefined;
    }
  };
  return { fields, busy: act.isPending, save };
}
