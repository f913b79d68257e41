/**
 * Sends expensive reads to a streaming replica, if there is one (DATABASE_REPLICA_URL). A read uses
 * the replica only after the replica has received all earlier writes. Callers therefore see their
 * own changes, and permissions are as current as on the primary. If the replica fails, the primary
 * answers.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import sql, { type Sql } from 'sql-template-tag';
import {
  type Db,
  type DatabaseOptions,
  type StatementMode,
  type Reader,
  isUnavailable,
  openDatabase,
} from '../database.ts';

export interface Replica {
  /**
   * Returns a reader of the replica once it has received all earlier writes. Otherwise returns a
   * reader of the primary.
   */
  reader(): Promise<Reader>;
  /**
   * Reads the current state of the replica, which may lack the newest writes. Used for reads that
   * cannot wait until a new primary is available.
   */
  readonly snapshot: Reader;
  /** True if the replica was usable at the last check. */
  serves(): boolean;
  /** Lag in bytes of the write-ahead log. Undefined while the replica does not answer. */
  behindBytes(): Promise<number | undefined>;
  /**
   * Numbers of reads that the replica should answer: those that the replica answered, and those
   * that the primary answered instead.
   */
  readonly reads: { readonly replica: number; readonly primary: number };
  close(): Promise<void>;
}

interface ReplicaOptions extends Pick<DatabaseOptions, 'url' | 'role' | 'pooled'> {
  readonly primary: Db;
  readonly log: Logger;
  /** Maximum time in milliseconds for which a read waits for the replica. */
  readonly timeoutMs?: number;
  /** Time in milliseconds for which a failed replica is not used. */
  readonly restMs?: number;
}

const POLL_MS = 10;
/** Time in milliseconds after which a long export checks again that the replica is current. */
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
    const asking = writtenBy(primary).then((written) => findReplicaProblem(db, written, timeoutMs));
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
    let trustedAt = performance.now();

    async function many<Row>(query: Sql, plan?: StatementMode): Promise<Row[]> {
      if (isTrusted && performance.now() - trustedAt > TRUSTED_FOR_MS) {
        isTrusted = await knowsAllWritten();
        trustedAt = performance.now();
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
      first: async <Row>(query: Sql, plan?: StatementMode) => (await many<Row>(query, plan))[0],
    };
  }

  return {
    reader: makeReader,
    snapshot: db,
    serves: () => isServing,
    behindBytes: async () => {
      const reading = writtenBy(primary).then((written) => readReplicaPosition(db, written));
      const position = await Promise.race([reading, timeout()]).catch(() => undefined);
      return typeof position === 'object' ? (position.behindBytes ?? undefined) : undefined;
    },
    reads,
    close: () => db.close(),
  };
}

interface WrittenPosition {
  readonly lsn: string;
  /** Identifier of the cluster. All copies of a cluster have the same identifier. */
  readonly system: string;
}

/**
 * Returns the position of the last write. A commit is flushed before its caller receives the
 * result, so the flush position covers it.
 */
const writtenBy = async (primary: Reader): Promise<WrittenPosition> =>
  (await primary.first<WrittenPosition>(
    sql`select pg_current_wal_flush_lsn()::text as lsn, system_identifier::text as system
      from pg_control_system()`,
    'prepared',
  ))!;

const NOT_YET = 'it is too far behind, or does not answer';

/**
 * Returns the reason why the replica is not current. Waits up to `timeoutMs`, and returns undefined
 * when the replica has received all written data.
 */
async function findReplicaProblem(
  db: Reader,
  written: WrittenPosition,
  timeoutMs: number,
): Promise<string | undefined> {
  const until = performance.now() + timeoutMs;
  while (performance.now() < until) {
    const { isReplica, system, behindBytes } = await readReplicaPosition(db, written);
    if (!isReplica) return 'it is no replica';
    if (system !== written.system) return 'it is a replica of another server';
    if (behindBytes !== null && behindBytes <= 0) return undefined;
    await pause(POLL_MS);
  }
  return NOT_YET;
}

interface ReplicaPosition {
  readonly isReplica: boolean;
  readonly system: string;
  /**
   * Bytes by which the replica is behind the requested position; negative if it is ahead. Null if
   * it has replayed nothing.
   */
  readonly behindBytes: number | null;
}

const readReplicaPosition = async (
  db: Reader,
  { lsn }: WrittenPosition,
): Promise<ReplicaPosition> =>
  (await db.first<ReplicaPosition>(
    sql`select pg_is_in_recovery() as is_replica, system_identifier::text as system,
        pg_wal_lsn_diff(${lsn}::pg_lsn, pg_last_wal_replay_lsn())::float8 as behind_bytes
      from pg_control_system()`,
    'prepared',
  ))!;

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
