/** What every scenario finds: people who are signed in, lines to ask for, the floor's connections. */
import pg from 'pg';
import pino from 'pino';
import { systemClock } from '../../server/src/foundation/clock.ts';
import { type Db, openDatabase } from '../../server/src/foundation/database.ts';
import type { AppContext } from '../../server/src/foundation/app-context.ts';
import { ADMIN } from './data-set/accounts.ts';
import type { Size } from './data-set/size.ts';
import { type Drawing, makeDrawing } from './drawing.ts';
import { connect } from './http.ts';
import { type Kept, PASSWORD } from './keep-data-set.ts';
import type { Product } from './product.ts';

export interface Person {
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

export interface Stage {
  readonly size: Size;
  readonly port: number;
  /** Whose processor time is counted. */
  readonly pids: { readonly node: number; readonly postgres: number };
  readonly drawing: Drawing;
  readonly admin: Person;
  /** Owners of 10,000 lines. */
  readonly large: readonly Person[];
  /** Owners of some dozen lines. */
  readonly sellers: readonly Person[];
  /** A reseller and one directly below. */
  readonly pair: readonly [Person, Person];
  /** IPTV lines that play. */
  readonly playing: readonly SoldLine[];
  readonly linesOfLarge: readonly SoldLine[];
  /** As much of a house as reading needs, on eight connections and no HTTP: the floor. */
  readonly floor: AppContext;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

const SELLERS = 200;
const FLOOR_CONNECTIONS = 8;

export async function setStage(kept: Kept, size: Size, { port, pid }: Product): Promise<Stage> {
  const { appUrl } = kept.embedded;
  const db = openDatabase({ url: appUrl, connections: FLOOR_CONNECTIONS });
  const clock = systemClock('America/Sao_Paulo');
  const floor = { db, clock, log: pino({ level: 'silent' }) } as unknown as AppContext;
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
    port,
    pids: { node: pid, postgres: kept.embedded.pid()! },
    drawing: makeDrawing(size.lines),
    admin: admin!,
    large,
    sellers,
    pair: [large[0]!, below!],
    playing: await findLines(
      db,
      `platform = 'iptv' and status = 1 and expires_at > now() + interval '2 hours'`,
    ),
    linesOfLarge: await findLines(db, `owner_id = ${large[0]!.id}`),
    floor,
    pool: db.pool,
    close: () => db.close(),
  };
}

/** Signs in over HTTP like anybody; eight at once, as the limit for one address is twenty. */
async function openSignIns(pool: pg.Pool, port: number) {
  return async (which: string, count: number): Promise<Person[]> => {
    const { rows } = await pool.query<Omit<Person, 'token'>>(
      `select a.id, a.username, w.id as wallet from (select * from accounts where ${which} limit ${count}) a
       left join wallets w on w.account_id = a.id and w.kind = 'balance'`,
    );
    const { ask, close } = connect(port, 8);
    const people: Person[] = [];
    const waiting = [...rows];
    const clerk = async (): Promise<void> => {
      for (let row = waiting.pop(); row; row = waiting.pop()) {
        const body = { username: row.username, password: PASSWORD };
        const answer = await ask({ method: 'POST', path: '/api/login', body });
        const { access_token: token } = JSON.parse(String(answer)) as { access_token: string };
        people.push({ ...row, token });
      }
    };
    await Promise.all(Array.from({ length: 8 }, clerk));
    close();
    return people.toSorted((a, b) => a.id - b.id);
  };
}

const SAMPLE = 5_000;

async function findLines(db: Db, which: string): Promise<SoldLine[]> {
  const { rows } = await db.pool.query<SoldLine>(
    `select id, username, password, note, whatsapp from lines where ${which} and deleted_at is null
     order by hashint8extended(id, 82) limit ${SAMPLE}`,
  );
  return rows;
}
