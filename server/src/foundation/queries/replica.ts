/**
 * Reads that weigh much are answered by a streaming replica, where there is one (DATABASE_REPLICA_URL). It is
 * asked only once it knows all that had been written before: nobody misses what they have just done, and what an
 * account may see is as fresh as on the primary. Whatever goes wrong there is read from the primary.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import sql, { type Sql } from 'sql-template-tag';
import {
  type Db,
  type DatabaseOptions,
  type Plan,
  type Reader,
  isUnavailable,
  openDatabase,
} from '../database.ts';

export interface Replica {
  /** Of the replica once it knows all that was written before this call, else of the primary. */
  reader(): Promise<Reader>;
  /** Whether it answered when it was last asked. */
  serves(): boolean;
  /** Of the write-ahead log; unknown while it does not answer. */
  behindBytes(): Promise<number | undefined>;
  /** Reads that were meant for it, by who answered. */
  readonly reads: { readonly replica: number; readonly primary: number };
  close(): Promise<void>;
}

export interface ReplicaOptions extends Pick<DatabaseOptions, 'url' | 'role' | 'pooled'> {
  readonly primary: Db;
  readonly log: Logger;
  /** How long a read waits for it. */
  readonly timeoutMs?: number;
  /** So long one that failed is not asked. */
  readonly restMs?: number;
}

const LOOK_AGAIN_MS = 10;
/** A long export asks again whether it still knows all. */
const TRUSTED_FOR_MS = 5_000;
const ANSWER_TIMEOUT_MS = 10_000;

export function openReplica({
  primary,
  log,
  timeoutMs = 500,
  restMs = 5_000,
  ...options
}: ReplicaOptions): Replica {
  const db = openDatabase({ ...options, answerTimeoutMs: ANSWER_TIMEOUT_MS, isReadOnly: true });
  const reads = { replica: 0, primary: 0 };
  const timeout = () => pause(timeoutMs, NOT_YET, { ref: false });
  let isServing = true;
  let restsUntil = 0;

  function rest(reason: string): void {
    if (isServing) log.warn({ reason }, 'the replica does not serve, the primary is read');
    isServing = false;
    restsUntil = performance.now() + restMs;
  }

  async function knowsAllWritten(): Promise<boolean> {
    if (performance.now() < restsUntil) return false;
    const asking = writtenBy(primary).then((written) => whyNotYet(db, written, timeoutMs));
    const reason = await Promise.race([asking, timeout()]).catch(String);
    if (reason !== undefined) rest(reason);
    else if (!isServing) {
      log.info('the replica serves again');
      isServing = true;
    }
    return reason === undefined;
  }

  async function makeReader(): Promise<Reader> {
    let isTrusted = await knowsAllWritten();
    let askedAt = performance.now();

    async function many<Row>(query: Sql, plan?: Plan): Promise<Row[]> {
      if (isTrusted && performance.now() - askedAt > TRUSTED_FOR_MS) {
        isTrusted = await knowsAllWritten();
        askedAt = performance.now();
      }
      if (isTrusted) {
        try {
          const rows = await db.many<Row>(query, plan);
          reads.replica += 1;
          return rows;
        } catch (error) {
          isTrusted = false;
          if (isUnavailable(error)) rest(String(error));
        }
      }
      reads.primary += 1;
      return primary.many<Row>(query, plan);
    }
    return {
      many,
      first: async <Row>(query: Sql, plan?: Plan) => (await many<Row>(query, plan))[0],
    };
  }

  return {
    reader: makeReader,
    serves: () => isServing,
    behindBytes: async () => {
      const looking = writtenBy(primary).then((written) => placeOf(db, written));
      const place = await Promise.race([looking, timeout()]).catch(() => undefined);
      return typeof place === 'object' ? (place.behindBytes ?? undefined) : undefined;
    },
    reads,
    close: () => db.close(),
  };
}

interface Written {
  readonly lsn: string;
  /** Which cluster this is; copies of it have the same. */
  readonly system: string;
}

/** What is committed is flushed before its caller hears of it. */
const writtenBy = async (primary: Reader): Promise<Written> =>
  (await primary.first<Written>(
    sql`select pg_current_wal_flush_lsn()::text as lsn, system_identifier::text as system
      from pg_control_system()`,
    'prepared',
  ))!;

const NOT_YET = 'it is too far behind, or does not answer';

/** Undefined once it knows all. */
async function whyNotYet(
  db: Reader,
  written: Written,
  timeoutMs: number,
): Promise<string | undefined> {
  const until = performance.now() + timeoutMs;
  while (performance.now() < until) {
    const { isReplica, system, behindBytes } = await placeOf(db, written);
    if (!isReplica) return 'it is no replica';
    if (system !== written.system) return 'it is a replica of another server';
    if (behindBytes !== null && behindBytes <= 0) return undefined;
    await pause(LOOK_AGAIN_MS);
  }
  return NOT_YET;
}

interface Place {
  readonly isReplica: boolean;
  readonly system: string;
  /** Below zero where it knows more. */
  readonly behindBytes: number | null;
}

const placeOf = async (db: Reader, { lsn }: Written): Promise<Place> =>
  (await db.first<Place>(
    sql`select pg_is_in_recovery() as "isReplica", system_identifier::text as system,
        pg_wal_lsn_diff(${lsn}::pg_lsn, pg_last_wal_replay_lsn())::float8 as "behindBytes"
      from pg_control_system()`,
    'prepared',
  ))!;

/** Adds the measures of the replica. */
export const measureReplica =
  (replica: Replica | undefined) =>
  (registry: Registry): void => {
    if (!replica) return;
    const registers = [registry];
    new Gauge({
      name: 'ramal_replica_serves',
      help: 'Whether the replica answered when it was last asked',
      registers,
      collect() {
        this.set(replica.serves() ? 1 : 0);
      },
    });
    new Gauge({
      name: 'ramal_replica_behind_bytes',
      help: 'Bytes of the write-ahead log that the replica does not know yet',
      registers,
      async collect() {
        const behindBytes = await replica.behindBytes();
        this.set(behindBytes === undefined ? Number.NaN : Math.max(0, behindBytes));
      },
    });
    new Counter({
      name: 'ramal_replica_reads_total',
      help: 'Reads that were meant for the replica, by who answered',
      labelNames: ['by'],
      registers,
      collect() {
        this.reset();
        this.inc({ by: 'replica' }, replica.reads.replica);
        this.inc({ by: 'primary' }, replica.reads.primary);
      },
    });
  };
