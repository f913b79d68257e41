/**
 * Tests the page with a fake of `player_api.php`. The e2e tests cover playback in a real browser.
 */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

/** Creates a row of the guide. Its start and end are given in minutes from now. */
const programme = (title: string, startMinutes: number, stopMinutes: number, row = {}) => ({
  title: base64(title),
  start_timestamp: String(Math.floor(Date.now() / 1000) + startMinutes * 60),
  stop_timestamp: String(Math.floor(Date.now() / 1000) + stopMinutes * 60),
  has_archive: 0,
  archive_note: '',
  ...row,
});

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
    get_simple_data_table: {
      epg_listings: [programme('Notícias às três', -10, 50), programme('Novela', 50, 110)],
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
  // Stubs scrolling, because the test environment has no layout.
  Element.prototype.scrollIntoView = () => undefined;
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
  // Selects another category of the same list. No picture of the failed host is requested again.
  fireEvent.change(screen.getByLabelText('Categoria'), { target: { value: '2' } });
  await waitFor(() => expect(queries.at(-1)?.get('category_id')).toBe('2'));
  await waitFor(() => expect(pictures()).toHaveLength(0));
  expect(await screen.findByText('Canal 8')).toBeDefined();
});

it('plays the selected channel and shows its programme', async () => {
  enter();
  fireEvent.click(await screen.findByText('Jornal do Dia'));
  await screen.findByText(/Notícias às três/, { selector: 'p' });
  await waitFor(() =>
    expect(document.querySelector('video')?.getAttribute('src')).toBe('/live/123/abc/1.m3u8'),
  );
  expect(screen.getByRole('heading', { name: 'Jornal do Dia' })).toBeTruthy();
});

const video = () => document.querySelector('video');
const plays = (path: string) =>
  waitFor(() => expect(video()?.getAttribute('src')).toBe(`${path}.m3u8`));

describe('a channel with an archive', () => {
  const minutesToday = () => (Date.now() - new Date().setHours(0, 0, 0, 0)) / 60_000;
  const days = (count: number) => [
    { ...channels[0], tv_archive: 1, tv_archive_duration: count },
    channels[1],
  ];
  let yesterday: number;

  beforeEach(() => {
    answers.get_live_streams = days(3);
    yesterday = Math.floor(-minutesToday());
    answers.get_simple_data_table = {
      epg_listings: [
        programme('Jornal da Noite', yesterday - 180, yesterday - 125, { has_archive: 1 }),
        programme('Futebol', yesterday - 125, yesterday - 60, {
          archive_note: 'a fonte parou às 22:41, não gravou',
        }),
        programme('Sessão Coruja', yesterday - 60, yesterday - 10, { has_archive: 1 }),
        programme('Plantão', -10, 50),
        programme('Novela', 50, 110),
      ],
    };
    enter();
  });
  const startOf = (minutes: number) => Math.floor(Date.now() / 1000) + minutes * 60;

  it('has a mark in the list of channels, which other channels do not have', async () => {
    const names = async (name: string) => (await screen.findByText(name)).closest('button')!;
    expect((await names('Jornal do Dia')).textContent).toContain('com dias passados');
    expect((await names('Futebol é Aqui')).textContent).not.toContain('com dias passados');
  });

  it('plays a programme of yesterday with its time, then the next one, then returns to live', async () => {
    fireEvent.click(await screen.findByText('Jornal do Dia'));
    await plays('/live/123/abc/1');
    fireEvent.click(await screen.findByRole('button', { name: 'Ontem' }));
    fireEvent.click(await screen.findByRole('button', { name: /Jornal da Noite/ }));
    const start = video();
    await waitFor(() =>
      expect(video()?.getAttribute('src')).toMatch(/^\/timeshift\/123\/abc\/55\/\d+\/1\.m3u8$/),
    );
    const seconds = Number(start?.getAttribute('src')?.split('/')[5]);
    expect(Math.abs(seconds - startOf(yesterday - 180))).toBeLessThan(10);
    screen.getByRole('heading', { name: 'Jornal da Noite' });
    screen.getByText(/^Ontem, \d\d:\d\d – \d\d:\d\d · dá para ver até \d\d\/\d\d$/);
    expect((await screen.findByText('assistindo')).closest('li')?.textContent).toContain(
      'Jornal da Noite',
    );
    await screen.findByText(/^Ontem, \d\d:\d\d$/);

    // The next programme was not recorded, so the end of this one opens the live channel.
    vi.spyOn(HTMLMediaElement.prototype, 'played', 'get').mockReturnValue({ length: 1 } as never);
    fireEvent.ended(video()!);
    await plays('/live/123/abc/1');

    fireEvent.click(screen.getByRole('button', { name: /Sessão Coruja/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'Ir ao vivo' }));
    await plays('/live/123/abc/1');
  });

  it('shows why a programme cannot be played, without an action', async () => {
    fireEvent.click(await screen.findByText('Jornal do Dia'));
    fireEvent.click(await screen.findByRole('button', { name: 'Ontem' }));
    await screen.findByText('a fonte parou às 22:41, não gravou');
    expect(screen.queryByRole('button', { name: /Futebol a fonte/ })).toBeNull();
  });

  it('plays the running programme from its start', async () => {
    fireEvent.click(await screen.findByText('Jornal do Dia'));
    const row = await screen.findByRole('button', { name: /Plantão assistindo ao vivo/ });
    expect(screen.queryByRole('button', { name: /Novela/ })).toBeNull();
    fireEvent.click(row);
    await waitFor(() =>
      expect(video()?.getAttribute('src')).toMatch(/^\/timeshift\/.*\/60\/\d+\//),
    );
  });

  it('continues a live channel in the archive after a long pause', async () => {
    fireEvent.click(await screen.findByText('Jornal do Dia'));
    await screen.findByText('Pausado');
    const paused = vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockReturnValue(false);
    fireEvent.play(video()!);
    fireEvent.click(await screen.findByRole('button', { name: 'Pausar' }));
    paused.mockReturnValue(true);
    fireEvent.pause(video()!);
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 300_000);
    fireEvent.click(await screen.findByRole('button', { name: 'Continuar' }));
    await waitFor(() => expect(video()?.getAttribute('src')).toMatch(/^\/timeshift\//));
    expect(video()?.currentTime).toBeGreaterThan(595);
  });

  it('returns to the list of channels, which kept its search', async () => {
    fireEvent.change(await screen.findByLabelText('Buscar nesta categoria'), {
      target: { value: 'jornal' },
    });
    fireEvent.click(await screen.findByText('Jornal do Dia'));
    await screen.findByRole('heading', { name: 'Guia de Jornal do Dia' });
    fireEvent.click(screen.getByRole('button', { name: 'Canais' }));
    expect((screen.getByLabelText('Buscar nesta categoria') as HTMLInputElement).value).toBe(
      'jornal',
    );
    expect(screen.queryByRole('heading', { name: 'Guia de Jornal do Dia' })).toBeNull();
  });
});

it('shows only today for a channel without an archive', async () => {
  enter();
  fireEvent.click(await screen.findByText('Futebol é Aqui'));
  await screen.findByRole('heading', { name: 'Guia de Futebol é Aqui' });
  expect((await screen.findByText('assistindo')).closest('li')?.textContent).toContain('Notícias');
  expect(screen.queryByRole('group', { name: 'Dia' })).toBeNull();
  expect(screen.queryByTitle('Ver do início')).toBeNull();
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
