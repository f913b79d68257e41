// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MantineProvider } from '@mantine/core';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { UiProvider } from '../UiProvider.tsx';
import { Dialog } from './Dialog.tsx';

afterEach(cleanup);

function Opener() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        abrir
      </button>
      {isOpen && (
        <Dialog
          opened
          title="Editar"
          onClose={() => setOpen(false)}
          footer={<button>Salvar</button>}
        >
          <input aria-label="Nome" />
        </Dialog>
      )}
    </>
  );
}

it('closes by a press outside, unless something was typed', async () => {
  const close = vi.fn<() => void>();
  const draw = (holdsInput: boolean) => (
    <MantineProvider env="test">
      <UiProvider>
        <Dialog
          opened
          title="Editar"
          onClose={close}
          holdsInput={holdsInput}
          footer={<button>Salvar</button>}
        >
          <input aria-label="Nome" />
        </Dialog>
      </UiProvider>
    </MantineProvider>
  );
  const { rerender } = render(draw(true));
  // The second tap of a double tap on the opening button must have no effect.
  const foot = (await screen.findByRole('button', { name: 'Salvar' })).parentElement!;
  await waitFor(() => expect(foot.dataset.ignoresClicks).toBeUndefined());
  const press = () => fireEvent.click(document.querySelector('.mantine-Modal-overlay')!);
  press();
  expect(close).not.toHaveBeenCalled();
  rerender(draw(false));
  // The dialog has a separate timer, which may end after the timer of the foot.
  await waitFor(() => {
    press();
    expect(close).toHaveBeenCalledOnce();
  });
});

it('returns the focus to its opener, and its buttons ignore a second tap', async () => {
  render(
    <MantineProvider env="test">
      <UiProvider>
        <Opener />
      </UiProvider>
    </MantineProvider>,
  );
  const opener = screen.getByRole('button', { name: 'abrir' });
  opener.focus();
  fireEvent.click(opener);
  const foot = (await screen.findByRole('button', { name: 'Salvar' })).parentElement!;
  expect(foot.dataset.ignoresClicks).toBe('true');
  await waitFor(() => expect(foot.dataset.ignoresClicks).toBeUndefined());
  screen.getByLabelText('Nome').focus();
  fireEvent.click(screen.getByRole('button', { name: 'Fechar' }));
  await waitFor(() => expect(document.activeElement).toBe(opener));
});
