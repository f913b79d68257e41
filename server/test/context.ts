/**
 * App context for tests. It has a database that is cloned from a migrated one, the real panel
 * server, and a clock that the test moves. Only the time is simulated. Human verification is off,
 * unless a test turns it on.
 */
import { randomUUID } from 'node:crypto';
import type { WireAnswer, Endpoint, RequestOf } from '@ramal/contract/api/endpoint';
import type { ErrorBody } from '@ramal/contract/api/errors';
import type { OnWire } from '@ramal/contract/api/wire-names';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { json } from 'node:stream/consumers';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { setPhoneReader } from '@ramal/contract/rules/phone';
import { phoneReaderFor } from '@ramal/contract/rules/phone-numbers';
import { inject } from 'vitest';
import { makePanelServer } from '../src/app.ts';
import type { Clock } from '../src/foundation/clock.ts';
import { type Config, readConfig } from '../src/foundation/config.ts';
import { openDatabase } from '../src/foundation/database.ts';
import type { AppContext } from '../src/foundation/app-context.ts';
import { migrate } from '../src/foundation/migrate.ts';
import { startEmbedded } from '../src/foundation/postgres/embedded.ts';
import { secretsFrom } from '../src/foundation/secrets.ts';

interface MovableClock extends Clock {
  set(iso: string): void;
  forward(ms: number): void;
}

export interface TestContext extends AppContext {
  readonly clock: MovableClock;
  readonly server: FastifyInstance;
  /** Connection as the owner of the schema, which may change and read any row. */
  readonly owner: pg.Pool;
  close(): Promise<void>;
}

/** Noon in São Paulo. */
export const TODAY = '2026-11-21T15:00:00Z';

export async function createTestContext(env: Record<string, string> = {}): Promise<TestContext> {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await cloneDatabase(name);
  return openTestContext(
    // This folder for backups does not exist, so that a test never finds the backups of another
    // test.
    { RAMAL_BACKUP_FOLDER: path.join(os.tmpdir(), name), ...env },
    {
      ownerUrl: inDatabase(inject('ownerUrl'), name),
      appUrl: inDatabase(inject('appUrl'), name),
    },
    () => dropDatabase(name),
  );
}

/**
 * Creates a context with its own embedded PostgreSQL in the data folder. The log of this PostgreSQL
 * can be archived.
 */
export async function createEmbeddedTestContext(
  dataFolder: string,
  env: Record<string, string> = {},
): Promise<TestContext> {
  const folder = path.join(dataFolder, 'postgres');
  const server = await startEmbedded({ folder, archives: true, fsync: false });
  await migrate(server.ownerUrl);
  const { ownerUrl, appUrl } = server;
  const embedded = { ownerUrl, folder };
  const settings = { RAMAL_DATA: dataFolder, ...env };
  return openTestContext(settings, { ownerUrl, appUrl, embedded }, () => server.stop());
}

async function openTestContext(
  env: Record<string, string>,
  urls: Pick<AppContext, 'embedded'> & { readonly ownerUrl: string; readonly appUrl: string },
  closeDatabase: () => Promise<void>,
): Promise<TestContext> {
  const config: Config = {
    ...readConfig({
      RAMAL_CAPTCHA: 'off',
      RAMAL_LOG: 'error',
      RAMAL_MAX_REQUESTS: '0',
      RAMAL_TEST_PAYMENTS: '1',
      RAMAL_GRANT_HOLDERS: '',
      // Address that rejects every connection immediately. Tests must not send requests to the
      // internet.
      RAMAL_TMDB_URL: 'http://127.0.0.1:9',
      RAMAL_NAMESILO_URL: 'http://127.0.0.1:9',
      RAMAL_CLOUDFLARE_URL: 'http://127.0.0.1:9',
      RAMAL_POWERDNS_URL: 'http://127.0.0.1:9',
      RAMAL_TELEGRAM_URL: 'http://127.0.0.1:9',
      RAMAL_WHATSAPP_URL: 'http://127.0.0.1:9',
      ...env,
    }),
    // The check of the event loop is off, because it would make tests fail on a busy machine.
    maxEventLoopDelayMs: 0,
  };
  setPhoneReader(phoneReaderFor(config.country));
  const ctx: AppContext & { clock: MovableClock } = {
    config,
    db: openDatabase({ url: urls.appUrl, connections: 16 }),
    clock: movableClock(config.timeZone),
    secrets: secretsFrom(Buffer.alloc(32, 7)),
    log: pino({ level: config.logLevel }),
    embedded: urls.embedded,
  };
  const owner = new pg.Pool({ connectionString: urls.ownerUrl, max: 4 });
  owner.on('error', () => {});
  const server = await makePanelServer(ctx);
  const close = async () => {
    await server.close();
    await ctx.db.close();
    await owner.end();
    await closeDatabase();
  };
  return { ...ctx, server, owner, close };
}

