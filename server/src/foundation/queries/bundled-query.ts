/**
 * Sends a statement in one message with the `begin` before it or the `commit` after it, so that neither costs
 * a round trip. PostgreSQL skips what follows an error up to the end of the message: a statement that fails is
 * never committed. The driver has no call for this; its public way in is a query of one's own, which here
 * is its own query with more on the wire.
 */
import pg from 'pg';

/** Where a transaction begins or ends; each is prepared once on a connection, under the name that is its text. */
export type Edge = 'begin' | 'commit';

export interface Edges {
  readonly begins: boolean;
  readonly commits: boolean;
}

type Bundle = pg.QueryConfig & Edges;

export interface BundleResult {
  readonly statement: pg.QueryResult;
  /** What the server answered to the commit: COMMIT, or ROLLBACK where an error had been passed over. */
  readonly ending: string | undefined;
}

type Results = pg.QueryResult | pg.QueryResult[];
type Callback = (error: Error | null, results: Results) => void;

/** The messages of the driver's connection and the parts of its query that are used here. */
interface Wire {
  bind(message: { portal: string; statement: string; values: readonly unknown[] }): void;
  execute(message: { portal: string; rows: number | undefined }): void;
  sync(): void;
}
interface DriversQuery {
  readonly text: string;
  prepare(wire: Wire): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
}
const DriversQuery = pg.Query as unknown as new (
  config: pg.QueryConfig & { queryMode: 'extended' },
  values: undefined,
  callback: Callback,
) => DriversQuery;

class BundledQuery extends DriversQuery {
  private readonly bundle: Bundle;
  private completed = 0;
  readonly answered: Promise<BundleResult>;

  constructor(bundle: Bundle) {
    const { promise, resolve, reject } = Promise.withResolvers<Results>();
    super({ ...bundle, queryMode: 'extended' }, undefined, (error, results) =>
      error ? reject(error) : resolve(results),
    );
    this.bundle = bundle;
    this.answered = promise.then(
      (results) => resultOf(bundle, [results].flat()),
      (error: Error) => {
        // The driver's own stack ends in its socket; this one leads to who sent the statement.
        Error.captureStackTrace(error);
        throw error;
      },
    );
  }

  /** The statement is done, and what the server says now is about the commit. */
  get isCommitting(): boolean {
    return this.bundle.commits && this.completed > Number(this.bundle.begins);
  }

  override prepare(wire: Wire): void {
    if (this.bundle.begins) run(wire, 'begin');
    super.prepare(wire);
  }

  /** Called by the driver in `prepare`, to end the message. */
  _getRows(wire: Wire): void {
    wire.execute({ portal: '', rows: undefined });
    if (this.bundle.commits) run(wire, 'commit');
    wire.sync();
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    this.completed += 1;
    super.handleCommandComplete(message, wire);
  }
}

function run(wire: Wire, statement: Edge): void {
  wire.bind({ portal: '', statement, values: [] });
  wire.execute({ portal: '', rows: undefined });
}

function resultOf({ begins, commits }: Bundle, results: pg.QueryResult[]): BundleResult {
  const statement = results[Number(begins)]!;
  return { statement, ending: commits ? results.at(-1)!.command : undefined };
}

/** A client of the driver's that sends bundles too. */
export class BundlingClient extends pg.Client {
  private readonly known = new Set<Edge>();
  private sent: BundledQuery | undefined;

  /** Whether this connection has prepared it, without which it cannot go with a statement. */
  knows(edge: Edge): boolean {
    return this.known.has(edge);
  }

  /** Sends it on its own, and prepares it. */
  async learn(edge: Edge): Promise<pg.QueryResult> {
    const result = await this.query({ name: edge, text: edge });
    this.known.add(edge);
    return result;
  }

  /** Whether what the server says now is about the commit in a bundle. */
  get isCommitting(): boolean {
    return this.sent?.isCommitting ?? false;
  }

  async bundle(query: pg.QueryConfig, edges: Edges): Promise<BundleResult> {
    if (!edges.begins && !edges.commits)
      return { statement: await this.query(query), ending: undefined };
    const bundled = new BundledQuery({ ...query, ...edges });
    this.sent = bundled;
    this.query(bundled as unknown as pg.Submittable);
    try {
      return await bundled.answered;
    } finally {
      this.sent = undefined;
    }
  }
}

export type TransactionClient = pg.ClientBase &
  Pick<BundlingClient, 'knows' | 'learn' | 'isCommitting' | 'bundle'>;
