/**
 * Tests the page against a fake of `player_api.php`. Playback is tested in a real browser (e2e).
 */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeClient } from './reads.ts';
import { WebPlayer } from './WebPlayer.tsx';

type Answers = Record<string, unknown>;
let answers: Answers;
let queries: URLSearchParams[];

const active = { user_info: { auth: 1, status: 'Active' } };
const channels = [
  { stream_id: 1, num: 7, name: 'Jornal do Dia', stream_icon: '' },
  { stream_id: 2, num: 8, name: 'Futebol é Aqui', stream_icon: '' },
];
const base64 = (text: string) => Buffer.from(text).toString('base64');

beforeEach(() => {
  queries = [];
  answers = {
    '': active,
    get_live_categories: [
      { category_id: '1', category_name: 'Abertos' },
      { category_id: '2', category_name: 'Esportes' },
    ],
    get_live_streams: channels,
    get_series_categories: [{ category_id: '5', category_name: 'Drama' }],
    get_series: [{ series_id: 9, name: 'A Casa', cover: '' }],
    get_series_info: {
      episodes: {
        1: [{ id: '91', season: 1, episode_num: 1, title: 'Piloto', container_extension: 'mp4' }],
      },
    },
    get_vod_categories: [],
    get_short_epg: {
      epg_listings: [
        {
          title: base64('Notícias às três'),
          start_timestamp: '1795273200',
          stop_timestamp: '1795276800',
        },
      ],
    },
  };
  vi.stubGlobal('fetch', async (url: string) => {
    const query = new URLSearchParams(url.split('?')[1]);
    queries.push(query);
    const answer = answers[query.get('action') ?? ''];
    return answer instanceof Response ? answer.clone() : Response.json(answer);
  });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('maybe');
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const open = () =>
  render(
    <QueryClientProvider client={makeClient()}>
      <WebPlayer />
    </QueryClientProvider>,
  );

const enter = () => {
  open();
  fireEvent.change(screen.getByLabelText('Usuário'), { target: { value: ' 123 ' } });
  fireEvent.change(screen.getByLabelText('Senha'), { target: { value: 'abc' } });
  fireEvent.click(screen.getByRole('button', { name: 'Entrar' }));
};

it('requires both fields before a request', async () => {
  open();
  fireEvent.click(screen.getByRole('button', { name: 'Entrar' }));
  expect((await screen.findByText('Preencha todos os campos.')).textContent).toBeTruthy();
  expect(queries).toEqual([]);
});

it.each([
  [{ user_info: { auth: 0 } }, 'Usuário ou senha incorretos.'],
  [
    { user_info: { auth: 1, status: 'Expired' } },
    'Sua assinatura venceu. Fale com quem vende para você.',
  ],
  [
    { user_info: { auth: 1, status: 'Banned' } },
    'Sua assinatura está bloqueada. Fale com quem vende para você.',
  ],
  [new Response('', { status: 429 }), 'Muitas tentativas. Espere um pouco e tente de novo.'],
])('shows why the sign-in is rejected: %#', async (answer, text) => {
  answers[''] = answer;
  enter();
  await screen.findByText(text);
  // The login stays stored unless the server rejected it.
  expect(sessionStorage.length).toBe(answer instanceof Response ? 1 : 0);
});

it('signs in with the login of its link, and clears it from the address', async () => {
  location.hash = '#usuario=55&senha=x%26y';
  open();
  await screen.findByText('Jornal do Dia');
  expect(Object.fromEntries(queries[0]!)).toEqual({ username: '55', password: 'x&y' });
  expect(location.hash).toBe('');
});

it('keeps the login of the link after a network failure, for a reload', async () => {
  const online = fetch;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  location.hash = '#usuario=55&senha=abc';
  open();
  await screen.findByText('Sem resposta. Confira a internet e tente de novo.');
  cleanup();
  vi.stubGlobal('fetch', online);
  open();
  expect(await screen.findByText('Jornal do Dia')).toBeDefined();
});

it('lists the first category, searches without accents, and opens another category', async () => {
  enter();
  await screen.findByText('Jornal do Dia');
  expect(queries.at(-1)?.get('category_id')).toBe('1');
  fireEvent.change(screen.getByLabelText('Buscar nesta categoria'), {
    target: { value: 'futebol e' },
  });
  await waitFor(() => expect(screen.queryByText('Jornal do Dia')).toBeNull());
  screen.getByText('Futebol é Aqui');
  fireEvent.change(screen.getByLabelText('Buscar nesta categoria'), {
    target: { value: 'nada disso' },
  });
  await screen.findByText('Nada para “nada disso” nesta categoria.');
  fireEvent.change(screen.getByLabelText('Categoria'), { target: { value: '2' } });
  await waitFor(() => expect(queries.at(-1)?.get('category_id')).toBe('2'));
});

it('stops requesting pictures from a host that does not respond', async () => {
  answers.get_live_streams = Array.from({ length: 9 }, (_, at) => ({
    ...channels[0],
    stream_id: 700 + at,
    name: `Canal ${at}`,
    stream_icon: `http://morto.exemplo/${at}.png`,
  }));
  enter();
  await screen.findByText('Canal 8');
  const pictures = () => document.querySelectorAll('img[src*="morto.exemplo"]');
  expect(pictures()).toHaveLength(9);
  for (let failed = 0; failed < 5; failed += 1) fireEvent.error(pictures()[0]!);
  // Another category of the same list: no picture of the failed host is requested again.
  fireEvent.change(screen.getByLabelText('Categoria'), { target: { value: '2' } });
  await waitFor(() => expect(queries.at(-1)?.get('category_id')).toBe('2'));
  await waitFor(() => expect(pictures()).toHaveLength(0));
  expect(await screen.findByText('Canal 8')).toBeDefined();
});

it('plays the selected channel and shows its programme', async () => {
  enter();
  fireEvent.click(await screen.findByText('Jornal do Dia'));
  await screen.findByText(/Notícias às três/);
  await waitFor(() =>
    expect(document.querySelector('video')?.getAttribute('src')).toBe('/live/123/abc/1.m3u8'),
  );
  expect(screen.getByRole('heading', { name: 'Jornal do Dia' })).toBeTruthy();
});

it('opens the episodes of a series and plays one', async () => {
  enter();
  fireEvent.click(await screen.findByRole('button', { name: 'Séries' }));
  fireEvent.click(await screen.findByText('A Casa'));
  await screen.findByText('Temporada 1');
  fireEvent.click(screen.getByText('Piloto'));
  await waitFor(() =>
    expect(document.querySelector('video')?.getAttribute('src')).toBe('/series/123/abc/91.mp4'),
  );
  screen.getByRole('heading', { name: 'A Casa · T1 E1' });
});

it('shows a text for an empty kind, and a retry after a failed load', async () => {
  enter();
  fireEvent.click(await screen.findByRole('button', { name: 'Filmes' }));
  await screen.findByText('Nada por aqui nesta assinatura.');
  answers.get_series = new Response('', { status: 403 });
  fireEvent.click(screen.getByRole('button', { name: 'Séries' }));
  await screen.findByText(/Esta assinatura não pode assistir agora/);
  answers.get_series = [{ series_id: 9, name: 'A Casa', cover: '' }];
  fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect((await screen.findByText('A Casa')).tagName).toBe('SPAN');
});

it('signs out and deletes the login', async () => {
  enter();
  await screen.findByText('Jornal do Dia');
  fireEvent.click(screen.getByRole('button', { name: 'Sair' }));
  screen.getByRole('button', { name: 'Entrar' });
  expect(sessionStorage.length).toBe(0);
});
