// @vitest-environment happy-dom
import { Refusal } from '@ramal/contract/api/errors';
import { chargeLine } from '@ramal/contract/lines/charging';
import { getDueLines } from '@ramal/contract/lines/due-lines';
import { extendIptvLine, getIptvLinks } from '@ramal/contract/lines/iptv-lines';
import { setLineWhatsapp } from '@ramal/contract/lines/lines';
import { p2pLines } from '@ramal/contract/lines/p2p-lines';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { created, profile, row } from '../../lines/test/answers.ts';
import { iptvLines } from '../../lines/platforms/iptv.ts';
import { p2pCreated, p2pRow } from '../../lines/test/p2p.tsx';
import { answering, calls, type Respond, show } from '../../lines/test/screen.tsx';
import { DUE_NOW, celia, dueAnswer, dueLine, wellington } from './due.fixtures.ts';
import { DueBoard } from './DueBoard.tsx';

const setWidth = (width: number) =>
  (window as unknown as { happyDOM: { setViewport: (size: object) => void } }).happyDOM.setViewport(
    {
      width,
      height: 800,
    },
  );

let opened: string[];
beforeEach(() => {
  vi.useFakeTimers({ now: DUE_NOW, toFake: ['Date'] });
  opened = [];
  setWidth(1280);
  vi.stubGlobal('open', (url: string) => void opened.push(decodeURIComponent(url)));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open(due: Respond = () => dueAnswer(), ...more: Parameters<typeof answering>[0]) {
  const requests = answering([[getProfile, () => profile()], [getDueLines, due], ...more]);
  await show(<DueBoard platforms={[iptvLines]} now={new Date()} />, '/reseller');
  return requests;
}
/** Returns 23:59 of today in São Paulo, the panel's time zone. */
const endOfToday = () => {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(
    new Date(),
  );
  return Date.parse(`${day}T23:59:59-03:00`) / 1000;
};
const column = (name: string) => screen.findByRole('region', { name });

describe('board of due lines', () => {
  it('lists each customer under the due day, with the name of the day', async () => {
    await open();
    const today = await column('Vence hoje');
    expect(
      within(today)
        .getAllByRole('listitem')
        .map((item) => item.querySelector('b')!.textContent),
    ).toEqual(['Dona Célia', 'Wellington']);
    expect((await column('Vence amanhã')).textContent).toContain('Ninguém vence neste dia');
    expect((await column('Venceu ontem')).textContent).toContain('Ninguém venceu neste dia');
    expect(screen.getByText('2 em 5 dias')).toBeTruthy();
  });

  it('collapses a long day and links to the list for the remaining lines', async () => {
    const lines = Array.from({ length: 5 }, (_, i) => dueLine({ id: i + 1, nota: `Cliente ${i}` }));
    await open(() => dueAnswer({ 1: { total: 44, lines } }));
    const day = await column('Vence amanhã');
    expect(within(day).getAllByRole('listitem')).toHaveLength(3);
    fireEvent.click(within(day).getByRole('button', { name: 'mais 41' }));
    expect(within(day).getAllByRole('listitem')).toHaveLength(5);
    // The links appear only after the profile is loaded, because the profile contains the
    // permissions for the lists.
    const rest = await within(day).findByRole('link', { name: '44 IPTV' });
    expect(decodeURIComponent(rest.getAttribute('href')!)).toMatch(
      /^\/users-iptv\?status=Ativo&due=2026-11-21/,
    );
  });

  it('renews after a short confirmation, shows the result and reads the board again', async () => {
    const requests = await open(
      undefined,
      [getIptvLinks, () => created({ id: 1, username: '84920175', whatsapp: '5592955550118' })],
      [
        extendIptvLine,
        () => {
          const later = row({ id: 1, days: 31 });
          return {
            ...later,
            message: 'ok',
            exp_date_formatted: later.exp_date,
            charged: 1,
            balance: 41.4,
          };
        },
      ],
    );
    const today = await column('Vence hoje');
    fireEvent.click(within(today).getByRole('button', { name: 'Mais 30 dias para Dona Célia' }));
    expect(calls(requests, extendIptvLine)).toHaveLength(0);
    fireEvent.click(await screen.findByRole('button', { name: /^Sim/ }));
    await screen.findByText(/^Renovado até /);
    expect(screen.getByText('Dona Célia · saldo 41,4')).toBeTruthy();
    expect(calls(requests, extendIptvLine)[0]).toMatchObject({
      path: '/api/users-iptv/1',
      body: { credits: 1 },
    });
    await waitFor(() => expect(calls(requests, getDueLines).length).toBeGreaterThan(1));
    fireEvent.click(screen.getByRole('button', { name: /^Enviar/ }));
    await waitFor(() => expect(opened).toHaveLength(1));
    expect(opened[0]).toBe('https://wa.me/5592955550118?text=Oi! Renovação confirmada. Obrigado!');
    fireEvent.click(screen.getByRole('button', { name: 'Recibo' }));
    expect(await screen.findByText('1 crédito debitado · saldo 41,4')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Fechar o aviso' })).toBeNull();
  });

  it('renews on the platform of the line', async () => {
    const requests = await open(
      () => dueAnswer({ 0: { lines: [dueLine({ id: 9, platform: 'p2p' })] } }),
      [
        p2pLines.extend,
        () => ({
          ...p2pRow({ id: 9 }),
          message: 'ok',
          exp_date_formatted: p2pRow().endTime,
          charged: 1,
          balance: 41.4,
        }),
      ],
      [p2pLines.receipt, () => p2pCreated({ id: 9 })],
    );
    fireEvent.click(await screen.findByRole('button', { name: /^Mais 30 dias/ }));
    fireEvent.click(await screen.findByRole('button', { name: /^Sim/ }));
    await waitFor(() => expect(calls(requests, p2pLines.extend)).toHaveLength(1));
    await screen.findByRole('button', { name: 'Recibo' });
  });

  it('opens a message to a customer with a number, and prompts for a missing number', async () => {
    const requests = await open(
      undefined,
      [
        getIptvLinks,
        ({ path }) => {
          const due = path.endsWith('/1') ? celia : wellington;
          return created({ ...due, exp_date_timestamp: endOfToday() });
        },
      ],
      [setLineWhatsapp, () => ({ message: 'ok', whatsapp: null })],
      [chargeLine, () => ({ message: 'ok', id: 1, charged_at_timestamp: endOfToday() })],
    );
    fireEvent.click(
      await screen.findByRole('button', { name: 'Mensagem no WhatsApp para Dona Célia' }),
    );
    await waitFor(() => expect(opened).toHaveLength(1));
    expect(opened[0]).toContain(
      `wa.me/${celia.whatsapp}?text=Oi, Dona Célia! Sua assinatura vence hoje às 23:59. Quer renovar?`,
    );
    await waitFor(() =>
      expect(calls(requests, chargeLine).map(({ path }) => path)).toEqual(['/api/lines/1/charge']),
    );
    fireEvent.click(
      screen.getByRole('button', { name: `Mensagem no WhatsApp para ${wellington.nota}` }),
    );
    await screen.findByText('Para qual número?');
    expect(calls(requests, setLineWhatsapp)).toHaveLength(0);
  });

  it.each([
    ['charged_at_timestamp', 'Cobrado hoje'],
    ['informed_at_timestamp', 'Avisado hoje'],
  ])('shows a message recorded in %s on the board only on the same day', async (field, mark) => {
    const seconds = DUE_NOW.getTime() / 1000;
    await open(() =>
      dueAnswer({
        0: {
          lines: [
            { ...celia, [field]: seconds },
            { ...wellington, [field]: seconds - 3 * 86_400 },
          ],
        },
      }),
    );
    const rows = within(await column('Vence hoje')).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent.includes(mark))).toEqual([true, false]);
  });

  it('shows a failed load and reads the board again on request', async () => {
    let fails = true;
    await open(() => {
      if (fails) throw new Refusal('forbidden');
      return dueAnswer();
    });
    await screen.findByText('Não deu para carregar os clientes a vencer');
    fails = false;
    fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await column('Vence hoje')).toBeTruthy();
  });
});

