// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { ButtonMenu } from './ButtonMenu.tsx';
import { ButtonPopover } from './ButtonPopover.tsx';
import { Tooltips } from './Tooltips.tsx';

const draw = (children: ReactNode) =>
  render(<MantineProvider env="test">{children}</MantineProvider>);

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('opens a menu with the name of its button and runs the chosen entry', async () => {
  const choose = vi.fn<() => void>();
  draw(
    <ButtonMenu
      position="bottom-end"
      button={<button type="button">Mais</button>}
      choices={() => [
        [{ key: 'export', label: 'Exportar', choose }],
        [{ key: 'delete', label: 'Excluir', tone: 'danger' }],
      ]}
    />,
  );
  const button = screen.getByRole('button', { name: 'Mais' });
  expect(button.getAttribute('aria-haspopup')).toBe('menu');
  expect(button.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('menu')).toBeNull();
  button.focus();
  fireEvent.click(button);
  const menu = await screen.findByRole('menu', { name: 'Mais' });
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(button.getAttribute('aria-controls')).toBe(menu.id);
  expect(screen.getByRole('menuitem', { name: 'Excluir' }).dataset['tone']).toBe('danger');
  fireEvent.click(screen.getByRole('menuitem', { name: 'Exportar' }));
  expect(choose).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it('opens a panel that contains the focus and later returns it', async () => {
  draw(
    <ButtonPopover button={<button type="button">Eu</button>}>
      <button type="button">Sair</button>
    </ButtonPopover>,
  );
  const button = screen.getByRole('button', { name: 'Eu' });
  button.focus();
  fireEvent.click(button);
  await screen.findByRole('dialog', { name: 'Eu' });
  const leave = screen.getByRole('button', { name: 'Sair' });
  await waitFor(() => expect(document.activeElement).toBe(leave));
  fireEvent.keyDown(leave, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it('shows the tooltip of the hovered element, and none on touch', async () => {
  draw(
    <>
      <button type="button" data-tooltip="Sair do painel">
        <svg />
      </button>
      <Tooltips />
    </>,
  );
  const glyph = document.querySelector('svg')!;
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const rest = () =>
    act(() => {
      vi.advanceTimersByTime(400);
    });
  fireEvent.pointerOver(glyph, { pointerType: 'touch' });
  rest();
  expect(screen.queryByRole('tooltip')).toBeNull();
  fireEvent.pointerOver(glyph, { pointerType: 'mouse' });
  rest();
  expect((await screen.findByRole('tooltip')).textContent).toBe('Sair do painel');
  fireEvent.pointerOver(document.body, { pointerType: 'mouse' });
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
});

it('replaces its choices by those of a submenu and returns to them', async () => {
  const choose = vi.fn<() => void>();
  draw(
    <ButtonMenu
      position="bottom-end"
      button={<button type="button">Mais</button>}
      choices={() => [
        [
          { key: 'edit', label: 'Editar' },
          {
            key: 'more',
            label: 'Mais ações',
            choices: [{ key: 'price', label: 'Preço', choose }],
          },
        ],
      ]}
    />,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Mais' }));
  fireEvent.keyDown(await screen.findByRole('menuitem', { name: 'Mais ações' }), {
    key: 'ArrowRight',
  });
  const price = screen.getByRole('menuitem', { name: 'Preço' });
  expect(document.activeElement).toBe(price);
  expect(screen.queryByRole('menuitem', { name: 'Editar' })).toBeNull();
  fireEvent.keyDown(price, { key: 'ArrowLeft' });
  const more = screen.getByRole('menuitem', { name: 'Mais ações' });
  expect(document.activeElement).toBe(more);
  fireEvent.click(more);
  fireEvent.click(screen.getByRole('menuitem', { name: 'Preço' }));
  expect(choose).toHaveBeenCalledOnce();
});

it('closes no menu on a key pressed outside it', async () => {
  draw(
    <>
      <button type="button">Linha</button>
      <ButtonMenu
        position="bottom-end"
        button={<button type="button">Mais</button>}
        choices={() => [[{ key: 'edit', label: 'Editar' }]]}
      />
    </>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Mais' }));
  const item = await screen.findByRole('menuitem', { name: 'Editar' });
  fireEvent.keyDown(screen.getByRole('button', { name: 'Linha' }), { key: 'Enter' });
  await waitFor(() =>
    expect(item.closest('[role="menu"]')?.contains(document.activeElement)).toBe(true),
  );
  expect(screen.getByRole('button', { name: 'Mais' }).getAttribute('aria-expanded')).toBe('true');
});
