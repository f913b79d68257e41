// @vitest-environment happy-dom
import { Refusal } from '@ramal/contract/api/errors';
import { endpoint } from '@ramal/contract/api/endpoint';
import { text } from '@ramal/contract/api/fields';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { answering, show } from '../../lines/test/screen.tsx';
import type { AlertOptions } from '../dialogs/AlertBox.tsx';
import { TextField } from './fields/fields.tsx';
import { FormDialog } from './FormDialog.tsx';
import { InlineForm } from './InlineForm.tsx';
import { SaveButton } from './SaveButton.tsx';
import { useForm } from './use-form.ts';

const save = endpoint({
  name: 'save',
  method: 'POST',
  path: '/api/save',
  summary: '',
  access: 'public',
  body: z.object({ first: text('Nome', 20), second: text('Endereço', 20) }),
  answer: z.object({ message: z.string() }),
  errors: ['invalid_fields'],
});

interface TestFormProps {
  alertFor?: AlertOptions;
  inline?: boolean;
}

function TestForm({ alertFor, inline = false }: TestFormProps) {
  const form = useForm(save, {
    initial: { first: '', second: '' },
    send: (body) => ({ body }),
    ...(alertFor ? { alertFor: () => alertFor } : {}),
  });
  const fields = (
    <>
      <TextField label="Nome" {...form.field('first')} />
      <TextField label="Endereço" {...form.field('second')} />
    </>
  );
  return inline ? (
    <InlineForm form={form}>
      {fields}
      <SaveButton form={form} />
    </InlineForm>
  ) : (
    <FormDialog form={form} title="Criar" onClose={() => {}}>
      {fields}
    </FormDialog>
  );
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('form with two invalid fields', () => {
  const cases: readonly (readonly [string, TestFormProps])[] = [
    ['in a dialog', {}],
    ['in a card', { inline: true }],
    [
      'with a message of its own',
      { alertFor: { title: 'Atenção', text: 'Confira o formulário.' } },
    ],
  ];

  const expectBothTexts = async (texts: readonly string[]) => {
    const box = await screen.findByRole('alertdialog');
    for (const shown of texts) {
      expect(within(box).getByText(shown)).toBeDefined();
      // The same text is shown twice: in the dialog, and below the field behind it.
      expect(screen.getAllByText(shown)).toHaveLength(2);
    }
    fireEvent.click(within(box).getByRole('button', { name: 'Entendi' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Nome')));
  };

  it.each(cases)('%s shows both texts and focuses the first field', async (_name, props) => {
    answering([]);
    await show(<TestForm {...props} />, '/dashboard');
    fireEvent.click(await screen.findByRole('button', { name: 'Salvar' }));
    await expectBothTexts(['O campo Nome é necessário.', 'O campo Endereço é necessário.']);
  });

  it.each(cases)('%s shows both texts of the server', async (_name, props) => {
    const fields = { first: 'Este nome já existe.', second: 'Este endereço não responde.' };
    answering([
      [
        save,
        () => {
          throw new Refusal('invalid_fields', { fields });
        },
      ],
    ]);
    await show(<TestForm {...props} />, '/dashboard');
    for (const label of ['Nome', 'Endereço'])
      fireEvent.change(await screen.findByLabelText(label), { target: { value: 'x' } });
    fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
    await expectBothTexts(Object.values(fields));
  });
});
