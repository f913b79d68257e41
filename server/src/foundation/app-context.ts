/** The services that every module receives; nothing else is global. */
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './database.ts';
import type { Secrets } from './secrets.ts';

export interface AppContext {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly log: Logger;
}
