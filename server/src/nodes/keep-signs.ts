/**
 * Sends a sign of life of this process every ten seconds. A process that ends cleanly deletes its
 * row. The row of a killed process remains, and shows since when it is missing.
 */
import { randomUUID } from 'node:crypto';
import { nodeRoles } from '@ramal/contract/operations/nodes';
import { version } from '@ramal/contract/version';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { getLoadMeter } from '../foundation/load/load-meter.ts';
import { logDatabaseFailure } from '../foundation/unavailable.ts';
import { countWaiting } from '../outbox/outbox.ts';
import { coverDatabases, coverNode, type NodeSign, writeSign } from './signs.sql.ts';

const SIGN_MS = 10_000;

export interface SignsOfLife {
  /** Reports that the process was requested to leave. */
  drain(): void;
  stop(): Promise<void>;
}

export async function keepSigns(ctx: AppContext, everyMs = SIGN_MS): Promise<SignsOfLife> {
  const { config, db, log } = ctx;
  const process = {
    id: randomUUID(),
    name: config.nodeName,
    roles: nodeRoles.filter((role) => config.roles.has(role)),
    version,
  };
  let isDraining = false;
  let signing = Promise.resolve();

  async function sign(): Promise<void> {
    try {
      await recordSign(ctx, { ...process, isDraining });
    } catch (error) {
      logDatabaseFailure(log, error, 'a sign of life was not written');
    }
  }

  const signNext = () => (signing = signing.then(sign));
  await db.tx((tx) =>
    tx.run(sql`insert into versions (version) values (${version}) on conflict do nothing`),
  );
  await signNext();
  const timer = setInterval(() => void signNext(), everyMs).unref();
  return {
    drain: () => {
      isDraining = true;
      void signNext();
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

type Identity = Pick<NodeSign, 'id' | 'name' | 'roles' | 'version' | 'isDraining'>;

export async function recordSign(ctx: AppContext, identity: Identity): Promise<void> {
  const { db, replica } = ctx;
  const load = getLoadMeter(ctx).read();
  const queue = identity.roles.includes('worker') ? await countQueue(ctx) : null;
  const replicaLag = await replica?.behindBytes();
  await db.tx(async (tx) => {
    await tx.run(writeSign({ ...identity, ...load, queue }), 'prepared');
    await tx.run(coverNode(identity), 'prepared');
    await tx.run(coverDatabases(ctx, replicaLag !== undefined), 'prepared');
  });
}

async function countQueue({ db, clock }: AppContext): Promise<number> {
  const jobs = await db.first<{ count: number }>(sql`select count_due_jobs() as count`);
  return jobs!.count + (await countWaiting(db, clock.now()));
}
