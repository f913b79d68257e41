/** The services that every module receives; nothing else is global. */
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db, Reader } from './database.ts';
import type { Replica } from './queries/replica.ts';
import type { Secrets } from './secrets.ts';

/** The PostgreSQL that came along, which runs in a folder of this machine. */
export interface EmbeddedServer {
  /** Of the superuser, in the panel's database. */
  readonly ownerUrl: string;
  /** Holds the cluster and, beside it, what is on its way to be archived. */
  readonly folder: string;
}

export interface AppContext {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly log: Logger;
  /** Undefined with a PostgreSQL of the operator's own (DATABASE_URL). */
  readonly embedded?: EmbeddedServer | undefined;
  /** Undefined without DATABASE_REPLICA_URL; use cases ask `reading(ctx)`. */
  readonly replica?: Replica | undefined;
}

/** For what only reads, wherever it reads from: nothing can be written with it. */
export type ReadingContext = Pick<AppContext, 'config' | 'clock' | 'log'> & { readonly db: Reader };
