// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { act, cleanup, fireEvent, render, screen, within, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { UiProvider } from '../UiProvider.tsx';
import type { ConfirmOptions } from './ConfirmBox.tsx';
import { useAlertDialog, useConfirm } from './dialogs.tsx';

const question: ConfirmOptions = {
  title: 'Deletar este usuário?',
  icon: IconTrash,
  tone: 'danger',
  confirmLabel: 'Sim, deletar',
};

function Asker({
  options,
  onAnswer,
}: {
  options: ConfirmOptions;
  onAnswer: (answer: boolean) => void;
}) {
  const confirm = useConfirm();
  const alert = useAlertDialog();
  const ask = async () => onAnswer(await confirm(options));
  return (
    <>
      <button type="button" onClick={() => void ask()}>
        perguntar
      </button>
      <button
        type="button"
        onClick={() => void alert({ text: 'Por favor, é necessário selecionar algum pacote' })}
      >
        avisar
      </button>
    </>
  );
}

function draw(options: ConfirmOptions) {
  const onAnswer = vi.fn<(answer: boolean) => void>();
  render(
    <MantineProvider env="test">
      <UiProvider>
        <Asker options={options} onAnswer={onAnswer} />
      </UiProvider>
    </MantineProvider>,
  );
  const opener = screen.getByRole('button', { name: 'perguntar' });
  opener.focus();
  fireEvent.click(opener);
  return { onAnswer, opener, box: screen.getByRole('alertdialog', { name: options.title }) };
}

/**
 * Simulates a close by the browser. Browsers close a dialog at the second Escape in a row, even if
 * the page prevents it.
 */
const closeByForce = (box: HTMLElement) => {
  (box as HTMLDialogElement).close();
  fireEvent(box, new Event('close'));
};

const button = (name: string) => screen.getByRole('button', { name });

afterEach(cleanup);

test('focuses «Não» when the action destroys something', () => {
  draw(question);
  expect(document.activeElement).toBe(button('Não'));
});

test('focuses the confirming button of a light action, so that Enter confirms', () => {
  draw({ ...question, tone: 'light', title: 'Mais 30 dias?', confirmLabel: 'Sim, renovar' });
  expect(document.activeElement).toBe(button('Sim, renovar'));
});

test('resolves with false on «Não» without an action, and returns the focus to the opener', async () => {
  const act = vi.fn<() => Promise<void>>();
  const { onAnswer, opener } = draw({ ...question, onConfirm: act });
  fireEvent.click(button('Não'));
  await waitFor(() => expect(onAnswer).toHaveBeenCalledExactlyOnceWith(false));
  expect(act).not.toHaveBeenCalled();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test('runs the action once inside the box and resolves after it', async () => {
  let finish = () => {};
  const act = vi.fn<() => Promise<void>>(() => new Promise<void>((done) => (finish = done)));
  const { onAnswer, box } = draw({ ...question, onConfirm: act });
  fireEvent.click(button('Sim, deletar'));
  fireEvent.click(within(box).getByRole('button', { name: /Sim, deletar/ }));
  expect(act).toHaveBeenCalledOnce();
  expect(onAnswer).not.toHaveBeenCalled();
  finish();
  await waitFor(() => expect(onAnswer).toHaveBeenCalledExactlyOnceWith(true));
});

test('keeps a failure on the screen with its title and request id, and permits a retry', async () => {
  const refusal = Object.assign(new Error('O usuário já foi deletado.'), {
    title: 'Tivemos um problema',
    requestId: '7f3a-90c2',
  });
  const act = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(refusal)
    .mockResolvedValueOnce(undefined);
  const { onAnswer } = draw({ ...question, onConfirm: act });
  fireEvent.click(button('Sim, deletar'));
  const text = (await screen.findByRole('alert')).textContent;
  expect(text).toContain('Tivemos um problema');
  expect(text).toContain('O usuário já foi deletado.');
  expect(text).toContain('7f3a-90c2');
  expect(onAnswer).not.toHaveBeenCalled();
  fireEvent.click(button('Sim, deletar'));
  await waitFor(() => expect(onAnswer).toHaveBeenCalledExactlyOnceWith(true));
});

test('neither Esc nor «Não» closes the box while the action runs', () => {
  const { box, onAnswer } = draw({ ...question, onConfirm: () => new Promise(() => {}) });
  fireEvent.click(button('Sim, deletar'));
  fireEvent(box, new Event('cancel', { cancelable: true }));
  fireEvent.click(button('Não'));
  expect(screen.getByRole('alertdialog')).toBeTruthy();
  expect(onAnswer).not.toHaveBeenCalled();
});

test('shows the second box only after the first was answered', async () => {
  draw(question);
  fireEvent.click(screen.getByText('avisar'));
  expect(screen.getAllByRole('alertdialog')).toHaveLength(1);
  fireEvent.click(button('Não'));
  const alert = await screen.findByRole('alertdialog', { name: 'Ocorreu um erro' });
  expect(alert.textContent).toContain('Por favor, é necessário selecionar algum pacote');
  expect(document.activeElement).toBe(button('Entendi'));
  fireEvent.click(button('Entendi'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('a close by the browser declines the box, but not while its action runs', async () => {
  let fail!: (error: Error) => void;
  const { box } = draw({
    ...question,
    onConfirm: () => new Promise((_done, reject) => (fail = reject)),
  });
  fireEvent.click(button('Sim, deletar'));
  closeByForce(box);
  expect((box as HTMLDialogElement).open).toBe(true);
  fail(new Error('Sem créditos'));
  expect(await within(box).findByText('Sem créditos')).toBeTruthy();
  closeByForce(box);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('shows that the answer takes long', async () => {
  vi.useFakeTimers();
  try {
    draw({ ...question, hint: 'Só quer pausar?', onConfirm: () => new Promise(() => {}) });
    fireEvent.click(button('Sim, deletar'));
    expect(screen.getByText('Só quer pausar?')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(8_000));
    expect(screen.getByText('A rede está lenta. Ainda esperando a resposta…')).toBeTruthy();
  } finally {
    vi.useRealTimers();
  }
});