it('shows one open day on the phone, and another one after a tap', async () => {
  setWidth(390);
  await open(() =>
    dueAnswer({ 0: { lines: [celia] }, 2: { lines: [dueLine({ id: 3, nota: 'Ana Paula' })] } }),
  );
  await screen.findByText('Dona Célia');
  expect(screen.queryByText('Ana Paula')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '1 Domingo' }));
  expect(screen.getByText('Ana Paula')).toBeTruthy();
  expect(screen.queryByText('Dona Célia')).toBeNull();
});

it('shows received and open payments once a customer has a price', async () => {
  await open();
  await column('Vence hoje');
  expect(screen.queryByRole('region', { name: 'Recebimentos' })).toBeNull();
  cleanup();
  await open(() => ({
    ...dueAnswer(),
    payments: {
      received_cents: 3_334,
      received_by_platform: [{ platform: 'iptv', total: 3 }],
      open_cents: 12_999,
      open_by_platform: [{ platform: 'iptv', total: 2 }],
    },
  }));
  const paid = await screen.findByRole('region', { name: 'Recebimentos' });
  expect(paid.textContent).toContain('R$ 33,34');
  expect(paid.textContent).toContain('R$ 129,99');
  const received = await within(paid).findByRole('link', { name: '3 IPTV' });
  expect(received.getAttribute('href')).toBe('/users-iptv?paid=received');
  const ahead = screen.getByRole('region', { name: 'Projeção do mês' });
  const rowsOf = (name: string) => within(ahead).getByRole('link', { name }).getAttribute('href');
  expect(rowsOf('41')).toBe('/log?group=renewed&reseller=4821');
  expect(rowsOf('38 IPTV')).toBe('/users-iptv?status=Ativo&due=month');
  expect(rowsOf('12')).toBe('/log?group=new&reseller=4821');
  const notPaid = await within(paid).findByRole('link', { name: '2 IPTV' });
  expect(notPaid.getAttribute('href')).toContain('paid=open');
});

it('shows the likely and the maximum number of renewals of the month', async () => {
  await open();
  const month = await screen.findByRole('region', { name: 'Projeção do mês' });
  expect(month.textContent).toContain('75% dos vencimentos foram renovados');
  expect(month.textContent).toContain('29');
  expect(month.textContent).toContain('provável; 38 se todos renovarem');
  expect(month.textContent).toContain('neste ritmo, 18 clientes no mês');
});