function movableClock(timeZone: string): MovableClock {
  let at = Date.parse(TODAY);
  return {
    now: () => new Date(at),
    timeZone,
    set: (iso) => {
      at = Date.parse(iso);
    },
    forward: (ms) => {
      at += ms;
    },
  };
}

const inDatabase = (url: string, name: string): string =>
  url.replace(/\/ramal(?=\?|$)/, `/${name}`);

/** Connection that creates and drops databases. The test files of a worker share it. */
let maintenance: pg.Pool | undefined;

async function asOwner(text: string): Promise<void> {
  maintenance ??= openMaintenance();
  await maintenance.query(text);
}

function openMaintenance(): pg.Pool {
  const connectionString = inDatabase(inject('ownerUrl'), 'postgres');
  const pool = new pg.Pool({
    connectionString,
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  });
  // The server may stop before the worker.
  pool.on('error', () => {});
  return pool;
}

/** Copies the files of the template. A copy through the log takes twice the processor time. */
const cloneDatabase = (name: string) =>
  asOwner(`create database ${name} template ramal strategy file_copy`);
const dropDatabase = (name: string) => asOwner(`drop database if exists ${name} with (force)`);

export interface TestResponse<T> {
  readonly status: number;
  readonly headers: Record<string, string | string[] | number | undefined>;
  /**
   * Body as the contract types it for status 200. For other statuses, it contains the fields of an
   * error.
   */
  readonly body: T & Partial<ErrorBody>;
}

export interface CallOptions {
  readonly token?: string | undefined;
  readonly key?: string;
  readonly address?: string;
  readonly headers?: Record<string, string>;
}

async function beginning<T>(response: LightMyRequestResponse): Promise<TestResponse<T>> {
  const { statusCode: status, headers } = response;
  const stream = response.stream();
  if (status !== 200)
    return { status, headers, body: (await json(stream)) as T & Partial<ErrorBody> };
  stream.destroy();
  return { status, headers, body: {} as T & Partial<ErrorBody> };
}

type AnySent = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** The file of an upload call, sent unchanged. */
  file?: Buffer | string;
};

export async function call<E extends Endpoint>(
  ctx: { server: FastifyInstance },
  endpoint: E,
  sent: OnWire<RequestOf<E>> | AnySent,
  as: CallOptions = {},
): Promise<TestResponse<WireAnswer<E>>> {
  const { params = {}, query = {}, body, file } = sent as AnySent;
  const url = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const payload =
    endpoint.action === undefined ? body : { action: endpoint.action, ...(body as object) };
  const response = await ctx.server.inject({
    // A stream of events does not end, so the test reads only its beginning.
    payloadAsStream: endpoint.events ?? false,
    method: endpoint.method,
    url,
    query: Object.fromEntries(Object.entries(query).map(([k, v]) => [k, String(v)])),
    remoteAddress: as.address ?? '203.0.113.7',
    headers: {
      ...(as.token ? { authorization: `Bearer ${as.token}` } : {}),
      ...(as.key ? { 'idempotency-key': as.key } : {}),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...(file === undefined ? {} : { 'content-type': 'application/octet-stream' }),
      ...as.headers,
    },
    ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
    ...(file === undefined ? {} : { payload: file }),
  });
  if (endpoint.events) return beginning(response);
  const isFile = endpoint.download && response.statusCode === 200;
  return {
    status: response.statusCode,
    headers: response.headers,
    body: (isFile ? response.rawPayload : response.json()) as TestResponse<WireAnswer<E>>['body'],
  };
}
