/** Double of The Movie Database, with the paths, fields and errors of its public documentation. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface DoubledTitle {
  readonly id: number;
  readonly title: string;
  readonly original_title?: string;
  readonly release_date: string;
  readonly poster_path?: string | null;
  readonly overview?: string;
}

export interface TmdbDouble {
  readonly url: string;
  readonly key: string;
  readonly token: string;
  films: readonly DoubledTitle[];
  series: readonly DoubledTitle[];
  /** Results of the next requests: an HTTP status, or `silence` for a missing response. */
  failures: (number | 'silence')[];
  readonly requests: string[];
  close(): Promise<void>;
}

const seriesFields = ({ title, original_title, release_date, ...rest }: DoubledTitle) => ({
  ...rest,
  name: title,
  original_name: original_title ?? title,
  first_air_date: release_date,
});

export async function startTmdb(): Promise<TmdbDouble> {
  const key = 'a'.repeat(32);
  const token = 'eyJhbGciOiJub25lIn0.eyJhdWQiOiJ4In0.c2lnbmF0dXJl';
  const isAllowed = ({ headers }: IncomingMessage, url: URL) =>
    url.searchParams.get('api_key') === key || headers.authorization === `Bearer ${token}`;

  function answer(url: URL): object | undefined {
    const [, kind = '', id = ''] = /^\/3\/(movie|tv)\/(\d+)$/.exec(url.pathname) ?? [];
    const titlesOf = (path: string) =>
      path === 'movie' ? double.films : double.series.map(seriesFields);
    if (url.pathname === '/3/configuration') return { images: {} };
    if (id) {
      const match = titlesOf(kind).find((candidate) => candidate.id === Number(id));
      return (
        match && {
          ...match,
          genres: [{ name: 'Drama' }, { name: 'Ficção científica' }],
          runtime: 153,
          vote_average: 8.27,
          credits: {
            cast: [{ name: 'Alfred Abel' }, { name: 'Brigitte Helm' }],
            crew: [
              { name: 'Karl Freund', job: 'Director of Photography' },
              { name: 'Fritz Lang', job: 'Director' },
            ],
          },
        }
      );
    }
    const searched = /^\/3\/search\/(movie|tv)$/.exec(url.pathname)?.[1];
    return searched ? { page: 1, results: titlesOf(searched) } : undefined;
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://tmdb');
    double.requests.push(url.pathname);
    const failure = double.failures.shift();
    if (failure === 'silence') return void request.socket.destroy();
    const result = isAllowed(request, url) ? answer(url) : undefined;
    const status = failure ?? (isAllowed(request, url) ? (result ? 200 : 404) : 401);
    const body = status === 200 ? result : { status_code: 7, success: false };
    return void response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const double: TmdbDouble = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    token,
    films: [],
    series: [],
    failures: [],
    requests: [],
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return double;
}
