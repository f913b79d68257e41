import { Refusal } from '@ramal/contract/api/errors';
import { createIptvLine, getIptvPackages } from '@ramal/contract/lines/iptv-lines';
import { findLinesByWhatsapp } from '@ramal/contract/lines/lines';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CreateLine } from './CreateLine.tsx';
import { iptvLines } from '../platforms/iptv.ts';
import { bouquets, created, packages, profile } from '../test/answers.ts';
import { answering, calls, type Respond, show } from '../test/screen.tsx';

const form = (create: Respond, me = profile()) =>
  answering([
    [getProfile, () => me],
    [getIptvPackages, ({ body }) => (body.package === true ? packages : bouquets)],
    [findLinesByWhatsapp, () => []],
    [createIptvLine, create],
  ]);

const note = () => screen.getByLabelText(/^Anotações/);
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Adicionar' }));
const understood = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Entendi' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
};

async function choosePackage() {
  fireEvent.click(await screen.findByRole('radio', { name: /^Completo/ }));
}

async function filled() {
  await choosePackage();
  type(note(), 'Dona Célia');
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.removeItem('ramal.pacote.iptv');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('delays a submit until the packages are loaded and then sends it once', async () => {
  let arrive: (answer: unknown) => void = () => {};
  const requests = answering([
    [getProfile, () => profile()],
    [getIptvPackages, () => new Promise((resolve) => (arrive = resolve))],
    [findLinesByWhatsapp, () => []],
    [createIptvLine, () => created()],
  ]);
  await show(<CreateLine platform={iptvLines} />, '/user-iptv');
  type(await screen.findByLabelText(/^Anotações/), 'Dona Célia');
  await waitFor(() => expect(calls(requests, getIptvPackages)).not.toEqual([]));
  submit();
  submit();
  const button = screen.getByRole('button', { name: 'Adicionar' });
  expect(button.hasAttribute('data-loading')).toBe(true);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  arrive(packages);
  expect(await screen.findByText('Usuário criado com sucesso')).toBeDefined();
  expect(calls(requests, createIptvLine)).toHaveLength(1);
});

describe('validation before a line is created', () => {
  it('shows the specified dialog and a text under the field for a missing package', async () => {
    const requests = form(() => created());
    await show(<CreateLine platform={iptvLines} />, '/user-iptv');
    fireEvent.click(await screen.findByRole('button', { name: 'Personalizar' }));
    type(note(), 'Dona Célia');
    submit();
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByText('Ocorreu um erro')).toBeDefined();
    expect(
      within(dialog).getByText('Por favor, é necessário selecionar algum pacote'),
    ).toBeDefined();
    expect(await screen.findByText('É necessário inserir ao menos um(a) Bouquet.')).toBeDefined();
    expect(calls(requests, createIptvLine)).toEqual([]);
  });

  it('lists several invalid fields in the order of the screen under «Atenção»', async () => {
    const requests = form(() => created());
    await show(<CreateLine platform={iptvLines} />, '/user-iptv');
    fireEvent.click(await screen.findByRole('button', { name: 'Personalizar' }));
    type(screen.getByLabelText(/^Usuário/), '12');
    submit();
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByText('Atenção')).toBeDefined();
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      'É necessário inserir ao menos um(a) Bouquet.',
      'O campo Usuário esta incompleto.',
      'O campo Anotações é necessário.',
    ]);
    expect(calls(requests, createIptvLine)).toEqual([]);
  });

  it('rejects a typed bouquet that does not exist, with the text of the server', async () => {
    form(() => created());
    await show(<CreateLine platform={iptvLines} />, '/user-iptv');
    fireEvent.click(screen.getByRole('button', { name: 'Personalizar' }));
    const tags = await screen.findByPlaceholderText('Escolha ou digite');
    tags.focus();
    type(tags, 'Novela');
    fireEvent.keyDown(tags, { key: 'Enter' });
    type(note(), 'Dona Célia');
    submit();
    const dialog = await screen.findByRole('alertdialog');
    expect(
      within(dialog).getByText('Este pacote personalizado tem um bouquet que não existe.'),
    ).toBeDefined();
  });

  it('removes letters from the user name and the number', async () => {
    form(() => created());
    await show(<CreateLine platform={iptvLines} />, '/user-iptv');
    type(screen.getByLabelText(/^Usuário/), 'a1b2c3d4');
    type(screen.getByLabelText(/^WhatsApp/), '+55 (11) 95555-0142');
    expect(screen.getByLabelText(/^Usuário/)).toHaveProperty('value', '1234');
    await waitFor(() =>
      expect(screen.getByLabelText(/^WhatsApp/)).toHaveProperty('value', '+55 (11) 95555-0142'),
    );
    // Focusing the filled field by keyboard selects all of it, so that typing replaces it.
    const field = screen.getByLabelText<HTMLInputElement>(/^WhatsApp/);
    fireEvent.focus(field);
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length]);
    fireEvent.blur(field);
  });
});

