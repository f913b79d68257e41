import { Refusal } from '@ramal/contract/api/errors';
import { getLimits } from '@ramal/contract/resellers/limits';
import { createAdmin, createReseller } from '@ramal/contract/resellers/resellers';
import { verifySecondFactor } from '@ramal/contract/second-factors';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { profile } from '../../lines/test/answers.ts';
import { answering, calls, type Respond, show } from '../../lines/test/screen.tsx';
import { CreateReseller } from './CreateReseller.tsx';
import { limits } from '../test/answers.ts';

const created: Respond = ({ body }) => ({
  message: 'Revenda cadastrada com sucesso',
  id: 6001,
  username: String(body.username),
  panel_url: 'https://painel.exemplo',
  credits: Number(body.credits),
  balance: 42.4 - Number(body.credits),
});

const open = async (create: Respond, me = profile()) => {
  const requests = answering([
    [getProfile, () => me],
    [createReseller, create],
    [getLimits, () => limits()],
  ]);
  await show(<CreateReseller />, '/reseller');
  await screen.findByLabelText('Usuário');
  return requests;
};
const field = (name: string | RegExp) => screen.getByLabelText(name);
const type = (name: string | RegExp, value: string) =>
  fireEvent.change(field(name), { target: { value } });
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Adicionar' }));
const fill = (credits = '20') => {
  type('Usuário', 'nortetv');
  type('Senha', 'abrir-conta-1');
  type('Créditos iniciais', credits);
};

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('summary of a new reseller', () => {
  it('shows the credits that leave the balance, and the value of the sale', async () => {
    await open(created);
    expect(screen.queryByText(/saldo depois/)).toBeNull();
    fill();
    type(/^Valor de venda/, '6,5');
    expect(
      await screen.findByText('20 créditos saem do seu saldo · saldo depois: 22,4'),
    ).toBeDefined();
    expect(screen.getByText('R$ 130,00')).toBeDefined();
  });

  it('shows the missing credits and sends nothing', async () => {
    const requests = await open(created);
    fill('50');
    expect(await screen.findByText(/^Faltam 7,6 créditos no seu saldo/)).toBeDefined();
    submit();
    expect(
      within(await screen.findByRole('alertdialog')).getByText('Créditos insuficientes'),
    ).toBeDefined();
    expect(calls(requests, createReseller)).toEqual([]);
  });
});

