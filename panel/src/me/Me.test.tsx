// @vitest-environment happy-dom
import { Refusal } from '@ramal/contract/api/errors';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { getLimits } from '@ramal/contract/resellers/limits';
import { getNumberSettings, saveNumberSettings } from '@ramal/contract/numbers/numbers';
import { listPasskeys } from '@ramal/contract/passkeys';
import {
  confirmSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  getSecondFactorRule,
  renewRecoveryCodes,
  setSecondFactorRule,
  verifySecondFactor,
} from '@ramal/contract/second-factors';
import {
  changePassword,
  endOtherSignIns,
  endSignIn,
  getProfile,
  listSignIns,
  signOut,
} from '@ramal/contract/sessions';
import { saveUndoChoices } from '@ramal/contract/undo';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentSession, startSession } from '../foundation/api/session.ts';
import { profile } from '../lines/test/answers.ts';
import { numberSettings } from '../numbers/test/cost-answers.ts';
import { answering, calls, show } from '../lines/test/screen.tsx';
import { Me } from './Me.tsx';

type Factors = HandlerResult<typeof verifySecondFactor>;
const factors = (change: Partial<Factors> = {}): Factors => ({
  has2fa: false,
  passkeys: 0,
  recoveryCodes: 0,
  requiredFrom: null,
  mustEnrol: false,
  replacementPending: false,
  ...change,
});
const signInRows = [
  {
    id: '0b9d1f6e-5f0c-4a55-9a1e-111111111111',
    device: 'Chrome no Android',
    ip: '200.1.2.3',
    createdAt: '21/11/2026 09:00',
    lastUsedAt: '21/11/2026 14:30',
    current: true,
  },
  {
    id: '0b9d1f6e-5f0c-4a55-9a1e-222222222222',
    device: 'Firefox no Windows',
    ip: '187.9.9.9',
    createdAt: '20/11/2026 09:00',
    lastUsedAt: '20/11/2026 10:00',
    current: false,
  },
];
const noLimits = {
  lines: null,
  trialsADay: null,
  creditsADay: null,
  lowestPrice: null,
  platforms: null,
};
const nobody = {
  lines: null,
  trialsADay: null,
  creditsADay: null,
  lowestPrice: null,
  platforms: null,
};
const limitsAnswer: HandlerResult<typeof getLimits> = {
  id: 4821,
  username: 'marcelo',
  own: noLimits,
  above: noLimits,
  aboveFrom: nobody,
  effective: { ...noLimits, trialsADay: 10 },
  effectiveFrom: { ...nobody, trialsADay: 'Administração' },
  used: { lines: 208, trialsToday: 3, creditsToday: 12 },
  maySet: false,
};
const rule = {
  requiredFrom: null,
  requiredFromDay: null,
  setBy: null,
  accounts: 46,
  enrolled: 12,
};
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const CODES = Array.from({ length: 10 }, (_, i) => `abcd${i}-fghij`);

beforeEach(() => startSession({ userId: 4821, username: 'marcelo', token: 't', regPassword: 'r' }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(
  me: Partial<HandlerResult<typeof getProfile>> = {},
  has: Partial<Factors> = {},
  ...more: Parameters<typeof answering>[0]
) {
  const requests = answering([
    [getProfile, () => profile(me)],
    [verifySecondFactor, () => factors(has)],
    [listPasskeys, () => ({ data: [] })],
    [listSignIns, () => ({ data: signInRows })],
    [getSecondFactorRule, () => rule],
    [getLimits, () => limitsAnswer],
    [getNumberSettings, () => numberSettings],
    [signOut, () => ({ message: 'ok' })],
    ...more,
  ]);
  await show(<Me />, '/reseller');
  return requests;
}
const enrolled = (change = {}) => ({
  secondFactor: {
    enrolled: true,
    requiredFrom: null,
    mustEnrol: false,
    replacementPending: false,
    ...change,
  },
});
const click = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }));
const boxes = () => [
  ...document.querySelectorAll<HTMLInputElement>('[data-code-field] input:not([type="hidden"])'),
];
const typeCode = async (code: string) => {
  await waitFor(() => expect(boxes()).toHaveLength(6));
  code
    .split('')
    .forEach((figure, at) => fireEvent.change(boxes()[at]!, { target: { value: figure } }));
};

