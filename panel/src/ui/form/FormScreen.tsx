import type { ReactNode } from 'react';
import { FormFrame } from './FormFrame.tsx';
import type { Summary } from './SummaryCard.tsx';
import type { Form } from './use-form.ts';

export interface FormScreenProps {
  form: Pick<Form<object>, 'busy' | 'submit' | 'ref'>;
  summary: Omit<Summary, 'busy'>;
  children: ReactNode;
}

/** Renders a form of `useForm` with a summary that changes with the input. */
export function FormScreen({ form, summary, children }: FormScreenProps) {
  return (
    <FormFrame ref={form.ref} onSubmit={form.submit} summary={{ ...summary, busy: form.busy }}>
      {children}
    </FormFrame>
  );
}