describe('registration of a reseller', () => {
  it('shows address, login and password, ready to be copied', async () => {
    const requests = await open(created);
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    fill();
    type(/^WhatsApp/, '+55 92 95555-0118');
    type(/^Valor de venda/, '6,5');
    submit();
    const dialog = await screen.findByRole('dialog', { name: 'Revenda cadastrada com sucesso' });
    expect(within(dialog).getByRole('link', { name: 'Ver revenda' }).getAttribute('href')).toBe(
      '/list-resellers?searchID=6001',
    );
    expect(within(dialog).getByRole('link', { name: 'Setar Crédito' }).getAttribute('href')).toBe(
      '/list-resellers?searchID=6001&dialog=credit&reseller=6001',
    );
    expect(dialog.textContent).toContain('Começa com 20 créditos · seu saldo: 22,4');
    fireEvent.click(
      within(dialog)
        .getAllByRole('button', { name: /^Copiar/ })
        .at(-1)!,
    );
    expect(copied).toHaveBeenCalledWith(
      'Painel: https://painel.exemplo\nUsuário: nortetv\nSenha: abrir-conta-1',
    );
    expect(calls(requests, createReseller)[0]?.body).toEqual({
      username: 'nortetv',
      password: 'abrir-conta-1',
      // The request contains the number as it was typed. The server normalizes it with the same
      // rule.
      email: '+55 92 95555-0118',
      credits: 20,
      sale: 6.5,
    });
  });

  it('shows the missing values under their fields', async () => {
    const requests = await open(created);
    submit();
    await screen.findByRole('alertdialog');
    expect(screen.getAllByText('O campo Usuário é necessário.')).toHaveLength(2);
    expect(screen.getAllByText('O campo Senha é necessário.')).toHaveLength(2);
    expect(calls(requests, createReseller)).toEqual([]);
  });

  it('keeps the input after a rejection and marks the field', async () => {
    await open(() => {
      throw new Refusal('account_taken');
    });
    fill();
    submit();
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByText('Já existe uma conta com este usuário.')).toBeDefined();
    expect(field('Usuário').getAttribute('aria-invalid')).toBe('true');
    expect(field('Créditos iniciais')).toHaveProperty('value', '20');
  });

  it('repeats a lost call with the same key, and uses a new one after a success', async () => {
    let turn = 0;
    const requests = await open((request) => {
      turn += 1;
      if (turn === 1) throw new TypeError('Failed to fetch');
      return created(request);
    });
    fill('0');
    submit();
    await screen.findByRole(
      'dialog',
      { name: 'Revenda cadastrada com sucesso' },
      { timeout: 4000 },
    );
    fireEvent.click(screen.getByRole('button', { name: 'Pronto' }));
    await waitFor(() => expect(field('Usuário')).toHaveProperty('value', ''));
    fill('0');
    submit();
    await waitFor(() => expect(calls(requests, createReseller)).toHaveLength(3));
    const keys = calls(requests, createReseller).map(({ key }) => key);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('never stores the password with the draft', async () => {
    await open(created);
    fill();
    // Reads all stored values, because the key contains the account, which may be unknown here.
    const stored = Array.from({ length: sessionStorage.length }, (_, index) =>
      sessionStorage.getItem(sessionStorage.key(index) ?? ''),
    ).join();
    expect(stored).toContain('nortetv');
    expect(stored).not.toContain('abrir-conta-1');
  });
});

describe('profiles of a new account', () => {
  it('lets an admin create a franchise with its number', async () => {
    const requests = await open(created, profile({ profile: 'admin', credits: null }));
    fireEvent.click(await screen.findByRole('radio', { name: 'Franquia' }));
    fill('1000');
    type(/^Número da franquia/, '3');
    expect(screen.getByText('1.000 créditos emitidos pela administração')).toBeDefined();
    submit();
    await waitFor(() =>
      expect(calls(requests, createReseller)[0]?.body).toMatchObject({
        profile: 'franchise',
        id_franchise: '3',
        credits: 1000,
      }),
    );
  });

  it('offers no profile to other accounts', async () => {
    const requests = await open(created);
    fill('0');
    await screen.findByText(/^Nenhum crédito sai agora/);
    expect(screen.queryByRole('radio', { name: 'Franquia' })).toBeNull();
    submit();
    await waitFor(() =>
      expect(calls(requests, createReseller)[0]?.body).not.toHaveProperty('profile'),
    );
  });

  it('lets an admin create an admin without credits, with a code if it has a second factor', async () => {
    const requests = answering([
      [
        getProfile,
        () =>
          profile({
            profile: 'admin',
            credits: null,
            secondFactor: {
              enrolled: true,
              requiredFrom: null,
              mustEnrol: false,
              replacementPending: false,
            },
          }),
      ],
      [
        verifySecondFactor,
        () => ({
          has2fa: true,
          passkeys: 0,
          recovery_codes: 10,
          requiredFrom: null,
          mustEnrol: false,
          replacementPending: false,
        }),
      ],
      [
        createAdmin,
        () => ({
          message: 'Administração cadastrada com sucesso',
          id: 9,
          username: 'celia',
          panel_url: 'https://painel.exemplo',
        }),
      ],
    ]);
    await show(<CreateReseller />, '/reseller');
    await screen.findByLabelText('Usuário');
    fireEvent.click(await screen.findByRole('radio', { name: 'Administração' }));
    expect(screen.queryByLabelText('Créditos iniciais')).toBeNull();
    type('Usuário', 'celia');
    type('Senha', 'abrir-conta-1');
    submit();
    expect(await screen.findByText('Código 2FA não informado!')).toBeDefined();
    const [first] = document.querySelectorAll('[data-code-boxes] input');
    fireEvent.paste(first!, { clipboardData: { getData: () => '123456' } });
    submit();
    expect(
      await screen.findByText('Conta de administração: entra com acesso a tudo'),
    ).toBeDefined();
    expect(calls(requests, createAdmin)[0]?.body).toEqual({
      username: 'celia',
      password: 'abrir-conta-1',
      code_2fa: '123456',
    });
  });
});
