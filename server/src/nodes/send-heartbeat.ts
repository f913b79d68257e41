/**
 * Sends a heartbeat of this process every ten seconds. A process that ends cleanly deletes its
 * row. The row of a killed process remains, and shows since when it is missing.
 */
import { randomUUID } from 'node:crypto';
import { nodeRoles } from '@ramal/contract/operations/nodes';
import { version } from '@ramal/contract/version';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { getLoadMeter } from '../foundation/load/load-meter.ts';
import { type LogLine, readLogLines } from '../foundation/start/recent-log-lines.ts';
import { logDatabaseFailure } from '../foundation/unavailable.ts';
import { countWaiting } from '../outbox/outbox.ts';
import {
  addDatabasePresence,
  addNodePresence,
  type HeartbeatRow,
  writeHeartbeat,
  writeLogLines,
} from './heartbeats.sql.ts';

const HEARTBEAT_MS = 10_000;

export interface NodeHeartbeat {
  /** Reports that the process was requested to drain. */
  drain(): void;
  stop(): Promise<void>;
}

export async function startHeartbeat(
  ctx: AppContext,
  everyMs = HEARTBEAT_MS,
): Promise<NodeHeartbeat> {
  const { config, db, log } = ctx;
  const process = {
    id: randomUUID(),
    name: config.nodeName,
    roles: nodeRoles.filter((role) => config.roles.has(role)),
    version,
  };
  let isDraining = false;
  let signing = Promise.resolve();
  let writtenLines: readonly LogLine[] = [];

  async function sendHeartbeat(): Promise<void> {
    try {
      await recordHeartbeat(ctx, { ...process, isDraining });
      const lines = readLogLines(log);
      if (lines !== writtenLines) await recordLogLines(ctx, process.id, lines);
      writtenLines = lines;
    } catch (error) {
      logDatabaseFailure(log, error, 'a heartbeat was not written');
    }
  }

  const sendNextHeartbeat = () => (signing = signing.then(sendHeartbeat));
  await db.tx((tx) =>
    tx.run(sql`insert into versions (version) values (${version}) on conflict do nothing`),
  );
  await sendNextHeartbeat();
  const timer = setInterval(() => void sendNextHeartbeat(), everyMs).unref();
  return {
    drain: () => {
      isDraining = true;
      void sendNextHeartbeat();
    },
    stop: async () => {
      clearInterval(timer);
      await signing;
      await db
        .tx((tx) => tx.run(sql`delete from nodes where id = ${process.id}`))
        .catch((error: unknown) => logDatabaseFailure(log, error, 'a node was not signed off'));
    },
  };
}

type Identity = Pick<HeartbeatRow, 'id' | 'name' | 'roles' | 'version' | 'isDraining'>;

export async function recordHeartbeat(ctx: AppContext, identity: Identity): Promise<void> {
  const { db, replica } = ctx;
  const load = getLoadMeter(ctx).read();
  const queue = identity.roles.includes('worker') ? await countQueue(ctx) : null;
  const replicaLag = await replica?.behindBytes();
  await db.tx(async (tx) => {
    await tx.run(writeHeartbeat({ ...identity, ...load, queue }), 'prepared');
    await tx.run(addNodePresence(identity), 'prepared');
    await tx.run(addDatabasePresence(ctx, replicaLag !== undefined), 'prepared');
  });
}

export const recordLogLines = ({ db }: AppContext, id: string, lines: readonly LogLine[]) =>
  db.tx((tx) => tx.run(writeLogLines(id, lines)));

async function countQueue({ db, clock }: AppContext): Promise<number> {
  const jobs = await db.first<{ count: number }>(sql`select count_due_jobs() as count`);
  return jobs!.count + (await countWaiting(db, clock.now()));
}
