import { Refusal } from '@ramal/contract/api/errors';
import { editIptvLine, getIptvPackages, listIptvLines } from '@ramal/contract/lines/iptv-lines';
import { setLinePrice } from '@ramal/contract/lines/line-payments';
import { setLineWhatsapp } from '@ramal/contract/lines/lines';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { lineListAnswer, packages } from '../test/answers.ts';
import { open, server } from '../test/list.tsx';
import { calls } from '../test/screen.tsx';
import { celia, osvaldo, both, pressRow, type, enter, prepareTests } from './test/customer.tsx';

prepareTests();

describe('edits in place', () => {
  it('saves name and number on Enter, each with its own call', async () => {
    const requests = server(
      both,
      [editIptvLine, () => ({ ...celia(), message: 'ok' })],
      [setLineWhatsapp, () => ({ message: 'ok', id: 1, whatsapp: '5511911112222' })],
    );
    await open('/users-iptv?line=1');
    await screen.findByText('1 de 2');
    fireEvent.click(screen.getByRole('button', { name: 'Editar nome e número' }));
    type(await screen.findByRole('textbox', { name: 'Nome' }), 'Dona Ana');
    const number = screen.getByRole('textbox', { name: 'WhatsApp' });
    type(number, '11911112222');
    enter(number);
    expect(await screen.findByText('Salvo')).toBeDefined();
    expect(calls(requests, setLineWhatsapp)[0]?.body).toEqual({ whatsapp: '11911112222' });
    expect(calls(requests, editIptvLine).map(({ body }) => body)).toEqual([
      {
        action: 3,
        flagVencimento: 0,
        isCustomPackage: false,
        package: 0,
        nota: 'Dona Ana – TV da sala',
      },
    ]);
  });

  it('saves the price when the focus leaves it, and keeps a refused text with the reason', async () => {
    let refuses = true;
    const requests = server(both, [
      setLinePrice,
      () => {
        if (refuses) throw new Refusal('line_not_found');
        return { message: 'Preço guardado', id: 1, price_cents: 4_000 };
      },
    ]);
    await open('/users-iptv?line=1');
    fireEvent.click(await screen.findByRole('button', { name: 'Mudar o preço' }));
    const field = await screen.findByLabelText<HTMLInputElement>(/^Quanto paga/);
    type(field, '40');
    fireEvent.blur(field);
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(field.value).toBe('40');
    refuses = false;
    enter(field);
    expect(await screen.findByText('Preço guardado')).toBeDefined();
    expect(calls(requests, setLinePrice).map(({ body }) => body)).toEqual([
      { price_cents: 4_000 },
      { price_cents: 4_000 },
    ]);
  });

  it('sends nothing after Esc, and nothing for an unchanged text', async () => {
    const requests = server(both);
    await open('/users-iptv?line=1');
    fireEvent.click(await screen.findByRole('button', { name: 'Mudar o preço' }));
    const field = await screen.findByLabelText(/^Quanto paga/);
    type(field, '40');
    fireEvent.keyDown(field, { key: 'Escape' });
    expect(screen.queryByLabelText(/^Quanto paga/)).toBeNull();
    const note = screen.getByRole('textbox', { name: 'Anotações' });
    fireEvent.focus(note);
    fireEvent.blur(note);
    expect(requests.filter(({ name }) => name.includes('edit') || name.includes('price'))).toEqual(
      [],
    );
  });

  it('changes the package and keeps the current one until another is chosen', async () => {
    const requests = server(
      both,
      [getIptvPackages, () => packages],
      [editIptvLine, () => ({ ...celia(), message: 'ok' })],
    );
    await open();
    await pressRow();
    fireEvent.click(await screen.findByRole('button', { name: 'Trocar o pacote' }));
    expect(await screen.findByLabelText(/^Manter plano atual/)).toHaveProperty('checked', true);
    fireEvent.click(screen.getByLabelText(/^Família/));
    fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(calls(requests, editIptvLine)).toHaveLength(1));
    expect(calls(requests, editIptvLine)[0]?.body).toEqual({
      action: 3,
      flagVencimento: 0,
      isCustomPackage: false,
      package: 2,
    });
  });

  it('offers «Pôr número» for a line without a number', async () => {
    server(() => lineListAnswer(osvaldo()));
    await open('/users-iptv?line=2');
    fireEvent.click(await screen.findByRole('button', { name: 'Pôr número' }));
    const field = await screen.findByRole('textbox', { name: 'WhatsApp' });
    expect(document.activeElement).toBe(field);
  });
});

