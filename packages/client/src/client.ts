/** Client of a Ramal panel, with a method for each call that an API key may make. */
// `npm run client` generates calls.ts and error-codes.ts.
import { type Calls, callsOf } from './calls.ts';
import { type RamalOptions, type RateLimit, createSender } from './send.ts';

export { RamalError } from './send.ts';
export type {
  CallOptions,
  PreviewMark as Previewed,
  RamalOptions,
  RateLimit,
  SpendingOptions,
} from './send.ts';
export type { ErrorCode } from './error-codes.ts';

export interface Ramal extends Calls {
  /**
   * Returns the rate limit of the key according to the latest response. Undefined until a response
   * states it.
   */
  readonly rateLimit: () => RateLimit | undefined;
}

export function createRamal(options: RamalOptions): Ramal {
  const { send, rateLimit } = createSender(options);
  return { ...callsOf(send), rateLimit };
}

const MAX_PAGE_SIZE = 100;

interface PageOf<Row> {
  readonly data: readonly Row[];
  readonly last_page: number;
}

type List = (request: never) => Promise<PageOf<unknown>>;
type RequestOf<L extends List> = NonNullable<Parameters<L>[0]>;
type RowOf<L extends List> = Awaited<ReturnType<L>>['data'][number];

/**
 * Yields the rows of all pages of a list. Pages are requested on demand: `for await (const line of
 * …)`.
 */
export async function* allRows<L extends List>(
  list: L,
  request: RequestOf<L>,
): AsyncGenerator<RowOf<L>, void, undefined> {
  const { query } = request as { query?: { page?: number } };
  let page = query?.page ?? 1;
  for (let last = page; page <= last; page += 1) {
    const pageRequest = {
      ...(request as object),
      query: { per_page: MAX_PAGE_SIZE, ...query, page },
    };
    const answer = (await list(pageRequest as never)) as PageOf<RowOf<L>>;
    yield* answer.data;
    last = answer.last_page;
  }
}
