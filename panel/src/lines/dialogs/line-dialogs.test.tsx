import { Refusal } from '@ramal/contract/api/errors';
import {
  deleteIptvLine,
  editIptvLine,
  getIptvLinks,
  getIptvPackages,
  promoteIptvLine,
} from '@ramal/contract/lines/iptv-lines';
import { renewLinePassword } from '@ramal/contract/lines/lines';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { created, lineListAnswer, packages, profile, row } from '../test/answers.ts';
import { choose, hidden, readRowMenu, open, server } from '../test/list.tsx';
import { calls } from '../test/screen.tsx';

// Loaded before, so that no test waits for code that a list loads after its first paint.
beforeAll(() => Promise.all([import('./LineDialogs.tsx'), import('./line-confirmations.tsx')]));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('focuses «Não» in «Deletar», suggests an alternative, and deletes only after the confirmation', async () => {
  const requests = server(
    () => lineListAnswer(row({ online: true, days: 9.5 })),
    [deleteIptvLine, () => ({ message: 'ok', id: 1 })],
  );
  await open();
  await choose('84920175', 'Deletar');
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('no meio do que está assistindo');
  expect(question.textContent).toContain(
    'Os 9 dias que faltam se perdem. O crédito não volta para o seu saldo.',
  );
  expect(question.textContent).toContain('Só quer pausar? Use On/Off.');
  expect(within(question).getByRole('button', { name: 'Não' }).dataset.autofocus).toBe('true');
  expect(calls(requests, deleteIptvLine)).toEqual([]);
  fireEvent.click(within(question).getByRole('button', { name: 'Sim, deletar' }));
  expect(await screen.findByText('Usuário deletado')).toBeDefined();
  expect(calls(requests, deleteIptvLine)).toMatchObject([{ body: { action: 2 } }]);
});

describe('«Retroceder vencimento»', () => {
  const line = row({
    exp_date_timestamp: Date.parse('2040-12-20T23:59:00-03:00') / 1000,
    rollback_min: '2040-12-17',
  });

  async function rollBackTo(day: string) {
    await choose('84920175', 'Retroceder');
    const field = await screen.findByLabelText('Novo vencimento');
    expect(field).toMatchObject({ value: '20/12/2040', readOnly: true });
    const calendar = document.querySelector('input[type="date"]')!;
    expect(calendar).toMatchObject({ value: '2040-12-20', min: '2040-12-17', max: '2040-12-20' });
    fireEvent.change(calendar, { target: { value: day } });
    fireEvent.click(screen.getByRole('button', { name: 'Retroceder vencimento' }));
    return screen.findByRole('alertdialog');
  }

  it.each([
    ['2040-12-16', 'Só é possível retroceder no máximo até 17/12/2040'],
    ['2040-12-21', 'Só é possível retroceder no máximo até 17/12/2040'],
    ['2040-12-20', 'Escolha um dia antes do vencimento atual, 20/12/2040.'],
  ])('rejects %s as the new expiry', async (day, text) => {
    const requests = server(
      () => lineListAnswer(line),
      [editIptvLine, () => ({ ...line, message: 'ok' })],
    );
    await open();
    const dialog = await rollBackTo(day);
    expect(within(dialog).getByText('Data inválida')).toBeDefined();
    expect(within(dialog).getByText(text)).toBeDefined();
    expect(calls(requests, editIptvLine)).toEqual([]);
  });

  it('shows the specified confirmation and sends only the day', async () => {
    const requests = server(
      () => lineListAnswer(line),
      [editIptvLine, () => ({ ...line, message: 'ok' })],
    );
    await open();
    const question = await rollBackTo('2040-12-18');
    expect(
      within(question).getByText('Deseja retroceder a data de expiração do usuário?'),
    ).toBeDefined();
    fireEvent.click(within(question).getByRole('button', { name: 'Sim, retroceder' }));
    expect(await screen.findByText('Vencimento retrocedido')).toBeDefined();
    expect(calls(requests, editIptvLine)[0]?.body).toEqual({
      action: 3,
      flagVencimento: 1,
      exp_day: '2040-12-18',
    });
  });

  it('accepts arrow keys but no typing', async () => {
    server(() => lineListAnswer(line));
    await open();
    await choose('84920175', 'Retroceder');
    const field = await screen.findByLabelText('Novo vencimento');
    expect(field).toHaveProperty('readOnly', true);
    for (const expected of ['19', '18', '17', '17']) {
      fireEvent.keyDown(field, { key: 'ArrowDown' });
      expect(field).toHaveProperty('value', `${expected}/12/2040`);
    }
    fireEvent.keyDown(field, { key: 'ArrowUp' });
    expect(field).toHaveProperty('value', '18/12/2040');
  });
});

