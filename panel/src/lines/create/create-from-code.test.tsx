import { Refusal } from '@ramal/contract/api/errors';
import { createLineFromCode } from '@ramal/contract/activation';
import { newP2pLines, p2pLines } from '@ramal/contract/lines/p2p-lines';
import { getProfile } from '@ramal/contract/sessions';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Lines } from '../list/Lines.tsx';
import { newP2pPlatform, p2pPlatform } from '../platforms/p2p.ts';
import { bodyRow } from '../test/list.tsx';
import { p2pCreated, p2pPage, p2pRow, p2pServer, seller } from '../test/p2p.tsx';
import { answering, calls, type Respond, show } from '../test/screen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const served = (says: Respond, ...more: Parameters<typeof answering>[0]) =>
  p2pServer(newP2pLines, () => p2pPage(p2pRow()), [createLineFromCode, says], ...more);

async function openWindow(): Promise<HTMLElement> {
  await show(<Lines platform={newP2pPlatform} />, '/new-users-p2p');
  fireEvent.click((await screen.findAllByRole('button', { name: 'Criar por código' }))[0]!);
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText(/saldo depois|Falta/);
  return dialog;
}

const codeField = () => screen.getByLabelText<HTMLInputElement>('Código do aparelho');
const typeCode = (value: string) => fireEvent.change(codeField(), { target: { value } });
const submit = () =>
  fireEvent.click(screen.getByRole('button', { name: 'Sim, criar · 1 crédito' }));
const message = async () => (await screen.findByRole('alertdialog')).textContent;
const dismiss = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Entendi' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
};

describe('button «Criar por código»', () => {
  it.each([
    ['appears on the list of new P2P', newP2pPlatform, {}, true],
    ['does not appear on the list of P2P', p2pPlatform, {}, false],
    ['does not appear without the grant for new P2P', newP2pPlatform, { grants: [] }, false],
    [
      'does not appear for an admin',
      newP2pPlatform,
      { profile: 'admin' as const, credits: null },
      false,
    ],
  ])('%s', async (_, platform, change, text) => {
    const declarations = platform === p2pPlatform ? p2pLines : newP2pLines;
    p2pServer(declarations, () => p2pPage(p2pRow()), [getProfile, () => seller(change)]);
    await show(<Lines platform={platform} />, platform.definition.listPath);
    await bodyRow('dona.celia');
    await waitFor(() =>
      expect(screen.queryAllByRole('button', { name: 'Criar por código' }).length > 0).toBe(text),
    );
  });
});

describe('dialog «Criar por código»', () => {
  it('shows cost, time and remaining balance before anything is sent', async () => {
    const requests = served(() => p2pCreated());
    const dialog = await openWindow();
    expect(dialog.textContent).toMatch(
      /1 crédito · 30 dias · vence em \d\d\/\d\d\/\d{4} · saldo depois: 41,4/,
    );
    const first = await within(dialog).findByRole('radio', { name: 'PLANO COMPLETO' });
    expect(first).toHaveProperty('checked', true);
    expect(calls(requests, createLineFromCode)).toEqual([]);
  });

  it('shows the missing credits when the balance is too low', async () => {
    served(() => p2pCreated(), [getProfile, () => seller({ credits: 0.4 })]);
    const dialog = await openWindow();
    expect(dialog.textContent).toContain('Faltam 0,6 créditos para criar esta linha.');
  });

  it.each([
    ['12345678', '1234 5678'],
    ['1234', '1234'],
    ['1234-5678', '1234 5678'],
    [' 12 34 56 78 90', '1234 5678'],
    ['código 0012 3400', '0012 3400'],
  ])('formats the code «%s» as the device does', async (typed, shown) => {
    served(() => p2pCreated());
    await openWindow();
    typeCode(typed);
    expect(codeField().value).toBe(shown);
  });

  it.each(['', '0000 0000', '00000000'])('rejects «%s» with the specified text', async (typed) => {
    const requests = served(() => p2pCreated());
    await openWindow();
    typeCode(typed);
    submit();
    expect(await message()).toContain('Formulario invalidoCódigo deve ser informado!');
    await dismiss();
    expect(codeField().getAttribute('aria-invalid')).toBe('true');
    typeCode('1');
    expect(codeField().getAttribute('aria-invalid')).not.toBe('true');
    expect(calls(requests, createLineFromCode)).toEqual([]);
  });

  it('rejects a code that is too short without sending it', async () => {
    const requests = served(() => p2pCreated());
    await openWindow();
    typeCode('1234 567');
    submit();
    expect(await message()).toContain('AtençãoO campo Código esta incompleto.');
    expect(calls(requests, createLineFromCode)).toEqual([]);
  });

  it('sends code, package and note, and shows the receipt', async () => {
    const requests = served(() => p2pCreated({ nota: 'Criado por código: TV' }));
    await openWindow();
    typeCode('1234 5678');
    fireEvent.change(screen.getByLabelText(/Anotações/), { target: { value: 'Dona Célia' } });
    submit();
    const receipt = await screen.findByText('Usuário criado com sucesso');
    const sent = calls(requests, createLineFromCode);
    expect(sent.map(({ body }) => body)).toEqual([
      { code: '12345678', productid: 1, nota: 'Dona Célia' },
    ]);
    expect(sent[0]!.key).toMatch(/^[0-9a-f-]{36}$/);
    const dialog = receipt.closest('[role=dialog]')!;
    for (const text of [
      'osvaldo',
      'z8Kj52op',
      '20/12/2026 14:32',
      '1 crédito debitado · saldo 41,4',
    ])
      expect(dialog.textContent).toContain(text);
    // The list is read again and shows the line.
    await waitFor(() => expect(calls(requests, newP2pLines.list).length).toBeGreaterThan(1));
  });

  it.each([
    ['activation_code_unknown', 'Nenhum aparelho está mostrando este código'],
    ['activation_code_expired', 'Este código já expirou'],
    ['activation_code_used', 'Este código já foi usado'],
  ] as const)('says why the server refused: %s', async (code, text) => {
    const requests = served(() => {
      throw new Refusal(code);
    });
    await openWindow();
    typeCode('12345678');
    submit();
    expect(await message()).toContain(text);
    await dismiss();
    // The typed text stays and is marked as invalid.
    expect([codeField().value, codeField().getAttribute('aria-invalid')]).toEqual([
      '1234 5678',
      'true',
    ]);
    expect(calls(requests, createLineFromCode)).toHaveLength(1);
  });

  it('does not mark the code as invalid when the call is rejected for another reason', async () => {
    served(() => {
      throw new Refusal('insufficient_credits');
    });
    await openWindow();
    typeCode('12345678');
    submit();
    expect(await message()).toContain('Créditos insuficientes');
    await dismiss();
    expect(codeField().getAttribute('aria-invalid')).not.toBe('true');
  });

  it('repeats a lost call with the same key, and uses a new key after key_reused', async () => {
    const answers = [
      () => {
        throw new Refusal('activation_code_unknown');
      },
      () => {
        throw new Refusal('key_reused');
      },
      () => {
        throw new TypeError('Failed to fetch');
      },
      () => p2pCreated(),
    ];
    const requests = served(() => answers.shift()!());
    await openWindow();
    typeCode('12345678');
    submit();
    await message();
    await dismiss();
    submit();
    await message();
    await dismiss();
    submit();
    await screen.findByText('Usuário criado com sucesso');
    const [first, second, third, fourth] = calls(requests, createLineFromCode).map(
      ({ key }) => key,
    );
    expect([second, fourth]).toEqual([first, third]);
    expect(third).not.toBe(first);
  }, 15_000);
});
