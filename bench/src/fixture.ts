/**
 * The data of every scenario: signed-in accounts, lines for requests, and database connections
 * without HTTP.
 */
import pg from 'pg';
import pino from 'pino';
import { systemClock } from '../../server/src/foundation/clock.ts';
import { type Db, openDatabase } from '../../server/src/foundation/database.ts';
import type { AppContext } from '../../server/src/foundation/app-context.ts';
import { ADMIN } from './data-set/accounts.ts';
import type { Size } from './data-set/size.ts';
import { type Random, createRandom } from './random.ts';
import { connect } from './http.ts';
import { passHumanCheck } from './human-check.ts';
import { type DataSet, PASSWORD } from './open-data-set.ts';
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

export interface Fixture {
  readonly size: Size;
  /** Seconds of one round. */
  readonly seconds: number;
  readonly port: number;
  /** Processes whose processor time is measured. */
  readonly pids: { readonly node: number; readonly postgres: number };
  readonly random: Random;
  readonly admin: Account;
  /** Owners of 10,000 lines each. */
  readonly large: readonly Account[];
  /** Owners of a few dozen lines each. */
  readonly sellers: readonly Account[];
  /** A reseller and one of its direct children. */
  readonly pair: readonly [Account, Account];
  /** IPTV lines that may play now. */
  readonly playing: readonly SoldLine[];
  readonly linesOfLarge: readonly SoldLine[];
  /** The part of the app context that reads need, with eight connections and without HTTP. */
  readonly app: AppContext;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

const SELLERS = 200;
const CONNECTIONS = 8;

export async function createFixture(
  dataSet: DataSet,
  size: Size,
  { port, pid }: ServerProcess,
  seconds: number,
): Promise<Fixture> {
  const { appUrl } = dataSet.embedded;
  const db = openDatabase({ url: appUrl, connections: CONNECTIONS });
  const clock = systemClock('America/Sao_Paulo');
  const app = { db, clock, log: pino({ level: 'silent' }) } as unknown as AppContext;
  const signIn = await openSignIns(db.pool, port);
  const [admin] = await signIn(`username = '${ADMIN}'`, 1);
  const large = await signIn(`id between 2 and ${1 + size.largeOwners}`, size.largeOwners);
  const sellers = await signIn(
    `id > ${1 + size.largeOwners} order by hashint8extended(id, 81)`,
    SELLERS,
  );
  const [below] = await signIn(`parent_id = ${large[0]!.id}`, 1);
  return {
    size,
    seconds,
    port,
    pids: { node: pid, postgres: dataSet.embedded.pid()! },
    random: createRandom(size.lines),
    admin: admin!,
    large,
    sellers,
    pair: [large[0]!, below!],
    playing: await findLines(
      db,
      `platform = 'iptv' and status = 1 and expires_at > now() + interval '2 hours'`,
    ),
    linesOfLarge: await findLines(db, `owner_id = ${large[0]!.id}`),
    app,
    pool: db.pool,
    close: () => db.close(),
  };
}

/** Signs in over HTTP with eight accounts at once, because the limit for one address is twenty. */
async function openSignIns(pool: pg.Pool, port: number) {
  return async (where: string, count: number): Promise<Account[]> => {
    const { rows } = await pool.query<Omit<Account, 'token'>>(
      `select a.id, a.username, w.id as wallet from (select * from accounts where ${where} limit ${count}) a
       left join wallets w on w.account_id = a.id and w.kind = 'balance'`,
    );
    const { send, close } = connect(port, 8);
    const people: Account[] = [];
    const queue = [...rows];
    const signInNext = async (): Promise<void> => {
      for (let row = queue.pop(); row; row = queue.pop()) {
        const check = await passHumanCheck(send);
        const body = { username: row.username, password: PASSWORD, ...check };
        const answer = await send({ method: 'POST', path: '/api/login', body });
        const { access_token: token } = JSON.parse(String(answer)) as { access_token: string };
        people.push({ ...row, token });
      }
    };
    await Promise.all(Array.from({ length: 8 }, signInNext));
    close();
    return people.toSorted((a, b) => a.id - b.id);
  };
}

const SAMPLE = 5_000;

async function findLines(db: Db, where: string): Promise<SoldLine[]> {
  const { rows } = await db.pool.query<SoldLine>(
    `select id, username, password, note, whatsapp from lines where ${where} and deleted_at is null
     order by hashint8extended(id, 82) limit ${SAMPLE}`,
  );
  return rows;
}
