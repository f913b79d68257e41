/**
 * Tests that every file in a remote store is read once in thirty days. One changed byte must be
 * detected.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { saveBackupKey, viewBackups } from '@ramal/contract/operations/backups';
import { DAY_MS } from '@ramal/contract/rules/durations';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, person, session } from '../../test/accounts.ts';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { makeBackup } from './make-backup.ts';
import { readBack } from './read-back.ts';

const DAYS = 30;

let ctx: TestContext;
let admin: Person;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'ramal-readings-'));
  ctx = await createTestContext({
    RAMAL_DATA: folder,
    RAMAL_BACKUP_FOLDER: path.join(folder, 'here'),
    RAMAL_BACKUP_REMOTE_1: path.join(folder, 'there'),
    RAMAL_BACKUP_KEEP: '60 0 0',
  });
  admin = await person(ctx, { profile: 'admin' });
  const recipient = await identityToRecipient(await generateX25519Identity());
  await call(ctx, saveBackupKey, { body: { recipient } }, { token: admin.token });
});
afterAll(async () => {
  await ctx.close();
  await rm(folder, { recursive: true });
});

const readings = async () =>
  (
    await ctx.owner.query<{ files: number; failure: string | null }>(
      'select files, failure from backup_readings order by id',
    )
  ).rows;

async function make(): Promise<string> {
  const created = await makeBackup(ctx);
  if (created === 'no-key') throw new Error('there is a key');
  ctx.clock.forward(60_000);
  return path.join(folder, 'there', created.file);
}

it('reads every file once in thirty days and names damaged files', async () => {
  const files = [await make(), await make(), await make()];
  const damaged = files[1]!;
  const bytes = await readFile(damaged);
  bytes[Math.floor(bytes.length / 2)]! ^= 1;
  await writeFile(damaged, bytes);
  for (let day = 0; day < DAYS; day += 1) {
    await readBack(ctx);
    // A second run on the same day reads nothing.
    await readBack(ctx);
    ctx.clock.forward(DAY_MS);
  }
  const done = await readings();
  expect(done).toHaveLength(DAYS);
  expect(done.reduce((sum, { files: read }) => sum + read, 0)).toBe(files.length);
  const failures = done.flatMap(({ failure }) => failure ?? []);
  expect(failures).toEqual([expect.stringContaining(path.basename(damaged))]);
});

it('reads the files of missed days and none twice', async () => {
  ctx.clock.forward(12 * DAY_MS);
  await ctx.owner.query('delete from backup_readings');
  await readBack(ctx);
  ctx.clock.forward((DAYS - 1) * DAY_MS);
  await readBack(ctx);
  expect((await readings()).reduce((sum, { files }) => sum + files, 0)).toBe(3);
  const view = (await call(ctx, viewBackups, {}, await session(ctx, admin.username))).body;
  expect(view.places.find(({ type }) => type === 'remote_1')?.reading).not.toBeNull();
});
