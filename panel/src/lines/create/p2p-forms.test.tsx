import { errorText, Refusal } from '@ramal/contract/api/errors';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CreateLine } from './CreateLine.tsx';
import { p2pCreated, p2pPage, p2pServer, seller, services } from '../test/p2p.tsx';
import { calls as callsOf, show } from '../test/screen.tsx';

const copied: string[] = [];

beforeEach(() => {
  sessionStorage.clear();
  copied.length = 0;
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
    copied.push(text);
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe.each(services)('form of a new %s line', (label, { platform, calls }) => {
  const open = (search = '') =>
    show(<CreateLine platform={platform} />, platform.definition.createPath + search);
  const note = () => screen.getByLabelText(/^Anotações/);
  const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Adicionar' }));
  const fill = async () => {
    fireEvent.click(await screen.findByRole('radio', { name: 'PLANO COMPLETO' }));
    fireEvent.change(note(), { target: { value: 'Seu Osvaldo' } });
  };

  it('offers two plans, a user name with letters and a note, but no bouquets', async () => {
    const requests = p2pServer(calls, () => p2pPage(), [calls.create, () => p2pCreated()]);
    await open();
    expect(screen.getByText(label)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Personalizar' })).toBeNull();
    await screen.findByRole('radio', { name: 'PLANO COMPLETO' });
    fireEvent.change(screen.getByLabelText(/^Usuário/), { target: { value: 'osv' } });
    submit();
    const dialog = await screen.findByRole('alertdialog');
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['O campo Usuário esta incompleto.', 'O campo Anotações é necessário.']);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Entendi' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await fill();
    fireEvent.change(screen.getByLabelText(/^Usuário/), { target: { value: 'osvaldo' } });
    submit();
    expect(await screen.findByText('Usuário criado com sucesso')).toBeDefined();
    expect(callsOf(requests, calls.create)).toMatchObject([
      { key: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ]);
    expect(callsOf(requests, calls.create)[0]?.body).toEqual({
      isOficial: true,
      credits: 1,
      productid: 1,
      name: 'osvaldo',
      nota: 'Seu Osvaldo',
    });
  });

  it('shows access, adult password and franchise links in the receipt, with both copy buttons', async () => {
    p2pServer(calls, () => p2pPage(), [calls.create, () => p2pCreated()]);
    await open();
    await fill();
    submit();
    await screen.findByText('Usuário criado com sucesso');
    for (const text of ['osvaldo', 'z8Kj52op', '4321', '20/12/2026 14:32'])
      expect(screen.getAllByText(text).length).toBeGreaterThan(0);
    expect(screen.getByLabelText('Texto que será copiado').textContent).toContain(
      'http://app.example',
    );
    expect(screen.queryByRole('button', { name: /Copiar Completo/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /Copiar Simples/ }));
    await waitFor(() => expect(copied).toHaveLength(1));
    fireEvent.click(
      screen
        .getAllByRole('button', { name: /^Copiar/ })
        .find(
          (button) =>
            button.classList.contains('mantine-Button-root') && !/Simples/.test(button.textContent),
        )!,
    );
    await waitFor(() => expect(copied).toHaveLength(2));
    expect(copied).toEqual([
      'Usuário: osvaldo\nSenha: z8Kj52op\nVencimento: 20/12/2026 14:32',
      'Usuário: osvaldo\nSenha: z8Kj52op\nVencimento: 20/12/2026 14:32\nSenha do conteúdo adulto: 4321\n\nLinks\nAplicativo: http://app.example\n\nAPROVEITE!',
    ]);
  });

  it('states in the receipt that the line has no password, and copies no dash', async () => {
    p2pServer(calls, () => p2pPage(), [calls.create, () => p2pCreated({ pass: '-' })]);
    await open();
    await fill();
    submit();
    await screen.findByText('Usuário criado com sucesso');
    expect(screen.getByText('somente ativação no painel').closest('button')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /Copiar Simples/ }));
    await waitFor(() => expect(copied).toHaveLength(1));
    expect(copied[0]).toContain('Senha: somente ativação no painel');
  });

  it.each([
    ['the hours in the response', { test_hours: 3 }, 'Teste válido por 3 horas'],
    ['six hours if the response contains none', {}, 'Teste válido por 6 horas'],
  ])('shows that a test is valid for %s', async (_case, answer, words) => {
    const requests = p2pServer(calls, () => p2pPage(), [
      calls.create,
      () => p2pCreated({ is_trial: true, charged: 0, balance: 42.4, ...answer }),
    ]);
    await open('?tipo=teste');
    await fill();
    submit();
    await screen.findByText('Teste criado com sucesso');
    expect(screen.getByLabelText('Texto que será copiado').textContent).toContain(words);
    expect(callsOf(requests, calls.create)[0]?.body).toEqual({
      isOficial: false,
      test_hours: 6,
      productid: 1,
      nota: 'Seu Osvaldo',
    });
  });

  it('shows why the plans could not be loaded', async () => {
    p2pServer(calls, () => p2pPage(), [
      calls.products,
      () => {
        throw new Refusal('forbidden');
      },
    ]);
    await open();
    expect(await screen.findByText(errorText('forbidden'))).toBeDefined();
  });

  it('offers tests when only the tests of IPTV are disabled', async () => {
    p2pServer(calls, () => p2pPage(), [
      getProfile,
      () => seller({ flags: { ...seller().flags, test_iptv: false } }),
    ]);
    await open();
    await waitFor(() => expect(screen.getByText(/você tem/)).toBeDefined());
    expect(screen.getByRole('radio', { name: 'Teste' })).toBeDefined();
  });
});
