import { Refusal } from '@ramal/contract/api/errors';
import { recreateBlocked, setAbuseSettings, getAbuseSettings } from '@ramal/contract/abuse';
import { listAllIptvLines, listIptvLines } from '@ramal/contract/lines/iptv-lines';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { created, lineListAnswer } from '../lines/test/answers.ts';
import { bodyRow } from '../lines/test/list.tsx';
import { calls } from '../lines/test/screen.tsx';
import { blocked, open, SENTENCE, server, atADesk } from './abuse.fixtures.tsx';

beforeEach(atADesk);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const tabs = async () =>
  within(await screen.findByRole('navigation', { name: 'Listas' })).getAllByRole('link');
const turnTo = async (name: string) =>
  fireEvent.click((await tabs()).find(({ textContent }) => textContent === name)!);
const heads = () => [...document.querySelectorAll('th')].map((head) => head.textContent);

it('shows two tabs to a reseller and requests blocked lines from the server', async () => {
  const requests = server();
  const { search } = await open('/users-iptv');
  await bodyRow('84920175');
  expect((await tabs()).map(({ textContent }) => textContent)).toEqual([
    'Todos',
    'Bloqueados por Abuso',
  ]);
  await turnTo('Bloqueados por Abuso');
  const line = await bodyRow('30809062');
  expect(search()).toEqual({ blocked: true });
  expect(heads()).toEqual(['Usuário', 'Senha', 'Revenda', 'Razão', 'Ações']);
  expect(line.textContent).toContain(SENTENCE);
  expect(
    within(line)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Detalhes', 'Desbloquear Usuário']);
  expect(calls(requests, listIptvLines).at(-1)!.query).toMatchObject({
    blocked: 'true',
    reseller_id: '0',
    page: '1',
    per_page: '10',
  });
  expect(calls(requests, listIptvLines)[0]!.query).not.toHaveProperty('blocked');
  expect((await tabs()).map((tab) => tab.getAttribute('aria-current'))).toEqual([null, 'page']);
});

it('keeps page size and search for each tab, and applies the selected reseller to all tabs', async () => {
  server();
  const { search } = await open('/users-iptv?search=celia&status=Ativo&per_page=30');
  await turnTo('Bloqueados por Abuso');
  await waitFor(() => expect(search()).toEqual({ blocked: true }));
  fireEvent.click(await screen.findByRole('radio', { name: 'Toda a rede' }));
  await waitFor(() => expect(search()).toEqual({ blocked: true, resellerId: 'tree' }));
  const field = screen.getByRole('searchbox');
  fireEvent.change(field, { target: { value: 'marcia' } });
  await waitFor(() => expect(search()).toMatchObject({ search: 'marcia', blocked: true }));
  await turnTo('Todos');
  await waitFor(() =>
    expect(search()).toEqual({
      search: 'celia',
      status: 'Ativo',
      perPage: 30,
      resellerId: 'tree',
    }),
  );
  await turnTo('Bloqueados por Abuso');
  await waitFor(() => expect(search()).toMatchObject({ search: 'marcia', blocked: true }));
});

it('shows an admin the lines of all accounts, a tab of suspects, and a hundred rows a page', async () => {
  const requests = server({ isAdmin: true });
  const { search } = await open('/double-access');
  await bodyRow('84920175');
  expect((await tabs()).map(({ textContent }) => textContent)).toEqual([
    'Todos',
    'Abuso Detectado',
    'Bloqueados por Abuso',
  ]);
  await turnTo('Abuso Detectado');
  const line = await waitFor(() => {
    expect(heads()).toEqual(['Usuário', 'Senha', 'Revenda', 'Razão', 'Ações']);
    return screen.getByText('84920175').closest('tr')!;
  });
  expect(line.textContent).toContain('marcelo');
  expect(
    within(line)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Detalhes', 'Descartar', 'Bloquear']);
  fireEvent.click(screen.getByRole('button', { name: /por página/ }));
  const sizes = await screen.findAllByRole('menuitem', { hidden: true });
  expect(sizes.map(({ textContent }) => textContent)).toEqual(['10', '30', '50', '100']);
  fireEvent.click(sizes.at(-1)!);
  await waitFor(() => expect(search()).toEqual({ suspect: true, perPage: 100 }));
  await waitFor(() =>
    expect(calls(requests, listAllIptvLines).at(-1)!.query).toMatchObject({
      suspect: 'true',
      per_page: '100',
    }),
  );
});

it('ignores the filter of suspects for an account without that tab', async () => {
  const requests = server();
  await open('/users-iptv?suspect=true');
  await bodyRow('84920175');
  expect(heads()).toContain('Vencimento');
  expect(calls(requests, listIptvLines)[0]!.query).not.toHaveProperty('suspect');
});

it('unblocks a line only after the warning about the password, and then shows the new password', async () => {
  let lines = [blocked];
  const requests = server({
    lines: () => lineListAnswer(...lines),
    more: [
      [
        recreateBlocked,
        () => {
          lines = [];
          const { charged: _charged, balance: _balance, ...receipt } = created();
          return { ...receipt, password: 'n0vaS3nh', message: 'Usuário desbloqueado' };
        },
      ],
    ],
  });
  await open('/users-iptv?blocked=true');
  fireEvent.click(await screen.findByRole('button', { name: /^Desbloquear Usuário/ }));
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('A senha muda');
  expect(calls(requests, recreateBlocked)).toEqual([]);
  fireEvent.click(within(question).getByRole('button', { name: 'Sim, desbloquear' }));
  const receipt = await screen.findByRole('dialog', {
    name: 'Desbloqueado com senha nova',
  });
  expect(within(receipt).getByText('n0vaS3nh')).toBeDefined();
  expect(within(receipt).getAllByRole('button', { name: /Copiar/ }).length).toBeGreaterThan(1);
  expect(calls(requests, recreateBlocked).map(({ path }) => path)).toEqual([
    '/api/recreate-blocked/8',
  ]);
  await screen.findByText('Nenhuma linha bloqueada por abuso');
});

const sizes = async () => {
  fireEvent.click(await screen.findByRole('button', { name: /por página/ }));
  const items = await screen.findAllByRole('menuitem', { hidden: true });
  return items.map(({ textContent }) => textContent);
};

it('offers a hundred rows a page for blocked lines, but not for own lines', async () => {
  server();
  await open('/users-iptv?blocked=true');
  expect(await sizes()).toEqual(['10', '30', '50', '100']);
  cleanup();
  server();
  await open('/users-iptv');
  expect(await sizes()).toEqual(['10', '30', '50']);
});

it('does not offer to unblock the lines of another reseller', async () => {
  server({
    lines: () => lineListAnswer({ ...blocked, id_res: 77, reseller: { username: 'carla.sul' } }),
  });
  await open('/users-iptv?blocked=true&reseller_id=tree');
  const line = within(await bodyRow('30809062'));
  expect(line.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Detalhes']);
});

it('keeps the confirmation open when the line was already unblocked', async () => {
  server({
    more: [
      [
        recreateBlocked,
        () => {
          throw new Refusal('line_not_blocked');
        },
      ],
    ],
  });
  await open('/users-iptv?blocked=true');
  fireEvent.click(await screen.findByRole('button', { name: /^Desbloquear Usuário/ }));
  const question = await screen.findByRole('alertdialog');
  fireEvent.click(within(question).getByRole('button', { name: 'Sim, desbloquear' }));
  expect(
    await within(question).findByText(/Esta linha não está bloqueada por abuso/),
  ).toBeDefined();
});

it('enables automatic blocking only after its effect was confirmed', async () => {
  let automatic = false;
  const requests = server({
    isAdmin: true,
    more: [
      [getAbuseSettings, () => ({ automatic })],
      [
        setAbuseSettings,
        ({ body }) => {
          automatic = body.automatic === true;
          return { automatic, message: 'Bloqueio automático ligado' };
        },
      ],
    ],
  });
  await open('/double-access?suspect=true');
  await screen.findByText(/continua tocando até que alguém da administração a bloqueie/);
  fireEvent.click(screen.getByRole('button', { name: 'Ligar o bloqueio automático' }));
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('sem que ninguém confira antes');
  expect(calls(requests, setAbuseSettings)).toEqual([]);
  fireEvent.click(within(question).getByRole('button', { name: 'Sim, ligar' }));
  await screen.findByRole('button', { name: 'Desligar o bloqueio automático' });
  expect(calls(requests, setAbuseSettings).map(({ body }) => body)).toEqual([{ automatic: true }]);
});