describe('summary of a new line', () => {
  it('follows the input, and shows no result until the balance is loaded', async () => {
    form(() => created(), { ...profile(), credits: 10 });
    await show(<CreateLine platform={iptvLines} />, '/user-iptv');
    expect(screen.queryByText(/saldo depois/)).toBeNull();
    expect(
      await screen.findByText(/^1 crédito · 30 dias · vence em .* · saldo depois: 9$/),
    ).toBeDefined();
    fireEvent.click(screen.getByRole('radio', { name: /6 meses/ }));
    expect(
      screen.getByText(/^5 créditos · 180 dias · vence em .* · saldo depois: 5$/),
    ).toBeDefined();
  });

  it('shows the missing credits', async () => {
    form(() => created(), { ...profile(), credits: 0.4 });
    await show(<CreateLine platform={iptvLines} />, '/user-iptv');
    expect(await screen.findByText('Faltam 0,6 créditos para criar esta linha.')).toBeDefined();
  });

  it('charges nothing for a test and offers only packages for tests', async () => {
    const requests = form(() =>
      created({ is_trial: true, test_hours: 3, charged: 0, balance: 42.4 }),
    );
    const { search } = await show(<CreateLine platform={iptvLines} />, '/user-iptv?kind=test');
    expect(screen.getByRole('heading', { name: 'Cadastro de Usuário Teste' })).toBeDefined();
    fireEvent.click(screen.getByRole('radio', { name: /^3/ }));
    expect(await screen.findByText(/^Grátis · 3 horas · vence (hoje|amanhã) às /)).toBeDefined();
    expect(await screen.findByRole('radio', { name: /^Completo/ })).toHaveProperty('checked', true);
    expect(screen.queryByRole('radio', { name: /^Família/ })).toBeNull();
    type(note(), 'Dona Célia');
    submit();
    await screen.findByText('Teste criado com sucesso');
    expect(calls(requests, createIptvLine)[0]?.body).toEqual({
      isOficial: false,
      test_hours: 3,
      isCustomPackage: false,
      package: 1,
      nota: 'Dona Célia',
    });
    expect(search()).toEqual({ kind: 'test' });
  });
});

it('preselects the last sold package, and for a test one that tests may use', async () => {
  form(() => created());
  const { unmount } = await show(<CreateLine platform={iptvLines} />, '/user-iptv');
  expect(await screen.findByRole('radio', { name: /^Completo/ })).toHaveProperty('checked', true);
  fireEvent.click(screen.getByRole('radio', { name: /^Família/ }));
  type(note(), 'Dona Célia');
  submit();
  await screen.findByText('Usuário criado com sucesso');
  unmount();
  sessionStorage.clear();
  const { unmount: leave } = await show(<CreateLine platform={iptvLines} />, '/user-iptv');
  expect(await screen.findByRole('radio', { name: /^Família/ })).toHaveProperty('checked', true);
  leave();
  await show(<CreateLine platform={iptvLines} />, '/user-iptv?tipo=teste');
  expect(await screen.findByRole('radio', { name: /^Completo/ })).toHaveProperty('checked', true);
  expect(screen.queryByRole('radio', { name: /^Família/ })).toBeNull();
});

it('offers no test when tests are disabled, even by the address', async () => {
  form(() => created(), profile({ flags: { ...profile().flags, test_iptv: false } }));
  await show(<CreateLine platform={iptvLines} />, '/user-iptv?tipo=teste');
  expect(await screen.findByRole('heading', { name: 'Cadastro de Usuário Oficial' })).toBeDefined();
  expect(screen.queryByRole('radio', { name: 'Teste' })).toBeNull();
});

