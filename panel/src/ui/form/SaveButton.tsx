import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Form } from './use-form.ts';

interface SaveButtonProps {
  readonly form: Pick<Form<object>, 'busy' | 'changed'>;
  readonly children?: ReactNode;
}

/**
 * Save button of a card. It is always visible, but highlighted only if the form has unsaved
 * changes.
 */
export const SaveButton = ({ form, children = 'Salvar' }: SaveButtonProps) => (
  <Button type="submit" size="md" variant={form.changed ? 'filled' : 'default'} loading={form.busy}>
    {children}
  </Button>
);
