import type { FormEvent, ReactNode } from 'react';
import { submitOnCtrlEnter } from './submit-keys.ts';
import type { Form } from './use-form.ts';

interface InlineFormProps {
  form: Pick<Form<object>, 'busy' | 'submit' | 'ref'>;
  className?: string | undefined;
  children: ReactNode;
}

/** A form in a page or card, with its own button. */
export function InlineForm({ form, className, children }: InlineFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.busy) form.submit();
  };
  return (
    <form
      ref={form.ref}
      className={className}
      noValidate
      onSubmit={submit}
      onKeyDown={submitOnCtrlEnter(submit)}
    >
      {children}
    </form>
  );
}
