import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { startEmbedded, type EmbeddedPostgres, type EmbeddedOptions } from './embedded.ts';
import { canEnter } from './data-dir.ts';

const nobody = { uid: 65534, gid: 65534 };
const root = mkdtempSync('/tmp/ramal-test-');
chmodSync(root, 0o755);
const isRoot = process.getuid?.() === 0;

const started: EmbeddedPostgres[] = [];
const lines: string[] = [];

async function start(
  name: string,
  options: Partial<EmbeddedOptions> = {},
): Promise<EmbeddedPostgres> {
  const embedded = await startEmbedded({
    folder: join(root, name),
    log: (line) => lines.push(line),
    fsync: false,
    ...options,
  });
  started.push(embedded);
  return embedded;
}

async function ask(url: string, text: string): Promise<Record<string, unknown> | undefined> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows[0];
  } finally {
    await client.end();
  }
}

/** Starts another process that uses the database, until it is killed. */
function startElsewhere(name: string, account = {}): Promise<{ said: string; kill: () => void }> {
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `const { startEmbedded } = await import(${JSON.stringify(import.meta.resolve('./embedded.ts'))});
       const { pid, ownerUrl } = await startEmbedded({ folder: ${JSON.stringify(join(root, name))}, fsync: false });
       console.log(pid(), ownerUrl);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], ...account },
  );
  return new Promise((resolve, reject) => {
    child.on('exit', (code, signal) => reject(new Error(`ended with ${code ?? signal}`)));
    child.stdout.once('data', (output) =>
      resolve({ said: String(output).trim(), kill: () => child.kill('SIGKILL') }),
    );
  });
}

async function until(happened: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await happened())) await pause(50);
}

/**
 * Returns true if only this process uses the database. The connection of a killed process may
 * remain for long on a busy machine. The server notices the end only at the next use.
 */
async function isAlone({ ownerUrl }: EmbeddedPostgres): Promise<boolean> {
  const leases = `select count(*)::int as n from pg_stat_activity where application_name = 'ramal lease'`;
  return (await ask(ownerUrl, leases))?.n === 1;
}

afterEach(async () => {
  for (const embedded of started.splice(0)) await embedded.stop();
  lines.length = 0;
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the embedded PostgreSQL', { timeout: 30_000 }, () => {
  it('creates a database for its owner and the application, and keeps its data', async () => {
    const first = await start('main', { settings: { work_mem: '9MB' } });
    expect(
      await ask(
        first.ownerUrl,
        `select current_user as me, current_setting('data_checksums') as checksums,
                current_setting('work_mem') as memory, upper('ção') as upper,
                pg_get_userbyid(datdba) as owner, datlocprovider as provider, datlocale as locale
           from pg_database where datname = current_database()`,
      ),
    ).toEqual({
      me: 'ramal',
      checksums: 'on',
      memory: '9MB',
      upper: 'ÇÃO',
      owner: 'ramal',
      provider: 'b',
      locale: 'C.UTF-8',
    });
    expect(
      await ask(
        first.appUrl,
        'select rolname, rolsuper, rolcreatedb from pg_roles where rolname = current_user',
      ),
    ).toEqual({ rolname: 'ramal_app', rolsuper: false, rolcreatedb: false });
    for (const path of [join(root, 'main'), join(root, 'main/cluster'), first.socketFolder]) {
      expect(statSync(path).mode & 0o777, path).toBe(0o700);
    }
    await ask(first.ownerUrl, 'create table kept as select 42 as answer');
    await first.stop();
    expect(first.pid()).toBeUndefined();

    const second = await start('main');
    expect(await ask(second.ownerUrl, 'select answer from kept')).toEqual({ answer: 42 });
  });

  it('a new start joins the server after its parent was killed', async () => {
    const parent = await startElsewhere('main');
    const [pid, url] = parent.said.split(' ') as [string, string];
    await ask(url, 'create table written as select 1 as one');
    parent.kill();
    const next = await start('main');
    expect(String(next.pid())).toBe(pid);
    expect(await ask(next.ownerUrl, 'select one from written')).toEqual({ one: 1 });
    await until(() => isAlone(next));
    await next.stop();
    expect(next.pid()).toBeUndefined();
  });

  it('starts again after kill -9 with the committed data, once the last orphan has ended', async () => {
    const embedded = await start('main');
    await ask(embedded.ownerUrl, 'create table committed as select 1 as one');
    // While this backend computes, it does not notice that its server ended. It still occupies the
    // server's shared memory.
    const orphaned = ask(
      embedded.ownerUrl,
      `do $$ declare until timestamptz := clock_timestamp() + interval '1.5 s';
             begin while clock_timestamp() < until loop end loop; end $$`,
    );
    await pause(200);
    const pid = embedded.pid()!;
    process.kill(pid, 'SIGKILL');
    await until(() => lines.includes('PostgreSQL is back'));
    await orphaned;
    expect(lines.join()).toMatch(/shared memory block/);
    expect(embedded.pid()).not.toBe(pid);
    expect(await ask(embedded.ownerUrl, 'select one from committed')).toEqual({ one: 1 });

    await embedded.stop();
    expect(embedded.pid()).toBeUndefined();
  });

  it('simultaneous starts share one server until the last has stopped', async () => {
    const [first, second] = await Promise.all([start('shared'), start('shared')]);
    const elsewhere = await startElsewhere('shared');
    expect(first.pid()).toBeTypeOf('number');
    expect(second.pid()).toBe(first.pid());
    expect(elsewhere.said).toBe(`${first.pid()} ${first.ownerUrl}`);
    await first.stop();
    elsewhere.kill();
    expect(await ask(second.appUrl, 'select 1 as one')).toEqual({ one: 1 });
    await until(() => isAlone(second));
    await second.stop();
    expect(second.pid()).toBeUndefined();
  });

  it('ignores an unrelated process whose number is in a stale pid file', async () => {
    const { uid, gid } = statSync(join(root, 'shared/cluster'));
    const stranger = spawn('sleep', ['60'], isRoot ? { uid, gid } : {});
    const file = join(root, 'shared/cluster/postmaster.pid');
    writeFileSync(file, `${stranger.pid}\n${join(root, 'shared/cluster')}\n1\n5432\n`);
    chownSync(file, uid, gid);
    const embedded = await start('shared');
    expect(embedded.pid()).not.toBe(stranger.pid);
    expect(await ask(embedded.ownerUrl, 'select 1 as one')).toEqual({ one: 1 });
    stranger.kill();
  });

  it('reports the server’s own message when it does not start', async () => {
    await expect(start('shared', { settings: { work_mem: 'plenty' } })).rejects.toThrow(
      /invalid value for parameter "work_mem": "plenty"/,
    );
  });

  it('uses another folder for the socket when the path is too long', async () => {
    const embedded = await start(`${'long '.repeat(20)}/${'"ção\', '.repeat(10)}`);
    const { socketFolder } = embedded;
    expect(socketFolder.length).toBeLessThan(80);
    expect(statSync(socketFolder).mode & 0o777).toBe(0o700);
    expect(await ask(embedded.appUrl, 'select 1 as one')).toEqual({ one: 1 });
    await embedded.stop();
    expect(statSync(socketFolder, { throwIfNoEntry: false })).toBeUndefined();
  });

  it('requires the password when it listens on a port', async () => {
    const embedded = await start('port', { loopback: true });
    for (const url of [embedded.ownerUrl, embedded.appUrl]) {
      expect(await ask(url, 'select 1 as one')).toEqual({ one: 1 });
      await expect(ask(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(
        /password authentication failed/,
      );
    }
  });

  if (isRoot) {
    it('runs for another user below a folder that only root can enter', async () => {
      mkdirSync(join(root, 'closed'), { mode: 0o700 });
      const embedded = await start('closed/main');
      const pid = embedded.pid()!;
      expect(statSync(`/proc/${pid}`).uid).not.toBe(0);
      process.kill(pid, 'SIGKILL');
      await until(() => lines.includes('PostgreSQL is back'));
      expect(await ask(embedded.appUrl, 'select 1 as one')).toEqual({ one: 1 });
    });
  }

  if (isRoot && canEnter(import.meta.dirname, nobody) && canEnter(process.execPath, nobody)) {
    it('runs for an ordinary user, and later for root with the same owner', async () => {
      mkdirSync(join(root, 'theirs'));
      chownSync(join(root, 'theirs'), nobody.uid, nobody.gid);
      const theirs = await startElsewhere('theirs/main', nobody);
      theirs.kill();
      const [pid] = theirs.said.split(' ');
      expect(statSync(`/proc/${pid}`).uid).toBe(nobody.uid);
      const embedded = await start('theirs/main');
      expect(String(embedded.pid())).toBe(pid);
      await until(() => isAlone(embedded));
      await embedded.stop();
      const again = await start('theirs/main');
      expect(statSync(`/proc/${again.pid()}`).uid).toBe(nobody.uid);
    });
  }
});

it('a server is stopped again if the first connection to it fails', async () => {
  const settings = { default_transaction_read_only: 'on' };
  await expect(start('refused', { settings, once: true })).rejects.toMatchObject({ code: '25006' });
  expect(existsSync(join(root, 'refused/cluster/PG_VERSION'))).toBe(true);
  expect(existsSync(join(root, 'refused/cluster/postmaster.pid'))).toBe(false);
});
