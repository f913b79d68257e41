/**
 * Interface of a run on the data set. Each run declares the server that it needs, and prints its
 * own rows.
 */
import type { DataSet } from './data-set/open.ts';
import type { Fixture } from './fixture.ts';
import type { BenchOptions } from './options.ts';
import type { ServerProcess } from './server.ts';

export interface Run {
  readonly roles?: string;
  /** Environment of the server. */
  readonly env?: Record<string, string>;
  /** Settings of PostgreSQL. */
  readonly settings?: Record<string, string>;
  readonly run: (bench: Bench) => Promise<void>;
}

export interface Bench {
  readonly fixture: Fixture;
  readonly dataSet: DataSet;
  readonly server: ServerProcess;
  /** Stops the server as an operator does, and starts it again on another port. */
  readonly restart: () => Promise<ServerProcess>;
  readonly options: BenchOptions;
  /** Folder for the results. */
  readonly root: string;
}
