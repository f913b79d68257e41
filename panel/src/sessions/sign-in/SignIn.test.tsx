/** Tests the screen against a fake network. The browser's worker and WebAuthn are also faked. */
import { QueryClientProvider } from '@tanstack/react-query';
import { defaultBrand } from '@ramal/contract/brands/brands';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { offerPasskeySignIn, signInWithPasskey } from '@ramal/contract/passkeys';
import { getCaptcha, getMyIp, signIn } from '@ramal/contract/sessions';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BrandProvider } from '../../brand/brand.tsx';
import { aurora } from '../../brand/brand.fixtures.ts';
import {
  answering,
  fakeNetwork,
  type Network,
  refusing,
} from '../../foundation/api/network.fixtures.ts';
import { makeQueryClient } from '../../foundation/api/query.ts';
import { currentSession, endSession } from '../../foundation/api/session.ts';
import { ThemeProvider } from '../../foundation/theme/ThemeProvider.tsx';
import { UiProvider } from '../../ui/UiProvider.tsx';
import { SignIn } from './SignIn.tsx';

let solutions = 0;
vi.mock('../../../../packages/pages/src/solve-altcha.ts', () => ({
  solveAltcha: async () => `solucao-${(solutions += 1)}`,
}));

/** Fake of the browser's WebAuthn API: the recorded calls and the answers. */
const device = vi.hoisted(() => ({
  asked: [] as unknown[],
  answer: async (): Promise<object> => ({}),
}));
vi.mock('@simplewebauthn/browser', () => ({
  startAuthentication: ({ optionsJSON }: { optionsJSON: unknown }) => {
    device.asked.push(optionsJSON);
    return device.answer();
  },
}));

let network: Network;
const session = {
  access_token: 'ficha',
  id: 7,
  username: 'revenda',
  crypt_pass: 'r',
  device_mark: 'marca-7',
};

beforeEach(() => {
  solutions = 0;
  localStorage.clear();
  network = fakeNetwork();
  network.on(getMyIp, () => answering(getMyIp, { ip: '187.54.120.33' }));
  offer({ provider: 'altcha', challenge: {} });
});
afterEach(() => {
  cleanup();
  endSession('left');
  vi.unstubAllGlobals();
});

const offer = (answer: Parameters<typeof answering<typeof getCaptcha>>[1]) =>
  network.on(getCaptcha, () => answering(getCaptcha, answer));

