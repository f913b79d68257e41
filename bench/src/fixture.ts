/**
 * Data that the scenarios share: signed-in accounts, lines for requests, and database connections
 * for measurements without HTTP.
 */
import pg from 'pg';
import pino from 'pino';
import { systemClock } from '../../server/src/foundation/clock.ts';
import { openDatabase } from '../../server/src/foundation/database.ts';
import type { AppContext } from '../../server/src/foundation/app-context.ts';
import { seeded } from '../../server/test/seeded.ts';
import { ADMIN } from './data-set/accounts.ts';
import { type DataSet, PASSWORD } from './data-set/open.ts';
import { connect, passHumanCheck } from './http.ts';
import type { ServerProcess } from './server.ts';

export interface Account {
  readonly id: number;
  readonly username: string;
  readonly wallet: number;
  readonly token: string;
}

export interface SoldLine {
  readonly id: number;
  readonly username: string;
  readonly password: string;
  readonly note: string;
  readonly whatsapp: string | null;
}

export type Fixture = Awaited<ReturnType<typeof createFixture>>;

const SELLERS = 200;
const CONNECTIONS = 8;
const LINES = 5_000;

export async function createFixture(
  { size, embedded }: DataSet,
  { port, pid }: ServerProcess,
  seconds: number,
) {
  const db = openDatabase({ url: embedded.appUrl, connections: CONNECTIONS });
  const { pool } = db;
  const clock = systemClock('America/Sao_Paulo');
  const readRows = <T extends pg.QueryResultRow>(text: string): Promise<T[]> =>
    pool.query<T>(text).then(({ rows }) => rows);
  const signIn = async (where: string, count: number): Promise<Account[]> => {
    const accounts = await readRows<Omit<Account, 'token'>>(
      `select a.id, a.username, w.id as wallet from (select * from accounts where ${where} limit ${count}) a
       left join wallets w on w.account_id = a.id and w.kind = 'balance' order by a.id`,
    );
    return signInAll(port, accounts);
  };
  const findLines = (where: string) =>
    readRows<SoldLine>(
      `select id, username, password, note, whatsapp from lines where ${where} and deleted_at is null
       order by hashint8extended(id, 82) limit ${LINES}`,
    );
  const [admin] = await signIn(`username = '${ADMIN}'`, 1);
  const large = await signIn(`id between 2 and ${1 + size.largeOwners}`, size.largeOwners);
  const [child] = await signIn(`parent_id = ${large[0]!.id}`, 1);
  return {
    size,
    /** Duration of one measurement round in seconds. */
    seconds,
    port,
    /** Processes whose processor time is measured. */
    pids: { node: pid, postgres: embedded.pid()! },
    random: createRandom(size.lines),
    admin: admin!,
    /** Owners of `size.linesOfLarge` lines each. */
    large,
    /** Owners of a few dozen lines each. */
    sellers: await signIn(
      `id > ${1 + size.largeOwners} order by hashint8extended(id, 81)`,
      SELLERS,
    ),
    /** A reseller and one of its direct children. */
    pair: [large[0]!, child!] as const,
    /** IPTV lines that are active during the whole run. */
    playing: await findLines(
      `platform = 'iptv' and status = 1 and expires_at > now() + interval '2 hours'`,
    ),
    linesOfLarge: await findLines(`owner_id = ${large[0]!.id}`),
    /** App context with only the parts that read functions use. */
    app: { db, clock, log: pino({ level: 'silent' }) } as unknown as AppContext,
    pool,
    close: () => db.close(),
  };
}

/**
 * Signs in at most eight accounts at the same time. The server rejects an address with more than
 * twenty failed or unfinished sign-ins.
 */
async function signInAll(
  port: number,
  accounts: readonly Omit<Account, 'token'>[],
): Promise<Account[]> {
  const { send, call, close } = connect([port], 8);
  const signedIn = accounts.map(async (account) => {
    const body = {
      username: account.username,
      password: PASSWORD,
      ...(await passHumanCheck(send)),
    };
    const session = { method: 'POST', path: '/api/login', body } as const;
    return { ...account, token: (await call<{ access_token: string }>(session)).access_token };
  });
  return Promise.all(signedIn).finally(close);
}

/**
 * Returns a pseudo-random generator with a fixed seed, so that two runs send the same requests.
 */
function createRandom(seed: number) {
  const next = seeded(seed);
  const below = (count: number): number => Math.floor(next() * count);
  return { below, from: <T>(items: readonly T[]): T => items[below(items.length)]! };
}
