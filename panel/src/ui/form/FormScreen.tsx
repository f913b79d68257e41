import type { FormEvent, ReactNode } from 'react';
import { useIsPhone } from '../../foundation/viewport.ts';
import './form.css';
import { submitOnCtrlEnter } from './submit-keys.ts';
import { SubmitBar, SummaryCard } from './Summary.tsx';
import type { Summary } from './Summary.tsx';
import type { Form } from './use-form.ts';

export interface FormScreenProps {
  form: Pick<Form<object>, 'busy' | 'submit' | 'ref'>;
  summary: Omit<Summary, 'busy'>;
  children: ReactNode;
}

/** A form with its live summary: a card at the right on the desktop, a bar at the foot of the phone. */
export function FormScreen({ form, summary, children }: FormScreenProps) {
  const isPhone = useIsPhone();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.busy) form.submit();
  };
  const Card = isPhone ? SubmitBar : SummaryCard;
  return (
    <form
      ref={form.ref}
      className="form-frame"
      noValidate
      onSubmit={submit}
      onKeyDown={submitOnCtrlEnter(submit)}
    >
      <div className="form-frame-fields">{children}</div>
      <Card {...summary} busy={form.busy} />
    </form>
  );
}
