/**
 * Sends a statement in one message with the `begin` before it or the `commit` after it, which saves
 * a round trip. After an error PostgreSQL skips the rest of the message, so a failed statement is
 * never committed. The driver has no function for this. This module therefore extends the driver's
 * query class and adds messages to the connection.
 */
import pg from 'pg';

/**
 * Begin or end of a transaction. Each is prepared once on a connection, under a name equal to its
 * text.
 */
export type Edge = 'begin' | 'commit';

interface Edges {
  readonly begins: boolean;
  readonly commits: boolean;
}

type Bundle = pg.QueryConfig & Edges;

export interface BundleResult {
  readonly statement: pg.QueryResult;
  /**
   * Command tag of the commit: COMMIT, or ROLLBACK if a statement failed before and its error was
   * ignored.
   */
  readonly ending: string | undefined;
}

type Results = pg.QueryResult | pg.QueryResult[];
type Callback = (error: Error | null, results: Results) => void;

/**
 * Messages that the driver's connection can send. Only the ones that are used here are declared.
 */
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
        // The driver's stack contains only its socket. The new stack shows the caller that sent the
        // statement.
        Error.captureStackTrace(error);
        throw error;
      },
    );
  }

  /**
   * True if the statement is complete, so that the next messages of the server belong to the
   * commit.
   */
  get isCommitting(): boolean {
    return this.bundle.commits && this.completed > Number(this.bundle.begins);
  }

  override prepare(wire: Wire): void {
    if (this.bundle.begins) run(wire, 'begin');
    super.prepare(wire);
  }

  /** Ends the message. The driver calls this method at the end of `prepare`. */
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

/** The part of the driver's connection that announces the columns of a result. */
interface RowWire {
  on(
    event: 'rowDescription',
    listener: (message: { readonly fields: { name: string }[] }) => void,
  ): void;
}

const camelCaseNames = new Map<string, string>();

/** Converts `owner_id` to `ownerId`. */
export function toCamelCase(column: string): string {
  const cached = camelCaseNames.get(column);
  if (cached !== undefined) return cached;
  const name = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  // The cache has no limit, because only the columns that the code names occur.
  camelCaseNames.set(column, name);
  return name;
}

/**
 * A client of the driver that can also send bundles. Columns are snake_case in SQL and camelCase in
 * code: they are renamed once for each result, before the driver builds its rows.
 */
export class BundlingClient extends pg.Client {
  private readonly known = new Set<Edge>();
  private sent: BundledQuery | undefined;

  constructor(config?: pg.ClientConfig) {
    super(config);
    // This listener runs before the listener that the driver adds in `connect`.
    const { connection } = this as unknown as { readonly connection: RowWire };
    connection.on('rowDescription', ({ fields }) => {
      for (const field of fields) field.name = toCamelCase(field.name);
    });
  }

  /** True if this connection has prepared the edge, which a bundle requires. */
  knows(edge: Edge): boolean {
    return this.known.has(edge);
  }

  /** Sends the edge separately and prepares it. */
  async learn(edge: Edge): Promise<pg.QueryResult> {
    const result = await this.query({ name: edge, text: edge });
    this.known.add(edge);
    return result;
  }

  /** True while the server's messages concern the commit of a bundle. */
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