describe('«Ativar como oficial»', () => {
  const test = (change: Parameters<typeof row>[0] = {}) =>
    row({ is_trial: true, status: 'Teste', rollback_min: null, days: 0.1, ...change });

  it('shows cost and expiry, sends only the term, and shows the receipt of the same access', async () => {
    let line = test();
    const requests = server(
      () => lineListAnswer(line),
      [getIptvPackages, () => packages],
      [
        promoteIptvLine,
        () => {
          line = row();
          return { ...created({ id: 1, username: line.username }), message: 'ok' };
        },
      ],
    );
    const { search } = await open();
    await choose('84920175', 'Ativar como oficial');
    const dialog = await screen.findByRole('dialog');
    expect(search()).toEqual({ dialog: 'promote', line: 1 });
    expect(await within(dialog).findByLabelText(/^Manter plano atual/)).toHaveProperty(
      'checked',
      true,
    );
    await waitFor(() => expect(dialog.textContent).toMatch(/1 crédito · 30 dias.*depois: 41,4/));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Sim, ativar · 1 crédito' }));
    expect(await screen.findByText('Teste ativado como oficial')).toBeDefined();
    expect(calls(requests, promoteIptvLine).map(({ body }) => body)).toEqual([
      { action: 20, credits: 1, isCustomPackage: false },
    ]);
    expect(search()).toEqual({});
  });

  it('shows the missing credits when the balance is too low, and the rejection of the server', async () => {
    server(
      () => lineListAnswer(test()),
      [getProfile, () => profile({ credits: 0.5 })],
      [getIptvPackages, () => packages],
      [
        promoteIptvLine,
        () => {
          throw new Refusal('insufficient_credits');
        },
      ],
    );
    await open('/users-iptv?dialog=promote&line=1');
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(dialog.textContent).toContain('para ativar esta linha'));
    fireEvent.click(within(dialog).getByRole('button', { name: /^Sim, ativar/ }));
    expect(await screen.findByText('Créditos insuficientes')).toBeDefined();
  });

  it.each([
    ['an official line', row(), profile()],
    ['a test blocked for abuse', test({ block_abuse: true }), profile()],
    [
      'an account that may not sell on this platform',
      test(),
      profile({ flags: { ...profile().flags, iptv: false } }),
    ],
  ])('is not offered for %s', async (_case, line, me) => {
    server(() => lineListAnswer(line), [getProfile, () => me]);
    await open();
    expect(await readRowMenu('84920175')).not.toContain('Ativar como oficial');
  });
});

it('shows and copies a new password, and keeps the short link on request', async () => {
  const requests = server(
    () => lineListAnswer(row()),
    [
      renewLinePassword,
      () => ({ message: 'ok', id: 1, username: '84920175', password: 'n0vaS3nh' }),
    ],
  );
  await open();
  await choose('84920175', 'Nova senha');
  const keep = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: 'Manter o link curto',
  });
  expect(keep.checked).toBe(false);
  fireEvent.click(keep);
  fireEvent.click(screen.getByRole('button', { name: 'Sim, gerar' }));
  expect(await screen.findByText('Senha nova para Dona Célia')).toBeDefined();
  expect(calls(requests, renewLinePassword)[0]?.body).toEqual({ keep_short_link: true });
  expect(screen.getByText('n0vaS3nh')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Copiar' })).toBeDefined();
});

describe('«Links» of a line', () => {
  const links = async () => {
    await open();
    await choose('84920175', 'Links');
    return screen.findByRole('button', { name: /^Tipo de link/ });
  };

  it('starts with all links each time it is opened', async () => {
    server(
      () => lineListAnswer(row()),
      [getIptvLinks, () => created({ id: 1, links_Xcloud: 'Provedor: ramal4' })],
    );
    fireEvent.click(await links());
    fireEvent.click(await screen.findByRole('menuitem', { name: /^STB/, ...hidden }));
    expect((await screen.findByLabelText('Texto que será copiado')).textContent).toContain(
      'STB\nhttp://stb.example',
    );
    fireEvent.click(screen.getByRole('button', { name: 'Fechar' }));
    await waitFor(() => expect(screen.queryByText('Links e dados de acesso')).toBeNull());
    await choose('84920175', 'Links');
    expect((await screen.findByRole('button', { name: /^Tipo de link/ })).textContent).toContain(
      'Todos',
    );
  });

  it('leaves X-CLOUD out when the flag hides it', async () => {
    server(() => lineListAnswer(row()), [getIptvLinks, () => created({ id: 1 })]);
    fireEvent.click(await links());
    const types = (await screen.findAllByRole('menuitem', hidden)).map(
      (item) => item.querySelector('.mantine-Menu-itemLabel')!.textContent,
    );
    expect(types).toEqual([
      'Todos',
      'M3U8',
      'SSIPTV',
      'Smarters',
      'Android',
      'STB',
      'WEB PLAYER',
      'Completo',
    ]);
  });
});
