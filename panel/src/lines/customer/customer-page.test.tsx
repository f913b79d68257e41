import { Refusal } from '@ramal/contract/api/errors';
import { getLine } from '@ramal/contract/lines/line-page';
import { listLineViewings } from '@ramal/contract/watching';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { lineFacts, lineListAnswer } from '../test/answers.ts';
import { open, server } from '../test/list.tsx';
import {
  NAME,
  celia,
  osvaldo,
  both,
  page,
  bodyRow,
  pressRow,
  enter,
  viewing,
  prepareTests,
} from './test/customer.tsx';

prepareTests();

describe('the page beside the list', () => {
  it('opens by a press on the row with its head at once, and keeps the list', async () => {
    server(both);
    const { search } = await open();
    await pressRow();
    const shown = await page();
    expect(search()).toEqual({ line: 1 });
    expect(within(shown).getByRole('heading', { name: 'Dona Célia' })).toBeDefined();
    expect(within(shown).getByText('1 de 2')).toBeDefined();
    expect(within(shown).getByRole('link', { name: '+55 (11) 95555-0142' })).toBeDefined();
    expect((await bodyRow(NAME)).getAttribute('aria-current')).toBe('true');
    expect(screen.getByText('Seu Osvaldo')).toBeDefined();
    const titles = within(shown)
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent);
    expect(titles).toEqual(['Acesso', 'Dinheiro', 'Aparelhos', 'Linha do tempo', 'Anotações']);
  });

  it('does not open by a press on a button of the row', async () => {
    server(both);
    const { search } = await open();
    const cells = within(await bodyRow(NAME));
    fireEvent.click(cells.getByRole('button', { name: `Ações de ${NAME}` }));
    expect(search()).toEqual({});
  });

  it('opens from the address, also for a line on another page of the list', async () => {
    server(() => lineListAnswer(osvaldo()), [getLine, () => lineFacts({ nota: 'Márcia' })]);
    await open('/users-iptv?line=1');
    const shown = await page('Márcia');
    expect(within(shown).queryByText(/^\d+ de \d+$/)).toBeNull();
  });

  it('leads to the next customer, and back to the list', async () => {
    server(both);
    const { search } = await open('/users-iptv?line=1');
    await page();
    await screen.findByText('1 de 2');
    fireEvent.click(screen.getByRole('button', { name: 'Próximo cliente' }));
    const shown = await page('Seu Osvaldo');
    expect(search()).toEqual({ line: 2 });
    expect(within(shown).getByText('2 de 2')).toBeDefined();
    expect(within(shown).getByRole('button', { name: 'Próximo cliente' })).toHaveProperty(
      'disabled',
      true,
    );
    fireEvent.click(within(shown).getByRole('button', { name: 'Fechar' }));
    await waitFor(() => expect(search()).toEqual({}));
    expect(screen.queryByRole('complementary')).toBeNull();
  });

  it('opens the next page of the list after the last customer of a page', async () => {
    server(({ query }) => ({
      ...lineListAnswer(query['page'] === '2' ? osvaldo() : celia()),
      total: 11,
      last_page: 2,
    }));
    const { search } = await open('/users-iptv?line=1');
    await page();
    await screen.findByText('1 de 11');
    fireEvent.click(screen.getByRole('button', { name: 'Próximo cliente' }));
    await page('Seu Osvaldo');
    expect(search()).toEqual({ line: 2, page: 2 });
  });

  it('shows the whole page without the list', async () => {
    server(both);
    const { search } = await open('/users-iptv?line=1');
    fireEvent.click(await screen.findByRole('button', { name: 'Abrir na página inteira' }));
    await waitFor(() => expect(search()).toEqual({ line: 1, view: 'page' }));
    expect(screen.queryByRole('table')).toBeNull();
    await page();
    fireEvent.click(screen.getByRole('button', { name: 'Mostrar ao lado da lista' }));
    expect(await screen.findByRole('table')).toBeDefined();
  });

  it('states that a deleted customer does not exist any more', async () => {
    server(both, [
      getLine,
      () => {
        throw new Refusal('line_not_found');
      },
    ]);
    const { search } = await open('/users-iptv?line=1');
    expect(await screen.findByText('Este cliente não existe mais.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Voltar à lista' }));
    await waitFor(() => expect(search()).toEqual({}));
  });

  it.each([
    ['historico', 'Ver menos'],
    ['watching', 'Desligar VLC: Canal de teste'],
  ])('opens the section of the old address dialog=%s', async (dialog, button) => {
    server(both, [listLineViewings, () => [viewing]]);
    await open(`/users-iptv?dialog=${dialog}&line=1`);
    expect(await screen.findByRole('button', { name: button })).toBeDefined();
    await page();
  });
});

describe('the keys of the page', () => {
  it('opens by Enter with the focus on its heading, and Esc returns to the row', async () => {
    server(both);
    const { search } = await open();
    const line = await bodyRow(NAME);
    line.focus();
    enter(line);
    const heading = await screen.findByRole('heading', { name: 'Dona Célia' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    fireEvent.keyDown(heading, { key: 'Escape' });
    await waitFor(() => expect(search()).toEqual({}));
    expect(document.activeElement).toBe(await bodyRow(NAME));
  });

  it('follows the row that the arrow keys reach', async () => {
    server(both);
    const { search } = await open('/users-iptv?line=1');
    await page();
    const line = await bodyRow(NAME);
    line.focus();
    fireEvent.keyDown(line, { key: 'ArrowDown' });
    await page('Seu Osvaldo');
    expect(search()).toEqual({ line: 2 });
  });

  it('renews by R, edits the name by E, and opens the charging run by C', async () => {
    server(both);
    const { path, search } = await open('/users-iptv?line=1');
    const shown = await page();
    fireEvent.keyDown(shown, { key: 'e' });
    const field = await within(shown).findByRole('textbox', { name: 'Nome' });
    fireEvent.keyDown(field, { key: 'Escape' });
    expect(within(shown).queryByRole('textbox', { name: 'Nome' })).toBeNull();
    fireEvent.keyDown(shown, { key: 'r' });
    fireEvent.click(await screen.findByRole('button', { name: 'Não' }));
    fireEvent.keyDown(shown, { key: 'c' });
    await waitFor(() => expect(path()).toBe('/charge'));
    expect(search()).toEqual({ line: 1 });
  });
});