/** Enters the password again, which is required before an authenticator is set up. */
const beginSetUp = async () => {
  await click('Configurar 2FA');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Senha atual'), { target: { value: 'senha-1234' } });
  await click('Sim, configurar');
};

describe('authenticator of the account', () => {
  it('is set up with the pending secret, and shows its recovery codes once', async () => {
    let tries = 0;
    const requests = await open(
      {},
      {},
      [
        enableSecondFactor,
        () => ({ qrCodeUrl: `otpauth://totp/Ramal:marcelo?secret=${SECRET}`, secret: SECRET }),
      ],
      [
        confirmSecondFactor,
        () => {
          tries += 1;
          if (tries === 1) throw new Refusal('code_2fa_wrong');
          return {
            message: 'O seu 2FA agora está configurado e validado em sua conta!',
            recoveryCodes: CODES,
          };
        },
      ],
    );
    await beginSetUp();
    const key = await screen.findByRole('button', { name: /^Ou digite a chave/ });
    expect(calls(requests, enableSecondFactor)[0]!.body).toEqual({
      current_password: 'senha-1234',
    });
    expect(key.title).toBe(SECRET);
    expect(key.textContent).toContain(SECRET.slice(0, 4) + ' ' + SECRET.slice(4, 8));
    await click('Confirmar');
    await screen.findByText('O campo Código esta incompleto.');
    expect(calls(requests, confirmSecondFactor)).toHaveLength(0);
    await typeCode('123456');
    await click('Confirmar');
    await screen.findByText(/Código 2FA incorreto/);
    await typeCode('654321');
    await click('Confirmar');
    await screen.findByText('O seu 2FA agora está configurado e validado em sua conta!');
    expect(calls(requests, confirmSecondFactor)[1]!.body).toMatchObject({
      secret: SECRET,
      token: '654321',
    });
    await click('Entendi');
    await screen.findByText('Guarde seus códigos de recuperação');
    for (const code of CODES) expect(screen.getByText(code)).toBeTruthy();
  });

  it('shows the specified text for a failed setup, and the reason of the server if there is one', async () => {
    const says = { enable: 'internal' as 'internal' | 'forbidden' | undefined };
    await open(
      {},
      {},
      [
        enableSecondFactor,
        () => {
          if (says.enable) throw new Refusal(says.enable);
          return { qrCodeUrl: 'otpauth://totp/x', secret: SECRET };
        },
      ],
      [
        confirmSecondFactor,
        () => {
          throw new Refusal('internal');
        },
      ],
    );
    await beginSetUp();
    await screen.findByText('Erro ao configurar autenticação 2FA.');
    expect(screen.getByText('Erro ao buscar QR Code do 2FA.')).toBeTruthy();
    await click('Entendi');
    says.enable = 'forbidden';
    await click('Sim, configurar');
    await screen.findByText('Você não tem permissão para fazer isso.');
    expect(screen.getByText('Erro')).toBeTruthy();
    await click('Entendi');
    says.enable = undefined;
    await click('Sim, configurar');
    await typeCode('123456');
    await click('Confirmar');
    await screen.findByText('Erro ao confirmar 2FA.');
  });

  it('shows that the setup is unfinished when it is cancelled before the code', async () => {
    await open({}, {}, [
      enableSecondFactor,
      () => ({ qrCodeUrl: 'otpauth://totp/x', secret: SECRET }),
    ]);
    await beginSetUp();
    await click('Cancelar');
    expect(await screen.findByText('Configuração não finalizada')).toBeTruthy();
  });

  it('is not offered when the account has one; new recovery codes require a code', async () => {
    const requests = await open(enrolled(), { has2fa: true, recoveryCodes: 2 }, [
      renewRecoveryCodes,
      () => ({ message: 'ok', recoveryCodes: CODES }),
    ]);
    await screen.findByText('2 códigos de recuperação sobram.');
    expect(screen.queryByRole('button', { name: 'Configurar 2FA' })).toBeNull();
    await click('Gerar códigos novos');
    await click('Sim, gerar');
    await screen.findByText('Código 2FA não informado!');
    expect(calls(requests, renewRecoveryCodes)).toHaveLength(0);
    await typeCode('123456');
    await click('Sim, gerar');
    await screen.findByText('Guarde seus códigos de recuperação');
    expect(calls(requests, renewRecoveryCodes)[0]!.body).toEqual({ code_2fa: '123456' });
    // Recovery codes are shown once, so the dialog closes only after the user confirms that they
    // are stored.
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(screen.getByText(CODES[0]!)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Fechar' })).toHaveProperty('disabled', true);
    await click('Guardei os códigos');
    await waitFor(() => expect(screen.queryByText(CODES[0]!)).toBeNull());
  });

  it('is disabled with a code, and a rejection stays on the screen', async () => {
    const requests = await open(enrolled(), { has2fa: true, recoveryCodes: 9 }, [
      disableSecondFactor,
      () => {
        throw new Refusal('second_factor_required');
      },
    ]);
    await click('Desligar');
    await typeCode('123456');
    await click('Sim, desligar');
    await screen.findByText(/Sua conta precisa de um segundo fator/);
    expect(calls(requests, disableSecondFactor)).toHaveLength(1);
  });
});

it('stores which acts run without a question', async () => {
  const requests = await open({ undoActs: ['toggle'] }, {}, [
    saveUndoChoices,
    () => ({ message: 'Escolha guardada', acts: ['toggle', 'renew'] }),
  ]);
  expect(await screen.findByRole('switch', { name: 'On/Off' })).toHaveProperty('checked', true);
  fireEvent.click(screen.getByRole('switch', { name: '+30' }));
  await screen.findByText('Escolha guardada');
  expect(calls(requests, saveUndoChoices)[0]!.body).toEqual({ acts: ['toggle', 'renew'] });
});

describe('password of the account', () => {
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });

  it.each([
    ['blank', ['', '', ''], 'A senha não pode ser em branco'],
    ['too short', ['velha-senha', 'curta', 'curta'], 'O campo Nova senha esta incompleto.'],
    [
      'typed differently',
      ['velha-senha', 'senha-nova-1', 'senha-nova-2'],
      'As senhas não conferem.',
    ],
    [
      'with a forbidden sign',
      ['velha-senha', 'senha;nova1', 'senha;nova1'],
      'A senha não pode conter alguns caracteres especiais',
    ],
    [
      'missing current password',
      ['', 'senha-nova-1', 'senha-nova-1'],
      'O campo Senha atual é necessário.',
    ],
  ])(
    'rejects an invalid password before sending: %s',
    async (_what, [current, password, again], text) => {
      const requests = await open();
      await screen.findByLabelText('Senha atual');
      type('Senha atual', current!);
      type('Nova senha', password!);
      type('Nova senha, de novo', again!);
      await click('Alterar senha');
      expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
      expect(calls(requests, changePassword)).toHaveLength(0);
    },
  );

  it('changes the password after a confirmation and signs out', async () => {
    const requests = await open({}, {}, [
      changePassword,
      () => ({ message: 'Senha alterada com sucesso' }),
    ]);
    await screen.findByLabelText('Senha atual');
    type('Senha atual', 'velha-senha');
    type('Nova senha', 'senha-nova-1');
    type('Nova senha, de novo', 'senha-nova-1');
    await click('Alterar senha');
    expect(calls(requests, changePassword)).toHaveLength(0);
    await click('Sim, alterar');
    await waitFor(() => expect(currentSession()).toBeUndefined());
    expect(calls(requests, changePassword)[0]!.body).toEqual({
      password: 'senha-nova-1',
      current_password: 'velha-senha',
    });
  });

  it('accepts a code instead of a forgotten password', async () => {
    const requests = await open(enrolled(), { has2fa: true }, [
      changePassword,
      () => ({ message: 'ok' }),
    ]);
    await click('Não lembro: usar o código 2FA');
    await typeCode('123456');
    type('Nova senha', 'senha-nova-1');
    type('Nova senha, de novo', 'senha-nova-1');
    await click('Alterar senha');
    await click('Sim, alterar');
    await waitFor(() => expect(calls(requests, changePassword)).toHaveLength(1));
    expect(calls(requests, changePassword)[0]!.body).toEqual({
      password: 'senha-nova-1',
      code_2fa: '123456',
    });
  });
});

