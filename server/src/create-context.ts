/**
 * Creates the app context from a configuration: the database (embedded or external), its schema,
 * the keys and the first admin. `npm start`, the demo, the admin command and the tests use it.
 */
import path from 'node:path';
import { setPhoneReader } from '@ramal/contract/rules/phone';
import { phoneReaderFor } from '@ramal/contract/rules/phone-numbers';
import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from './foundation/config.ts';
import { type Db, openDatabase } from './foundation/database.ts';
import { keepLogLines } from './foundation/start/recent-log-lines.ts';
import type { AppContext, EmbeddedServer } from './foundation/app-context.ts';
import { openLogFile } from './foundation/start/log-file.ts';
import { databaseClocks, keepDatabaseTime } from './foundation/queries/database-clock.ts';
import { type Replica, openReplica } from './foundation/queries/replica.ts';
import { startEmbedded } from './foundation/postgres/embedded.ts';
import { finishExchange } from './foundation/postgres/exchange-data.ts';
import { requireInstallationKey } from './foundation/start/installation-key.ts';
import {
  databaseChecks,
  machineChecks,
  readDatabaseFacts,
  requireAll,
} from './foundation/start/start-checks.ts';
import { loadSecrets } from './foundation/secrets.ts';
import { alignTimeZone } from './lines/lines.ts';
import { type Upgrade, upgradeSchema } from './upgrades/upgrades.ts';

export interface OpenContext {
  readonly ctx: AppContext;
  /**
   * Connection string of the owner. Only the worker's queue and migrations use it. All other code
   * uses `ctx.db`.
   */
  readonly ownerUrl: string;
  /** Upgrade that this start performed. Undefined if no upgrade was necessary. */
  readonly upgrade: Upgrade | undefined;
  readonly close: () => Promise<void>;
}

/**
 * Fields that are not written to the log. Error details of PostgreSQL contain the rejected row,
 * which may include passwords.
 */
const SECRET = ['req.headers.authorization', 'password', 'code', 'err.detail', 'err.where'];

export const createLogger = (
  { logLevel, logFile }: Pick<Config, 'logLevel'> & Partial<Pick<Config, 'logFile'>>,
  to: DestinationStream = logFile === undefined ? pino.destination(1) : openLogFile(logFile),
): Logger => keepLogLines((hooks) => pino({ level: logLevel, redact: SECRET, ...hooks }, to));

export async function createContext(
  config: Config,
  log: Logger = createLogger(config),
  /** Ports that the caller will open. */
  ports: readonly number[] = [],
): Promise<OpenContext> {
  setPhoneReader(phoneReaderFor(config.country));
  await requireAll(machineChecks, { config, ports });
  const database = await connectDatabase(config, log);
  try {
    await requireAll(databaseChecks, await readDatabaseFacts(database.ownerUrl));
    const { ownerUrl, embedded } = database;
    const upgrade = await upgradeSchema({ config, ownerUrl, embedded, log });
    const db = openDatabase({
      url: database.appUrl,
      role: database.role,
      pooled: config.databasePooled,
      directUrl: config.databaseDirectUrl,
      log,
    });
    await alignTimeZone(database.ownerUrl, config.timeZone);
    const secrets = await loadSecrets(config.secret, config.dataFolder);
    await requireInstallationKey(db, secrets);
    const clock = await keepDatabaseTime(config.timeZone, log, databaseClocks(db));
    const replica = connectReplica(config, db, log);
    const ctx: AppContext = { config, db, clock, secrets, log, embedded, replica };
    const close = async () => {
      clock.stop();
      await replica?.close();
      await db.close();
      await database.stop();
    };
    return { ctx, ownerUrl, upgrade, close };
  } catch (error) {
    // Logs a failed stop without throwing it, because the operator needs the original error of the
    // start.
    await database.stop().catch((err: unknown) => log.warn({ err }, 'PostgreSQL did not stop'));
    throw error;
  }
}

interface ConnectedDatabase {
  readonly ownerUrl: string;
  readonly appUrl: string;
  /**
   * Role that the app's connections assume after sign-in. Undefined if the login of `appUrl` needs
   * no other role.
   */
  readonly role: string | undefined;
  readonly embedded: EmbeddedServer | undefined;
  readonly stop: () => Promise<void>;
}

export const embeddedFolder = ({ dataFolder }: Pick<Config, 'dataFolder'>): string =>
  path.join(dataFolder, 'postgres');

export async function connectDatabase(config: Config, log: Logger): Promise<ConnectedDatabase> {
  if (config.databaseUrl) {
    return {
      ownerUrl: config.databaseDirectUrl ?? config.databaseUrl,
      appUrl: config.databaseUrl,
      role: config.databasePooled && !config.databaseDirectUrl ? undefined : 'ramal_app',
      embedded: undefined,
      stop: async () => {},
    };
  }
  const folder = embeddedFolder(config);
  await finishExchange(folder);
  const embedded = await startEmbedded({
    folder,
    archives: true,
    log: (line) => log.info(line),
  });
  return {
    ownerUrl: embedded.ownerUrl,
    appUrl: embedded.appUrl,
    role: undefined,
    embedded: { ownerUrl: embedded.ownerUrl, folder },
    stop: () => embedded.stop(),
  };
}

const connectReplica = (
  { replicaUrl, databasePooled }: Config,
  primary: Db,
  log: Logger,
): Replica | undefined =>
  replicaUrl === undefined
    ? undefined
    : openReplica({
        url: replicaUrl,
        role: databasePooled ? undefined : 'ramal_app',
        pooled: databasePooled,
        primary,
        log,
      });
