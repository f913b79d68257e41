import { type RefObject, useState } from 'react';
import { useAlertDialog } from '../../ui/dialogs/dialogs.tsx';
import { focusFirstError } from '../../ui/form/focus-error.ts';

export interface FormRefusal<Texts> {
  readonly fields: Texts;
  readonly title: string;
  readonly lines: readonly string[];
  readonly requestId?: string | undefined;
}

/**
 * What was refused in a form: the texts under the fields, the focus on the first of them, then the
 * dialog, which gives the focus back to it.
 */
export function useFormErrors<Texts extends object>(form: RefObject<HTMLFormElement | null>) {
  const alert = useAlertDialog();
  const [fields, setFields] = useState<Texts>({} as Texts);
  const showErrors = ({ fields: texts, title, lines, requestId }: FormRefusal<Texts>): void => {
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
  return { fields, setFields, showErrors };
}