describe('open sign-ins', () => {
  it('lists device and address of each sign-in, and ends any but the current one', async () => {
    const requests = await open({}, {}, [endSignIn, () => ({ message: 'Acesso encerrado' })]);
    const here = (await screen.findByText('Chrome no Android')).closest('li')!;
    expect(within(here).queryByRole('button')).toBeNull();
    await click('Encerrar Firefox no Windows, 187.9.9.9');
    await click('Sim, encerrar');
    await screen.findByText('Acesso encerrado');
    expect(calls(requests, endSignIn)[0]!.path).toContain(signInRows[1]!.id);
  });

  it('ends all sign-ins except the current one', async () => {
    const requests = await open({}, {}, [
      endOtherSignIns,
      () => ({ message: '1 acesso encerrado', count: 1 }),
    ]);
    await click('Encerrar os outros');
    await screen.findByText('1 acesso termina na hora. Este continua.');
    await click('Sim, encerrar');
    await waitFor(() => expect(calls(requests, endOtherSignIns)).toHaveLength(1));
  });
});

describe('required second factor of descendants', () => {
  it('lets a franchise require a second factor from a day on', async () => {
    const requests = await open({ profile: 'franchise' }, {}, [
      setSecondFactorRule,
      () => ({ ...rule, message: 'Exigência salva' }),
    ]);
    expect((await screen.findByText(/contas já têm segundo fator/)).textContent).toContain(
      '12 de 46',
    );
    await click('Exigir a partir de um dia');
    fireEvent.change(await screen.findByLabelText('A partir de'), {
      target: { value: '01/12/2026' },
    });
    await click('Sim, exigir');
    await screen.findByText('Exigência salva');
    expect(calls(requests, setSecondFactorRule)[0]!.body).toEqual({ from: '2026-12-01' });
  });

  it('does not offer the requirement to a reseller', async () => {
    const requests = await open();
    await screen.findByText('Acessos abertos');
    expect(calls(requests, getSecondFactorRule)).toHaveLength(0);
  });
});

