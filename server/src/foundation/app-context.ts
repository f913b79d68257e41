/** Services that every module receives as a parameter. */
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db, Reader } from './database.ts';
import type { Replica } from './queries/replica.ts';
import type { Secrets } from './secrets.ts';

/** The embedded PostgreSQL, which runs in a folder of this machine. */
export interface EmbeddedServer {
  /** URL with which the superuser connects to the panel's database. */
  readonly ownerUrl: string;
  /** Folder of the cluster and of the files that wait to be archived. */
  readonly folder: string;
}

export interface AppContext {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly log: Logger;
  /** Embedded PostgreSQL. Undefined if the operator provides a PostgreSQL (DATABASE_URL). */
  readonly embedded?: EmbeddedServer | undefined;
  /**
   * Replica for expensive reads. Undefined without DATABASE_REPLICA_URL. Use cases get a reader of
   * the replica by `toReadingContext(ctx)`.
   */
  readonly replica?: Replica | undefined;
}

/** Context for work that only reads, on the primary or on the replica. It cannot write. */
export type ReadingContext = Pick<AppContext, 'config' | 'clock' | 'log'> & { readonly db: Reader };
