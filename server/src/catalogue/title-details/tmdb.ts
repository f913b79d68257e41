/**
 * Searches The Movie Database over HTTP for a name, and then reads the details of the matching
 * title. Source of the URLs and fields: its public documentation, version 3.
 */
import { requestProvider } from '../../foundation/request-provider.ts';
import { ProviderError } from '../../foundation/provider-error.ts';

export interface TmdbAccess {
  /** Base URL of the API, without a slash at the end. */
  readonly baseUrl: string;
  readonly key: string;
}

const PROVIDER = 'tmdb';

interface SearchedTitle {
  readonly kind: 'film' | 'series';
  readonly name: string;
  readonly year: number | undefined;
}

/**
 * Details of a title in the format of the catalogue. A property is absent if its value is unknown.
 */
export interface FoundTitle {
  readonly poster: string | undefined;
  readonly details: Readonly<Record<string, string | number>>;
}

/**
 * Base URL of posters in a width of 342 pixels, which suits the cards of lists on a high-resolution
 * screen.
 */
const POSTERS = 'https://image.tmdb.org/t/p/w342';
const MAX_ACTORS = 8;

type Answer = Readonly<Record<string, unknown>>;

async function ask(
  { baseUrl, key }: TmdbAccess,
  path: string,
  query: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const isToken = key.startsWith('eyJ');
  const search = new URLSearchParams({ ...query, ...(isToken ? {} : { api_key: key }) });
  const { status, json } = await requestProvider(`${baseUrl}/3${path}?${search}`, {
    provider: PROVIDER,
    headers: isToken ? { authorization: `Bearer ${key}` } : {},
  });
  if (status === 401) throw new ProviderError(PROVIDER, 'unauthorized', { status });
  // The film database deleted the title after the search. The title then counts as unknown.
  if (status === 404) return {};
  if (status === 200 && json !== undefined) return json as Answer;
  throw new ProviderError(PROVIDER, 'unavailable', { status });
}

/** Tests the key. Throws if the film database rejects it. */
export const proveKey = async (access: TmdbAccess): Promise<void> =>
  void (await ask(access, '/configuration'));

interface Candidate {
  readonly id: number;
  readonly names: readonly string[];
  readonly year: number | undefined;
}

/**
 * Returns the details of a title with this name and year. Returns undefined if no title matches,
 * because no poster is better than a wrong one.
 */
export async function findTitle(
  access: TmdbAccess,
  { kind, name, year }: SearchedTitle,
): Promise<FoundTitle | undefined> {
  const path = kind === 'film' ? 'movie' : 'tv';
  const { results } = await ask(access, `/search/${path}`, {
    query: name,
    language: 'pt-BR',
    include_adult: 'false',
  });
  const candidates = (Array.isArray(results) ? results : []).map((result) =>
    candidateOf(result as Answer),
  );
  const wanted = letters(name);
  const match = candidates.find(
    (candidate) =>
      candidate.names.some((candidateName) => letters(candidateName) === wanted) &&
      isOfYear(candidate, year),
  );
  if (!match) return undefined;
  const title = await ask(access, `/${path}/${match.id}`, {
    language: 'pt-BR',
    append_to_response: 'credits',
  });
  return describe(title, match.year);
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const yearIn = (value: unknown): number | undefined =>
  Number(/^\d{4}/.exec(text(value))?.[0]) || undefined;

const candidateOf = (answer: Answer): Candidate => ({
  id: Number(answer.id),
  names: [answer.title, answer.original_title, answer.name, answer.original_name]
    .map(text)
    .filter(Boolean),
  year: yearIn(answer.release_date ?? answer.first_air_date),
});

/** True if the year of the candidate differs by at most one. Release dates differ by country. */
const isOfYear = ({ year }: Candidate, wanted: number | undefined): boolean =>
  wanted === undefined || year === undefined || Math.abs(year - wanted) <= 1;

/**
 * Returns only letters and digits without accents, because providers write names without accents
 * and punctuation.
 */
const letters = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const namesOf = (value: unknown, isWanted: (one: Answer) => boolean = () => true): string =>
  (Array.isArray(value) ? (value as Answer[]) : [])
    .filter(isWanted)
    .map(({ name }) => text(name))
    .filter(Boolean)
    .slice(0, MAX_ACTORS)
    .join(', ');

function describe(title: Answer, year: number | undefined): FoundTitle {
  const { cast, crew } = (title.credits ?? {}) as Answer;
  const minutes = Number(title.runtime) || 0;
  const facts = {
    plot: text(title.overview),
    year,
    genre: namesOf(title.genres),
    cast: namesOf(cast),
    director: namesOf(crew, ({ job }) => job === 'Director') || namesOf(title.created_by),
    rating: Math.round((Number(title.vote_average) || 0) * 10) / 10,
    duration_seconds: minutes * 60,
  };
  const poster = text(title.poster_path);
  return {
    poster: /^\/[\w.-]+$/.test(poster) ? `${POSTERS}${poster}` : undefined,
    details: Object.fromEntries(Object.entries(facts).filter(([, value]) => value)) as Record<
      string,
      string | number
    >,
  };
}