describe('edits of a page that closes', () => {
  const typePrice = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Mudar o preço' }));
    type(await screen.findByLabelText(/^Quanto paga/), '40');
  };
  const close = () => fireEvent.click(screen.getByRole('button', { name: 'Fechar' }));

  it('saves a typed text once, and the page stays closed', async () => {
    const requests = server(both, [
      setLinePrice,
      () => ({ message: 'Preço guardado', id: 1, price_cents: 4_000 }),
    ]);
    const { search } = await open('/users-iptv?line=1&dialog=price');
    type(await screen.findByLabelText(/^Quanto paga/), '40');
    close();
    expect(await screen.findByText('Preço guardado')).toBeDefined();
    expect(calls(requests, setLinePrice).map(({ body }) => body)).toEqual([{ price_cents: 4_000 }]);
    expect(search()).toEqual({});
    expect(screen.queryByRole('complementary')).toBeNull();
  });

  it('saves a typed text for its customer when the next one is shown', async () => {
    const requests = server(both, [
      setLinePrice,
      () => ({ message: 'Preço guardado', id: 1, price_cents: 4_000 }),
    ]);
    await open('/users-iptv?line=1');
    await typePrice();
    fireEvent.click(screen.getByRole('button', { name: 'Próximo cliente' }));
    expect(await screen.findByText('Preço guardado')).toBeDefined();
    expect(calls(requests, setLinePrice).map(({ path }) => path)).toEqual(['/api/lines/1/price']);
  });

  it('keeps a refused text for the next time, with a message', async () => {
    server(both, [
      setLinePrice,
      () => {
        throw new Refusal('line_not_found');
      },
    ]);
    await open('/users-iptv?line=1');
    await typePrice();
    close();
    const message = await screen.findByRole('alertdialog', { name: 'Não foi salvo' });
    expect(message.textContent).toContain('O texto continua no campo deste cliente.');
    fireEvent.click(screen.getByRole('button', { name: 'Entendi' }));
    await pressRow();
    fireEvent.click(await screen.findByRole('button', { name: 'Mudar o preço' }));
    const field = await screen.findByLabelText<HTMLInputElement>(/^Quanto paga/);
    expect(field.value).toBe('40');
    fireEvent.keyDown(field, { key: 'Escape' });
    expect(sessionStorage.length).toBe(0);
  });

  it('sends nothing after Esc and nothing for an unchanged text', async () => {
    const requests = server(both);
    await open('/users-iptv?line=1');
    await typePrice();
    fireEvent.keyDown(screen.getByLabelText(/^Quanto paga/), { key: 'Escape' });
    close();
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
    expect(calls(requests, setLinePrice)).toEqual([]);
  });
});

it('reads the list again after an edit', async () => {
  const requests = server(both, [editIptvLine, () => ({ ...celia(), message: 'ok' })]);
  await open('/users-iptv?line=1');
  const note = await screen.findByRole('textbox', { name: 'Anotações' });
  const before = calls(requests, listIptvLines).length;
  type(note, 'Quarto');
  fireEvent.blur(note);
  expect(await screen.findByText('Salvo')).toBeDefined();
  expect(calls(requests, editIptvLine)[0]?.body).toMatchObject({ nota: 'Dona Célia – Quarto' });
  expect(calls(requests, listIptvLines).length).toBeGreaterThan(before);
});