it('shows the effective limits of the account and the accounts that set them', async () => {
  await open();
  const limits = (await screen.findByText('Meus limites')).closest('section')!;
  expect(limits.textContent).toContain('10');
  expect(limits.textContent).toContain('Administração');
});

it('shows and requests only the setup while a required second factor is missing', async () => {
  const owed = {
    enrolled: false,
    requiredFrom: '20/11/2026 00:00',
    mustEnrol: true,
    replacementPending: false,
  };
  const requests = await open({ profile: 'franchise', secondFactor: owed });
  await screen.findByRole('button', { name: 'Configurar 2FA' });
  expect(screen.queryByText('Acessos abertos')).toBeNull();
  for (const refused of [listSignIns, getSecondFactorRule])
    expect(calls(requests, refused)).toHaveLength(0);
});

describe('data of the customers', () => {
  const label = /^Meu master vê dados dos meus clientes/;

  it('lets a seller hide its customers from the accounts above', async () => {
    const requests = await open({}, {}, [
      saveNumberSettings,
      () => ({ message: 'Escolhas guardadas', ...numberSettings, masterSeesCustomers: false }),
    ]);
    fireEvent.click(await screen.findByRole('switch', { name: label }));
    expect(await screen.findByText('Escolhas guardadas')).toBeDefined();
    expect(calls(requests, saveNumberSettings)[0]!.body).toEqual({ master_sees_customers: false });
  });

  it('is not offered to an admin, who has no customers', async () => {
    await open({ profile: 'admin', credits: null });
    await screen.findByText('Meus textos');
    expect(screen.queryByRole('switch', { name: label })).toBeNull();
  });
});
