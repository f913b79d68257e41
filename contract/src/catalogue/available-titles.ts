/** Films and series that customers can watch, with their pictures, for sellers (S-MOVIES). */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { flag, regPassword, searchText, whole } from '../api/fields.ts';

export const TITLES_A_PAGE = 12;
/** Days during which a title counts as new. */
export const NEWS_DAYS = 14;

const title = z.object({
  id: z.int(),
  name: z.string(),
  /** Address of the picture; null without a picture. */
  thumb: z.string().nullable(),
  genre: z.string().nullable(),
  year: z.int().nullable(),
  /** Label of a new title: «novo», «nova», «temp. 3», «2 ep.». Null if the title is not new. */
  news: z.string().nullable(),
});
export type AvailableTitle = z.output<typeof title>;

const series = title.extend({ seasons: z.int() });

/**
 * Total of one kind with the number of new titles. The total is a lower bound if `exact` is false.
 */
const total = z.object({ all: z.int(), exact: z.boolean(), news: z.int() });

export const getAvailableMovies = endpoint({
  name: 'get-available-movies',
  method: 'GET',
  path: '/api/get-available-movies',
  summary: `Filmes e séries que os clientes podem ver, os mais novos primeiro, ${TITLES_A_PAGE} de cada por página; sem os adultos.`,
  access: { profiles },
  query: z.object({
    page: whole('Página', 1, 1_000_000).default(1),
    search: searchText(),
    /** True returns only new titles. */
    news: flag('Novidades').default(false),
    regPassword: regPassword,
  }),
  answer: z.object({
    movies: z.array(title),
    series: z.array(series),
    totals: z.object({ movies: total, series: total }),
    currentPage: z.int(),
    perPage: z.int(),
  }),
  errors: [],
});
export type AvailableTitles = z.output<(typeof getAvailableMovies)['answer']>;
