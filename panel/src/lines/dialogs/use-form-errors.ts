import { type RefObject, useState } from 'react';
import { useAlertDialog } from '../../ui/dialogs/dialogs.tsx';
import { focusFirstError } from '../../ui/form/focus-error.ts';
import type { Objection } from '../fields/field-errors.ts';
import type { FieldTexts } from '../platforms/platform.ts';

/**
 * What was refused in a form: the texts under the fields, the focus on the first of them, then the
 * dialog, which gives the focus back to it.
 */
export function useObjections<Texts extends object = FieldTexts>(
  form: RefObject<HTMLFormElement | null>,
) {
  const alert = useAlertDialog();
  const [fields, setFields] = useState<Texts>({} as Texts);
  const object = ({ fields: texts, title, lines, requestId }: Objection<Texts>): void => {
    setFields(texts);
    focusFirstError(form.current);
    requestAnimationFrame(
      () =>
        void alert({
          title,
          requestId,
          tone: title === 'Atenção' ? 'warn' : 'bad',
          ...(lines.length === 1 ? { text: lines[0] } : { messages: lines }),
        }),
    );
  };
  return { fields, setFields, object };
}
