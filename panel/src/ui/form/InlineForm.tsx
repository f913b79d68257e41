import { Box, type BoxProps, Stack, type StackProps } from '@mantine/core';
import type { ComponentProps, FormEvent, ReactNode } from 'react';
import { submitOnCtrlEnter } from './submit-keys.ts';
import type { Form } from './use-form.ts';

interface InlineFormProps
  extends Omit<BoxProps, 'className'>, Pick<StackProps, 'align' | 'gap' | 'justify'> {
  readonly form: Pick<Form<object>, 'busy' | 'submit' | 'ref'>;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Form with its own button in a page or card. With `gap`, its fields are in a column. */
export function InlineForm({ form, className = '', gap, ...box }: InlineFormProps) {
  const submit = (event: FormEvent) => {
    // React also passes the events of a dialog that a field of this form has opened.
    if (!event.currentTarget.contains(event.target as Node)) return;
    event.preventDefault();
    if (!form.busy) form.submit();
  };
  const renderRoot = (props: ComponentProps<'form'>) => (
    <form
      {...props}
      ref={form.ref}
      noValidate
      onSubmit={submit}
      onKeyDown={submitOnCtrlEnter(submit)}
    />
  );
  const shared = { renderRoot, className, ...box };
  return gap === undefined ? <Box {...shared} /> : <Stack gap={gap} {...shared} />;
}
