/**
 * Tests that a forged backup changes nothing, whatever it contains. A backup is untrusted input,
 * because anyone with the public key can encrypt one.
 */
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { saveBackupKey } from '@ramal/contract/operations/backups';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { line, person } from '../../test/accounts.ts';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { withCopying } from '../foundation/copying.ts';
import { secretsFrom } from '../foundation/secrets.ts';
import { type Manifest, MANIFEST_ENTRY, SIGNATURE_ENTRY, START_ENTRY } from './bundle-format.ts';
import { describeContent } from './entry-list.ts';
import { makeBackup } from './make-backup.ts';
import { readSnapshot } from './read-snapshot.ts';
import { restoreSnapshot } from './restore-snapshot.ts';
import { restoreInPlace } from './restore/in-place.ts';
import { type TrustedSigners, installationSigner } from './signature.ts';
import { addStreamedEntry, toJson, writeBundle } from './write-bundle.ts';
import { BackupError } from './backup-error.ts';

let ctx: TestContext;
let folder: string;
let identity: string;
let recipient: string;
let entries: ReadonlyMap<string, Buffer>;
let made: string;
const databases: string[] = [];
const roles: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'ramal-untrusted-'));
  ctx = await createTestContext({
    RAMAL_DATA: folder,
    RAMAL_BACKUP_FOLDER: path.join(folder, 'here'),
  });
  const admin = await person(ctx, { profile: 'admin' });
  await line(ctx, await person(ctx, { parent: admin, balance: 5000 }), { note: 'Sala' });
  identity = await generateX25519Identity();
  recipient = await identityToRecipient(identity);
  await call(ctx, saveBackupKey, { body: { recipient } }, { token: admin.token });
  const done = await makeBackup(ctx);
  if (done === 'no-key') throw new Error('there is a key');
  made = path.join(folder, 'here', done.file);
  const read = new Map<string, Buffer>();
  for await (const { name, content } of readSnapshot(createReadStream(made), [identity]))
    read.set(name, await buffer(content));
  entries = read;
});
afterAll(async () => {
  for (const name of databases)
    await ctx.owner.query(`drop database if exists ${name} with (force)`);
  for (const name of roles) await ctx.owner.query(`drop role if exists ${name}`);
  await ctx.close();
  await rm(folder, { recursive: true, force: true });
});

const ownerUrl = () => (ctx.owner.options as { connectionString: string }).connectionString;

async function makeDatabase(options: string): Promise<string> {
  const name = `u_${databases.length}_${process.pid}_${Date.now()}`;
  databases.push(name);
  await ctx.owner.query(`create database ${name} ${options}`);
  return ownerUrl().replace(/\/t_\w+/, `/${name}`);
}

/** Creates a database that already has the schema of the backup, so that a restore takes less time. */
const databaseWithSchema = () => makeDatabase('template ramal');

/** Encrypts the entries to the operator's public key. A forger can do this too. */
async function pack(content: ReadonlyMap<string, Buffer>): Promise<string> {
  const file = path.join(folder, `forged-${Math.random().toString(36).slice(2)}.age`);
  await writeBundle({ file, recipients: [recipient] }, async ({ tar }) => {
    for (const [name, bytes] of content)
      await addStreamedEntry(tar, { name, size: bytes.length, mode: 0o600 }, [bytes]);
    tar.finalize();
  });
  return file;
}

const manifestOf = (content: ReadonlyMap<string, Buffer>): Manifest =>
  JSON.parse(content.get(MANIFEST_ENTRY)!.toString()) as Manifest;

/** Returns a copy with other entries and a matching manifest, but without a signature. */
function forged(change: Record<string, Buffer>, sequences: Manifest['sequences'] = {}) {
  const content = new Map([...entries, ...Object.entries(change)]);
  content.delete(SIGNATURE_ENTRY);
  const manifest = manifestOf(content);
  for (const [name, bytes] of Object.entries(change)) {
    manifest.entries![name] = describeContent(bytes);
    const table = /^tables\/(\w+)\//.exec(name)?.[1];
    const rows = bytes.toString().split('\n').length - 1;
    if (table) manifest.tables[table] = { ...describeContent(bytes), rows };
  }
  Object.assign(manifest.sequences, sequences);
  content.set(MANIFEST_ENTRY, toJson(manifest));
  return content;
}

const signedBy = (content: Map<string, Buffer>, master: number): Map<string, Buffer> =>
  content.set(
    SIGNATURE_ENTRY,
    installationSigner(secretsFrom(Buffer.alloc(32, master))).sign(
      'snapshot',
      content.get(MANIFEST_ENTRY)!,
    ),
  );

const ownSigners = (): TrustedSigners => [installationSigner(ctx.secrets).publicKey];

async function outcomeOf(file: string, trusted: TrustedSigners): Promise<string> {
  const url = await databaseWithSchema();
  try {
    await restoreSnapshot({
      source: createReadStream(file),
      identities: [identity],
      trusted,
      ownerUrl: url,
    });
    return 'restored';
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    return error.kind;
  }
}

interface Start {
  readonly tables: readonly { name: string; columns: string[] }[];
}

const ACCOUNTS = 'tables/accounts/000001.copy';

