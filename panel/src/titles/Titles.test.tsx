import { getAvailableMovies } from '@ramal/contract/catalogue/available-titles';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { answering, calls, show } from '../lines/test/screen.tsx';
import { newsText } from './news-text.ts';
import { Titles } from './Titles.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const film = {
  id: 1,
  name: 'Maré Baixa',
  thumb: 'https://p.example/mare.jpg',
  genre: 'Drama',
  year: 2025,
  news: 'novo',
};
const plain = {
  ...film,
  id: 2,
  name: 'Os Carpinteiros do Rio',
  thumb: null,
  genre: null,
  news: null,
};
const season = { ...film, id: 3, name: 'Rota Sul', year: null, news: 'temp. 3', seasons: 3 };
const results = {
  movies: [film, plain],
  series: [season],
  totals: { movies: { all: 14, exact: true, news: 1 }, series: { all: 1, exact: true, news: 1 } },
  currentPage: 1,
  perPage: 12,
};

const open = async (address = '', answer: unknown = results) => {
  const requests = answering([[getAvailableMovies, () => answer]]);
  await show(<Titles />, `/list-movies${address}`);
  return requests;
};

it('shows films with pictures or a placeholder, twelve per page', async () => {
  const requests = await open();
  expect(await screen.findByText('Os Carpinteiros do Rio')).toBeTruthy();
  expect(document.querySelectorAll('ul[aria-label="Filmes"] img').length).toBe(1);
  expect(screen.getByText('Drama · 2025')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Próxima página' }));
  await waitFor(() =>
    expect(calls(requests, getAvailableMovies).at(-1)?.query).toMatchObject({ page: '2' }),
  );
});

it('lists series with their new seasons on a separate tab', async () => {
  await open('?kind=series');
  expect(await screen.findByText('Rota Sul')).toBeTruthy();
  expect(screen.getByText('temp. 3')).toBeTruthy();
  expect(screen.getByText('3 temporadas')).toBeTruthy();
});

it('shows a placeholder for a picture that fails to load', async () => {
  await open();
  await screen.findByText('Maré Baixa');
  fireEvent.error(document.querySelector('img')!);
  expect(document.querySelector('ul[aria-label="Filmes"] img')).toBeNull();
});

it('shows a text for a search without results, and another for an empty catalogue', async () => {
  const none = { all: 0, exact: true, news: 0 };
  const nothing = { ...results, movies: [], series: [], totals: { movies: none, series: none } };
  await open('?search=xyz', nothing);
  expect(await screen.findByText('Nenhum título encontrado em Filmes')).toBeTruthy();
  cleanup();
  await open('', nothing);
  expect(await screen.findByText('Nenhum título em Filmes ainda')).toBeTruthy();
});

it('writes new titles as a message', () => {
  expect(newsText({ ...results, movies: [film] })).toBe(
    'Novidades para você assistir:\n\n🎬 *Filmes novos*\n• Maré Baixa (2025)\n\n📺 *Séries*\n• Rota Sul: 3ª temporada',
  );
  expect(newsText({ ...results, movies: [], series: [] })).toBeUndefined();
});
