/** Tests a primary with a streaming standby, which also serves reads. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, createEmbeddedTestContext } from '../../test/context.ts';
import { startReplica } from '../../test/replica.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { EmbeddedPostgres } from '../foundation/postgres/embedded.ts';
import { type Replica, openReplica } from '../foundation/queries/replica.ts';
import { recordHeartbeat } from './send-heartbeat.ts';
import { listNodes } from './list-nodes.ts';

let ctx: TestContext;
let app: AppContext;
let folder: string;
let standby: EmbeddedPostgres;
let replica: Replica;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'ramal-standby-'));
  // PostgreSQL may run as another user, which must be able to enter this folder.
  await chmod(folder, 0o755);
  ctx = await createEmbeddedTestContext(path.join(folder, 'primary'));
  standby = await startReplica(ctx.embedded!.ownerUrl, path.join(folder, 'standby'));
  replica = openReplica({ url: standby.appUrl, primary: ctx.db, log: ctx.log });
  app = { ...ctx, replica };
});
afterAll(async () => {
  await replica.close();
  await standby.stop();
  await ctx.close();
  await rm(folder, { recursive: true });
});

const sign = () =>
  recordHeartbeat(app, {
    id: '7b0f5f2e-2e0a-4b8e-9d5f-0d9f6f2b7c11',
    name: 'painel-1',
    roles: ['panel'],
    version: '1.0.0',
    isDraining: false,
  });

const databases = async (role: string) =>
  (await listNodes(app)).databases.filter((database) => database.role === role);

it('shows a streaming standby as ready, and as lost after it stopped', async () => {
  await expect.poll(() => databases('standby')).toHaveLength(1);
  await ctx.owner.query(`insert into events (kind) values ('atraso')`);
  await sign();
  await expect
    .poll(() => databases('standby'))
    .toMatchObject([{ state: 'up', isReady: true, lagBytes: 0, lagSeconds: 0 }]);
  expect((await databases('standby'))[0]!.hours.at(-1)).toBe('up');
  expect(await databases('replica')).toMatchObject([{ state: 'up', lagBytes: expect.any(Number) }]);
  // A role that may not read statistics sees the standby without its details.
  await ctx.owner.query(`create role owner_without_statistics;
    grant usage on schema public to owner_without_statistics;
    grant create on schema public to owner_without_statistics;
    alter function read_standbys() owner to owner_without_statistics`);
  expect(await databases('standby')).toMatchObject([
    { state: 'unknown', isReady: false, lagBytes: null, lagSeconds: null },
  ]);
  await standby.stop();
  await expect
    .poll(() => databases('standby'))
    .toMatchObject([{ state: 'lost', isReady: false, seenAtTimestamp: expect.any(Number) }]);
  expect(await databases('replica')).toMatchObject([{ state: 'lost', lagBytes: null }]);
});