function open(brand = defaultBrand) {
  render(
    <BrandProvider brand={brand}>
      <ThemeProvider forceLight={brand.forceLight}>
        <QueryClientProvider client={makeQueryClient()}>
          <UiProvider>
            <SignIn />
          </UiProvider>
        </QueryClientProvider>
      </ThemeProvider>
    </BrandProvider>,
  );
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Logar' }));
const tries = () =>
  network.requests.filter(({ url }) => url === '/api/login').map(({ body }) => body);

async function enter(username = 'revenda', password = 'senha-1234') {
  type('Usuário', username);
  type('Senha', password);
  send();
  const before = tries().length;
  await waitFor(() => expect(tries().length).toBeGreaterThan(before));
}

async function dismiss(title: string, text: string) {
  await screen.findByText(text);
  expect(screen.getByRole('heading', { name: title })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Entendi' }));
  await waitFor(() => expect(screen.queryByText(text)).toBeNull());
}

it('lists the missing values and sends nothing', async () => {
  open();
  send();
  await dismiss('Atenção', 'Preencha todos os campos.');
  expect(screen.getByText('O campo Usuário é necessário.')).toBeTruthy();
  expect(screen.getByText('O campo Senha é necessário.')).toBeTruthy();
  expect(tries()).toEqual([]);
});

it('sends credentials and solution, and stores the session', async () => {
  network.on(signIn, () => answering(signIn, session));
  open();
  await enter();
  expect(tries()).toEqual([
    { username: 'revenda', password: 'senha-1234', g_recaptcha_response: 'solucao-1' },
  ]);
  await waitFor(() =>
    expect(currentSession()).toEqual({
      userId: 7,
      username: 'revenda',
      token: 'ficha',
      regPassword: 'r',
    }),
  );
});

it('shows the text of the server and solves a new check for the next attempt', async () => {
  network.on(signIn, () => refusing('wrong_credentials'));
  open();
  await enter();
  await dismiss('Tivemos um problema', 'Usuário ou senha incorretos.');
  await enter();
  expect(tries().map((body) => body?.g_recaptcha_response)).toEqual(['solucao-1', 'solucao-2']);
  expect(currentSession()).toBeUndefined();
  await dismiss('Tivemos um problema', 'Usuário ou senha incorretos.');
});

it('sends the mark of this device only with the next sign-in to the same account', async () => {
  network.on(signIn, () => answering(signIn, session));
  open();
  await enter();
  await waitFor(() => expect(currentSession()?.userId).toBe(7));
  endSession('left');
  await enter('Revenda');
  await enter('outra');
  expect(tries().map((body) => body?.device_mark)).toEqual([undefined, 'marca-7', undefined]);
});

it('shows that no answer arrived, and requests the check again', async () => {
  network.on(getCaptcha, () => new TypeError('Failed to fetch'));
  open();
  type('Usuário', 'revenda');
  type('Senha', 'senha-1234');
  send();
  await dismissed(/Não deu para falar com o servidor/);
  expect(tries()).toEqual([]);
  offer({ provider: 'altcha', challenge: {} });
  network.on(signIn, () => answering(signIn, session));
  await enter();
  expect(currentSession()?.userId).toBe(7);
}, 15_000);

async function dismissed(text: RegExp) {
  await screen.findByText(text, {}, { timeout: 8_000 });
  fireEvent.click(screen.getByRole('button', { name: 'Entendi' }));
  await waitFor(() => expect(screen.queryByText(text)).toBeNull());
}

describe('second factor at the sign-in', () => {
  const first = () =>
    answering(signIn, {
      twofa: true,
      proof: 'prova',
      takes_code: true,
      has_authenticator: true,
      passkey: null,
    });
  const boxes = () => [
    ...document.querySelectorAll<HTMLInputElement>('[data-code-field] input:not([type="hidden"])'),
  ];
  const typeCode = (code: string) =>
    code
      .split('')
      .forEach((figure, at) => fireEvent.change(boxes()[at]!, { target: { value: figure } }));

  it('shows its field only when the server requires it, keeps the input and stores nothing', async () => {
    network.on(signIn, first);
    open();
    expect(boxes()).toHaveLength(0);
    await enter();
    await screen.findByText('Código 2 fatores');
    expect(boxes()).toHaveLength(6);
    expect(screen.getByLabelText<HTMLInputElement>('Usuário').value).toBe('revenda');
    expect(Object.keys(localStorage).filter((key) => key !== 'ramal.tema')).toEqual([]);
  });

  it('accepts a pasted code with spaces', async () => {
    network.on(signIn, first);
    open();
    await enter();
    await screen.findByText('Código 2 fatores');
    network.on(signIn, () => answering(signIn, session));
    fireEvent.paste(boxes()[0]!, { clipboardData: { getData: () => ' 012 345 ' } });
    await waitFor(() => expect(currentSession()?.token).toBe('ficha'));
    expect(tries().at(-1)).toMatchObject({ code: '012345' });
  });

  it('sends code and proof, and prompts again after a wrong code', async () => {
    network.on(signIn, first);
    open();
    await enter();
    await screen.findByText('Código 2 fatores');
    network.on(signIn, () => refusing('wrong_code'));
    typeCode('012345');
    await dismiss('Tivemos um problema', 'Código de 2 fatores incorreto.');
    expect(
      boxes()
        .map((box) => box.value)
        .join(''),
    ).toBe('');
    network.on(signIn, () => answering(signIn, session));
    typeCode('067890');
    await waitFor(() => expect(currentSession()?.token).toBe('ficha'));
    expect(tries().slice(1)).toEqual(
      ['012345', '067890'].map((code) => ({
        username: 'revenda',
        password: 'senha-1234',
        code,
        g_recaptcha_response: 'prova',
      })),
    );
  });

  it('returns to the first step when its proof is no longer valid', async () => {
    network.on(signIn, first);
    open();
    await enter();
    await screen.findByText('Código 2 fatores');
    network.on(signIn, () => refusing('human_check_failed'));
    typeCode('012345');
    await dismiss('Atenção', 'A verificação humana não valeu ou já foi usada. Tente de novo.');
    expect(boxes()).toHaveLength(0);
  });
});

describe('passkey at the sign-in', () => {
  const ask = () =>
    fireEvent.click(screen.getByRole('button', { name: 'Entrar com chave de acesso' }));
  const second = (more: Partial<Extract<ResponseOf<typeof signIn>, { twofa: true }>>) => () =>
    answering(signIn, {
      twofa: true,
      proof: 'prova',
      takes_code: true,
      has_authenticator: true,
      passkey: { challenge: 'da-segunda' },
      ...more,
    });
  const answer = { id: 'chave', rawId: 'chave', type: 'public-key' as const };
  beforeEach(() => {
    vi.stubGlobal('isSecureContext', true);
    vi.stubGlobal('PublicKeyCredential', class {});
    device.asked = [];
    device.answer = async () => answer;
    network.on(offerPasskeySignIn, () =>
      answering(offerPasskeySignIn, { options: { challenge: 'da-entrada' } }),
    );
    network.on(signInWithPasskey, () => answering(signInWithPasskey, session));
  });

  it('is not offered when the browser supports none or the page is not secure', () => {
    vi.stubGlobal('PublicKeyCredential', undefined);
    open();
    expect(screen.queryByRole('button', { name: 'Entrar com chave de acesso' })).toBeNull();
    cleanup();
    vi.stubGlobal('PublicKeyCredential', class {});
    vi.stubGlobal('isSecureContext', false);
    open();
    expect(screen.queryByRole('button', { name: 'Entrar com chave de acesso' })).toBeNull();
  });

  it('signs in alone, without name, password and check', async () => {
    open();
    ask();
    await waitFor(() => expect(currentSession()?.token).toBe('ficha'));
    expect(device.asked).toEqual([{ challenge: 'da-entrada' }]);
    expect(network.requests.find(({ url }) => url === '/api/passkeys/sign-in')?.body).toEqual({
      response: answer,
    });
    expect(tries()).toEqual([]);
  });

  it('shows that the device did not respond, or why the server rejected it', async () => {
    device.answer = () => Promise.reject(new DOMException('denied', 'NotAllowedError'));
    open();
    ask();
    await dismiss(
      'Tivemos um problema',
      'O aparelho não confirmou a chave de acesso. Tente de novo ou entre de outra forma.',
    );
    device.answer = async () => answer;
    network.on(signInWithPasskey, () => refusing('passkey_refused'));
    ask();
    await dismiss('Erro', 'A chave de acesso não foi aceita. Tente de novo.');
    expect(currentSession()).toBeUndefined();
  });

  it('replaces the code, with the options of the first answer', async () => {
    network.on(signIn, second({}));
    open();
    await enter();
    await screen.findByText('Código 2 fatores');
    network.on(signIn, () => answering(signIn, session));
    fireEvent.click(screen.getByRole('button', { name: 'Usar chave de acesso' }));
    await waitFor(() => expect(currentSession()?.token).toBe('ficha'));
    expect(device.asked).toEqual([{ challenge: 'da-segunda' }]);
    expect(tries()[1]).toEqual({
      username: 'revenda',
      password: 'senha-1234',
      passkey: answer,
      g_recaptcha_response: 'prova',
    });
  });

  it('is the first method for an account without an authenticator', async () => {
    network.on(signIn, second({ hasAuthenticator: false }));
    open();
    await enter();
    await screen.findByText('Sua conta pede uma chave de acesso para entrar.');
    expect(document.querySelector('[data-code-field]')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Logar' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Usar chave de acesso' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Usar um código de recuperação' })).toBeTruthy();
  });

  it('shows a text for a passkey that is only valid for another address', async () => {
    network.on(signIn, second({ hasAuthenticator: false, takesCode: false, passkey: null }));
    open();
    await enter();
    await screen.findByText(/uma chave de acesso que não abre neste endereço ou neste navegador/);
    expect(screen.queryByRole('button', { name: /^Usar/ })).toBeNull();
  });

  it('accepts a recovery code when the device is lost', async () => {
    network.on(signIn, second({}));
    open();
    await enter();
    fireEvent.click(await screen.findByRole('button', { name: 'Usar um código de recuperação' }));
    send();
    await dismiss('Atenção', 'Preencha todos os campos.');
    type('Código de recuperação', 'abcde');
    send();
    await dismiss('Atenção', 'Preencha todos os campos.');
    expect(screen.getByText('O campo Código de recuperação esta incompleto.')).toBeTruthy();
    network.on(signIn, () => answering(signIn, session));
    // A pasted space at the start must not cut off the last letter.
    type('Código de recuperação', ' abcde-fghij ');
    send();
    await waitFor(() => expect(currentSession()?.token).toBe('ficha'));
    expect(tries()[1]).toMatchObject({ code: 'abcde-fghij', g_recaptcha_response: 'prova' });
  });
});

describe('address of the visitor', () => {
  it('shows the address of the visitor', async () => {
    open();
    expect(await screen.findByText('187.54.120.33')).toBeTruthy();
  });

  it('shows a dash for an unknown address and does not delay the sign-in', async () => {
    network.on(getMyIp, () => refusing('internal'));
    network.on(signIn, () => answering(signIn, session));
    open();
    await enter();
    expect(screen.getByText('-')).toBeTruthy();
    expect(currentSession()?.userId).toBe(7);
  });
});

describe('external human check', () => {
  it('renders the widget of the provider and sends its token once', async () => {
    offer({ provider: 'turnstile', site_key: 'chave-do-site' });
    network.on(signIn, () => refusing('wrong_credentials'));
    const drawn: { sitekey: string; callback: (token: string) => void }[] = [];
    vi.stubGlobal('turnstile', {
      render: (_: HTMLElement, options: (typeof drawn)[number]) => drawn.push(options),
    });
    const scripts: string[] = [];
    vi.spyOn(document.head, 'append').mockImplementation((script) => {
      scripts.push((script as HTMLScriptElement).src);
      (script as HTMLScriptElement).dispatchEvent(new Event('load'));
    });
    open();
    await waitFor(() => expect(drawn.at(-1)?.sitekey).toBe('chave-do-site'));
    expect(scripts).toEqual([expect.stringMatching(/^https:\/\/challenges\.cloudflare\.com\//)]);
    type('Usuário', 'revenda');
    type('Senha', 'senha-1234');
    network.on(signIn, () => refusing('human_check_failed'));
    send();
    await dismiss('Atenção', 'Preencha todos os campos.');
    network.on(signIn, () => refusing('wrong_credentials'));
    const before = drawn.length;
    drawn.at(-1)!.callback('ficha-do-widget');
    await enter();
    expect(tries().map((body) => body?.g_recaptcha_response)).toEqual([
      undefined,
      'ficha-do-widget',
    ]);
    await dismiss('Tivemos um problema', 'Usuário ou senha incorretos.');
    await waitFor(() => expect(drawn.length).toBeGreaterThan(before));
    network.on(signIn, () => refusing('human_check_failed'));
    send();
    await dismiss('Atenção', 'Preencha todos os campos.');
    expect(tries()[2]?.g_recaptcha_response).toBeUndefined();
  });

  it('is skipped for an account that the server exempts', async () => {
    offer({ provider: 'turnstile', site_key: 'chave-do-site' });
    network.on(signIn, () => answering(signIn, session));
    open();
    await enter('robo');
    await waitFor(() => expect(currentSession()?.userId).toBe(7));
    expect(tries()).toEqual([{ username: 'robo', password: 'senha-1234' }]);
  });
});

describe('sign-in page of a brand', () => {
  const picture = () => document.querySelector('img[data-brand-picture]');

  it('shows art, name and scheme switch of the installation without a brand', () => {
    open();
    expect(picture()).toBeNull();
    expect(screen.getByText('Ramal · Painel de revenda')).toBeTruthy();
    expect(screen.getByRole('radiogroup', { name: 'Tema' })).toBeTruthy();
  });

  it('shows picture, mark and name of the brand, without the switch and the installation’s name', () => {
    open(aurora);
    expect(picture()?.getAttribute('src')).toBe(aurora.background);
    expect(screen.getByText('Aurora Play').querySelector('img')?.getAttribute('src')).toBe(
      aurora.logo,
    );
    expect(document.title).toBe('Entrar · Aurora');
    expect(screen.queryByRole('radiogroup', { name: 'Tema' })).toBeNull();
    expect(document.body.textContent).not.toContain('Ramal');
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  });

  it('shows the scheme switch when the brand has both schemes', () => {
    open({ ...aurora, forceLight: false });
    expect(screen.getByRole('radiogroup', { name: 'Tema' })).toBeTruthy();
  });

  it('shows the product’s mark for a brand without a logo', () => {
    open({ ...aurora, logo: '' });
    expect(screen.getByText('Aurora Play').querySelector('svg')).toBeTruthy();
  });
});