describe('Idempotency-Key of a creation', () => {
  it('keeps the key after a rejection or a lost answer, and replaces it after a success', async () => {
    const answers: Respond[] = [
      () => {
        throw new Refusal('insufficient_credits');
      },
      () => {
        throw new TypeError('Failed to fetch');
      },
      () => created(),
      () => created({ id: 78 }),
    ];
    const requests = form((request) => answers.shift()!(request));
    await show(<CreateLine platform={iptvLines} />, '/user-iptv');
    await filled();
    submit();
    expect(
      within(await screen.findByRole('alertdialog')).getByText('Créditos insuficientes'),
    ).toBeDefined();
    await understood();
    submit();
    fireEvent.click(await screen.findByRole('button', { name: 'Fechar' }, { timeout: 4000 }));
    await waitFor(() => expect(note()).toHaveProperty('value', ''));
    type(note(), 'Seu Osvaldo');
    submit();
    await waitFor(() => expect(calls(requests, createIptvLine)).toHaveLength(4));
    const [refused, lost, done, next] = calls(requests, createIptvLine).map(({ key }) => key);
    expect(refused).toMatch(/^[0-9a-f-]{36}$/);
    expect([lost, done]).toEqual([refused, refused]);
    expect(next).not.toBe(refused);
  });

  it('restores key and input after a reload, so that a lost answer cannot create two lines', async () => {
    const requests = form(() => {
      throw new Refusal('insufficient_credits');
    });
    const first = await show(<CreateLine platform={iptvLines} />, '/user-iptv');
    await filled();
    submit();
    await understood();
    first.unmount();
    await show(<CreateLine platform={iptvLines} />, '/user-iptv');
    expect(note()).toHaveProperty('value', 'Dona Célia');
    await choosePackage();
    submit();
    await waitFor(() => expect(calls(requests, createIptvLine)).toHaveLength(2));
    const [before, after] = calls(requests, createIptvLine).map(({ key }) => key);
    expect(after).toBe(before);
    await understood();
  });

  it('replaces the key when the server has seen it with other data', async () => {
    const requests = form(() => {
      throw new Refusal('key_reused');
    });
    await show(<CreateLine platform={iptvLines} />, '/user-iptv');
    await filled();
    submit();
    await understood();
    submit();
    await understood();
    const [before, after] = calls(requests, createIptvLine).map(({ key }) => key);
    expect(after).not.toBe(before);
  });
});

it('shows the text of the server under its field', async () => {
  form(() => {
    throw new Refusal('username_taken', {
      fields: { username: 'Este usuário já existe. Escolha outro ou deixe em branco.' },
    });
  });
  await show(<CreateLine platform={iptvLines} />, '/user-iptv');
  await filled();
  type(screen.getByLabelText(/^Usuário/), '84920175');
  submit();
  await understood();
  expect(
    screen.getByText('Este usuário já existe. Escolha outro ou deixe em branco.'),
  ).toBeDefined();
  type(screen.getByLabelText(/^Usuário/), '84920176');
  expect(
    screen.queryByText('Este usuário já existe. Escolha outro ou deixe em branco.'),
  ).toBeNull();
});

it('shows the receipt, keeps only the package in the form, and can open the receipt again', async () => {
  form(() => created());
  await show(<CreateLine platform={iptvLines} />, '/user-iptv');
  await filled();
  submit();
  expect(await screen.findByText('Usuário criado com sucesso')).toBeDefined();
  expect(screen.getByText('1 crédito debitado · saldo 41,4')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Fechar' }));
  await waitFor(() => expect(screen.queryByText('Usuário criado com sucesso')).toBeNull());
  expect(note()).toHaveProperty('value', '');
  expect(screen.getByRole('radio', { name: /^Completo/ })).toHaveProperty('checked', true);
  fireEvent.click(screen.getByRole('button', { name: 'Abrir recibo' }));
  expect(await screen.findByText('Usuário criado com sucesso')).toBeDefined();
});

it('fills in the customer of a link, and clears the field for the next customer', async () => {
  form(() => created());
  await show(<CreateLine platform={iptvLines} />, '/user-iptv?note=Cec%C3%ADlia');
  expect(note()).toHaveProperty('value', 'Cecília');
  await choosePackage();
  submit();
  await screen.findByText('Usuário criado com sucesso');
  await waitFor(() => expect(note()).toHaveProperty('value', ''));
});
