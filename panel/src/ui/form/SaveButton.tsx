import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Form } from './use-form.ts';

interface SaveButtonProps {
  readonly form: Pick<Form<object>, 'busy' | 'changed'>;
  readonly children?: ReactNode;
}

/** Ends a card that is always there: it stands out only once there is something to save. */
export const SaveButton = ({ form, children = 'Salvar' }: SaveButtonProps) => (
  <Button type="submit" size="md" variant={form.changed ? 'filled' : 'default'} loading={form.busy}>
    {children}
  </Button>
);
