// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { FormEvent } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { submitOnCtrlEnter } from '../submit-keys.ts';
import { CodeField } from './CodeField.tsx';

afterEach(cleanup);

it('submits the form once by Enter from any box, but not if the phone’s key means next', () => {
  const submit = vi.fn<(event: Pick<FormEvent, 'preventDefault'>) => void>((event) =>
    event.preventDefault(),
  );
  render(
    <MantineProvider env="test">
      <form onSubmit={submit} onKeyDown={submitOnCtrlEnter(submit)}>
        <CodeField label="Código 2FA" />
      </form>
    </MantineProvider>,
  );
  const boxes = screen.getAllByRole<HTMLInputElement>('textbox', { name: 'Código 2FA' });
  expect(boxes).toHaveLength(6);
  fireEvent.keyDown(boxes[2]!, { key: 'Enter' });
  expect(submit).toHaveBeenCalledTimes(1);
  fireEvent.keyDown(boxes[5]!, { key: 'Enter', ctrlKey: true });
  expect(submit).toHaveBeenCalledTimes(2);
  fireEvent.keyDown(boxes[5]!, { key: 'Enter', repeat: true });
  boxes[0]!.enterKeyHint = 'next';
  fireEvent.keyDown(boxes[0]!, { key: 'Enter' });
  expect(submit).toHaveBeenCalledTimes(2);
});