describe('an untrusted backup', { timeout: 300_000 }, () => {
  it('is rejected when one byte of any entry changed', async () => {
    // The manifest and its signature must cover every entry.
    const names = [...entries.keys()].filter(
      (name) => !name.startsWith('tables/') || name === ACCOUNTS,
    );
    expect(names).toContain(START_ENTRY);
    expect(Object.keys(manifestOf(entries).entries!).toSorted()).toEqual(
      [...entries.keys()]
        .filter((name) => ![MANIFEST_ENTRY, SIGNATURE_ENTRY].includes(name))
        .toSorted(),
    );
    for (const name of names) {
      const bytes = Buffer.from(entries.get(name)!);
      // In JSON, changes only the white space after the last token. The meaning stays the same, so
      // only a checksum detects the change.
      if (name.endsWith('.json')) bytes[bytes.length - 1] = 0x20;
      else bytes[Math.floor(bytes.length / 2)]! ^= 1;
      const outcome = await outcomeOf(await pack(new Map(entries).set(name, bytes)), ownSigners());
      expect(['damaged', 'forged'], name).toContain(outcome);
    }
  });

  it('is rejected when a changed byte makes a row unreadable', async () => {
    const rows = entries.get(ACCOUNTS)!.toString().replace('\t', 'x');
    expect(
      await outcomeOf(await pack(new Map(entries).set(ACCOUNTS, Buffer.from(rows))), ownSigners()),
    ).toBe('damaged');
  });

  it('is rejected with an entry that its manifest does not list', async () => {
    // A restore accepts only entries that the manifest lists.
    const more = new Map([['files/extra', Buffer.from('x')], ...entries]);
    expect(await outcomeOf(await pack(more), ownSigners())).toBe('damaged');
  });

  it('is rejected without a signature of this installation unless --unsigned is given', async () => {
    // The forged account would be a second admin.
    const rows = entries.get(ACCOUNTS)!.toString();
    const start = JSON.parse(entries.get(START_ENTRY)!.toString()) as Start;
    const { columns } = start.tables.find(({ name }) => name === 'accounts')!;
    const admin = rows.split('\n').find((row) => row.split('\t').includes('admin'))!;
    const second = admin
      .split('\t')
      .map(
        (cell, at) =>
          ({ id: '987654', ancestors: '{987654}', username: 'intruso' })[columns[at]!] ?? cell,
      )
      .join('\t');
    const extra = forged({ [ACCOUNTS]: Buffer.from(`${rows}${second}\n`) });
    expect(await outcomeOf(await pack(extra), ownSigners())).toBe('unsigned');
    expect(await outcomeOf(await pack(signedBy(new Map(extra), 8)), ownSigners())).toBe('forged');
    expect(await outcomeOf(await pack(extra), 'any')).toBe('restored');
    expect(await outcomeOf(await pack(signedBy(new Map(extra), 7)), ownSigners())).toBe('restored');
  });

  it('is restored from before signatures only when --unsigned is given', async () => {
    // Only --unsigned may accept a file without a signature.
    const former = new Map(entries);
    former.delete(SIGNATURE_ENTRY);
    const { entries: _, ...manifest } = manifestOf(entries);
    former.set(MANIFEST_ENTRY, toJson(manifest));
    const file = await pack(former);
    expect(await outcomeOf(file, ownSigners())).toBe('unsigned');
    expect(await outcomeOf(file, 'any')).toBe('restored');
  });

  it('executes no code from a name even when --unsigned is given', async () => {
    // A name in a forged backup could run a program as the database user.
    const program = path.join(folder, 'ran');
    const injected = `x'||'', 1) where false; copy (select 1) to program 'cat > ${program}'; --`;
    const sequence = forged({}, { [injected]: { last: 1, called: true } });
    expect(await outcomeOf(await pack(sequence), 'any')).toBe('damaged');
    const start = JSON.parse(entries.get(START_ENTRY)!.toString()) as Start;
    for (const table of [
      { name: 'pg_authid', columns: ['rolname'] },
      { name: 'accounts', columns: ['id) from program'] },
    ]) {
      const bytes = toJson({ ...start, tables: [table] });
      expect(await outcomeOf(await pack(forged({ [START_ENTRY]: bytes })), 'any')).toBe('damaged');
    }
    await expect(rm(program)).rejects.toThrow('ENOENT');
  });

  it('is restored by a role without superuser', async () => {
    // A restore without superuser rights limits the damage of a forged backup.
    const role = `plain_${process.pid}_${Date.now()}`;
    roles.push(role);
    await ctx.owner.query(`create role ${role} login createdb password 'plain'`);
    // In a real installation, the owner has this option because it created the role of the
    // processes.
    await ctx.owner.query(`grant ramal_app to ${role} with admin option`);
    const url = (await makeDatabase(`owner ${role}`)).replace(/\/\/[^@]*@/, `//${role}:plain@`);
    const done = await restoreInPlace({
      config: { ...ctx.config, dataFolder: path.join(folder, 'new') },
      ownerUrl: url,
      name: 'copy',
      source: createReadStream(made),
      identities: [identity],
      trusted: ownSigners(),
      onRows: () => undefined,
    });
    databases.push(done.former);
    const row = await withCopying({ url }, (copying) =>
      copying.many<{ missing: number; lines: number }>(`
        select (select count(*)::int from lines) as lines,
          (select count(*)::int from pg_trigger where tgenabled = 'D') as missing`),
    );
    expect(row).toEqual([{ lines: 1, missing: 0 }]);
  });
});
