// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();

async function start(address: string): Promise<void> {
  vi.resetModules();
  history.replaceState(null, '', address);
  await import('./early.ts');
}

const signIn = () => {
  localStorage.setItem('ramal.id', '7');
  localStorage.setItem('ramal.token', 'ficha-1');
};
const fetchedUrls = () => fetched.mock.calls.map(([url]) => url);
const files = () =>
  [...document.head.querySelectorAll('link')].map(
    (link) => `${link.rel} ${link.getAttribute('href')}`,
  );

beforeEach(() => {
  localStorage.clear();
  document.head.innerHTML = '<meta name="theme-color" content="#0b0c0f" />';
  document.documentElement.setAttribute('data-mantine-color-scheme', 'dark');
  fetched.mockReset().mockResolvedValue(Response.json({}));
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('SCREEN_FILES', {
    files: ['assets/shell.js', 'assets/home.js', 'assets/home.css', 'assets/write.js'],
    screens: { '/dashboard': [0, 1, 2], '/settings': [0], '/settings/message': [0, 3] },
  });
});
afterEach(() => {
  delete window.ramalEarly;
  vi.unstubAllGlobals();
});

it('applies the stored colour scheme before the first paint', async () => {
  localStorage.setItem('ramal.tema', 'light');
  await start('/login');
  expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('light');
  expect(document.querySelector('meta')!.content).toBe('#f6f6f8');
});

it('fetches nothing when no account is signed in', async () => {
  await start('/dashboard');
  expect([fetchedUrls(), files()]).toEqual([[], []]);
});

it('fetches the files of the screen in the address', async () => {
  signIn();
  await start('/dashboard');
  const home = [
    'modulepreload /assets/shell.js',
    'modulepreload /assets/home.js',
    'preload /assets/home.css',
  ];
  expect(files()).toEqual(home);
  document.head.innerHTML = '';
  await start('/');
  expect(files()).toEqual(home);
  document.head.innerHTML = '';
  await start('/settings/message');
  expect(files()).toContain('modulepreload /assets/write.js');
  document.head.innerHTML = '';
  await start('/settingsX');
  expect(files()).toEqual([]);
});

it('fetches the files of another screen when the panel requests it, each once', async () => {
  signIn();
  await start('/dashboard');
  window.ramalFetchScreen!('/settings/message');
  expect(files().slice(3)).toEqual(['modulepreload /assets/write.js']);
  window.ramalFetchScreen!('/nowhere');
  expect(files()).toHaveLength(4);
});

it('requests the profile and the recorded first calls of the screen with the token', async () => {
  signIn();
  localStorage.setItem(
    'ramal.primeiras.7',
    JSON.stringify({ '/dashboard': ['GET /api/dash-reseller', 'GET /api/get-profile'] }),
  );
  await start('/dashboard');
  expect(fetchedUrls()).toEqual(['/api/get-profile', '/api/dash-reseller']);
  expect(fetched.mock.calls[0]![1].headers).toMatchObject({ authorization: 'Bearer ficha-1' });
  expect([...window.ramalEarly!.answers.keys()]).toEqual(fetchedUrls().map((url) => `GET ${url}`));
  fetched.mockClear();
  // An address with a search shows other rows, so the recorded calls are not sent for it.
  await start('/dashboard?search=celia');
  expect(fetchedUrls()).toEqual(['/api/get-profile']);
});

it('requests the recorded first calls of another screen when the panel asks for them', async () => {
  signIn();
  localStorage.setItem(
    'ramal.primeiras.7.dentro',
    JSON.stringify({ '/users-iptv': ['GET /api/users-iptv'] }),
  );
  await start('/dashboard');
  window.ramalSendScreenCalls!('/users-iptv', '.dentro');
  expect(fetchedUrls()).toEqual(['/api/get-profile', '/api/users-iptv']);
  expect(window.ramalEarly).toMatchObject({ path: '/users-iptv', token: 'ficha-1' });
  localStorage.clear();
  window.ramalSendScreenCalls!('/users-iptv', '.dentro');
  expect(fetchedUrls()).toHaveLength(2);
});

it('repeats a recorded call with its method and its body', async () => {
  signIn();
  const names = [
    'POST /api/verify2fa',
    'PUT /api/users-iptv/7 {"action":8,"note":"a b"}',
    // Entries in the format of a former version.
    '/api/get-iptv-packages {"package":true}',
    '/api/get-servers',
  ];
  localStorage.setItem('ramal.primeiras.7', JSON.stringify({ '/me': names }));
  await start('/me');
  expect(fetchedUrls()).toEqual(['/api/get-profile', '/api/verify2fa', '/api/users-iptv/7']);
  expect(fetched.mock.calls[1]![1]).toMatchObject({ method: 'POST' });
  expect(fetched.mock.calls[1]![1].body).toBeUndefined();
  expect(fetched.mock.calls[2]![1]).toMatchObject({
    method: 'PUT',
    body: '{"action":8,"note":"a b"}',
    headers: { 'content-type': 'application/json', authorization: 'Bearer ficha-1' },
  });
  expect([...window.ramalEarly!.answers.keys()]).toEqual([
    'GET /api/get-profile',
    ...names.slice(0, 2),
  ]);
});

it('starts without recorded calls when they cannot be read', async () => {
  signIn();
  localStorage.setItem('ramal.primeiras.7', '{');
  await expect(start('/dashboard')).resolves.toBeUndefined();
  expect(() => window.ramalSendScreenCalls!('/dashboard', '')).not.toThrow();
});

it('fetches the font after the first paint, which it would delay', async () => {
  vi.stubGlobal('TEXT_FONT', '/assets/text.woff2');
  await start('/login');
  expect(files()).toEqual([]);
  await vi.waitFor(() => expect(files()).toEqual(['preload /assets/text.woff2']));
  expect(document.querySelector('link')!.as).toBe('font');
});

it('shows a failed start with a retry, and hides it once the panel is drawn', async () => {
  document.body.innerHTML =
    '<div id="root"></div><div id="start-failed" hidden><button>Tentar de novo</button></div>';
  const page = document.getElementById('start-failed')!;
  await start('/login');
  const script = document.createElement('script');
  document.body.append(script);
  document.getElementById('root')!.innerHTML = '<p>Desenhado</p>';
  script.dispatchEvent(new Event('error'));
  expect(page.hidden).toBe(true);
  document.getElementById('root')!.innerHTML = '';
  script.dispatchEvent(new Event('error'));
  expect(page.hidden).toBe(false);
});
