/**
 * Tests the Debian package in a clean root: it is installed, started, upgraded, rolled back, removed
 * and purged.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { TARGETS, ownTarget } from '../targets.mjs';
import { SUITES, boot, makeCleanRoot, findCleanRootProblem } from './clean-root.mjs';
import {
  freePort,
  hasPrograms,
  isReady,
  output,
  run,
  start,
  stopServers,
  temporaryFolder,
  version,
  waitUntilReady,
} from './tools.mjs';

const file = join(output, `ramal_${version}_${TARGETS[ownTarget]?.debian}.deb`);
const skip =
  findCleanRootProblem() ??
  (existsSync(file) ? false : 'no Debian package was built on this machine');

const NEXT_VERSION = `${version}+next`;
const INSTALLED = '/usr/lib/ramal';
const CONFIGURATION = '/etc/ramal/ramal.env';

/** Packs the same files as a package of a later version, which has one migration more. */
function makeNextPackage(folder) {
  const unpacked = join(folder, 'next');
  run('dpkg-deb', ['--raw-extract', file, unpacked]);
  const replace = (path, from, to) => {
    const text = readFileSync(join(unpacked, path), 'utf8');
    assert.ok(text.includes(from));
    writeFileSync(join(unpacked, path), text.replace(from, to));
  };
  replace('DEBIAN/control', `Version: ${version}`, `Version: ${NEXT_VERSION}`);
  const inPackage = 'usr/lib/ramal/package';
  for (const name of ['release.json', 'server/package.json'])
    replace(join(inPackage, name), `"version": "${version}"`, `"version": "${NEXT_VERSION}"`);
  replace(join(inPackage, 'contract/src/version.ts'), `'${version}'`, `'${NEXT_VERSION}'`);
  const migration = join(unpacked, inPackage, 'server/migrations/9999-next.sql');
  writeFileSync(migration, 'create table next_release (id int primary key);\n');
  const next = join(folder, 'next.deb');
  run('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z1', '--build', unpacked, next]);
  return next;
}

/** Makes a root that contains the packages of both versions. */
function prepare(t, options) {
  const folder = temporaryFolder(t);
  const root = join(folder, 'root');
  const enter = makeCleanRoot(t, root, options);
  run('cp', [file, join(root, 'first.deb')]);
  run('cp', [makeNextPackage(folder), join(root, 'next.deb')]);
  const install = (name) =>
    enter('apt-get', 'install', '--yes', '--allow-downgrades', '--no-install-recommends', name);
  return { root, enter, install };
}

const versionsIn = (root) => readdirSync(join(root, INSTALLED, 'versions')).toSorted();

void test('lintian finds no error', { skip: !hasPrograms(['lintian']) && 'no lintian' }, (t) => {
  const report = run('lintian', ['--fail-on', 'error', file]);
  t.diagnostic(`${report.trim().split('\n').filter(Boolean).length} lines of lintian`);
  assert.doesNotMatch(report, /^E: /m);
});

for (const suite of SUITES)
  void test(
    `a package is installed, upgraded, rolled back, removed and purged: ${suite}`,
    { skip },
    async (t) => {
      const { root, enter, install } = prepare(t, { suite, include: ['adduser'] });
      install('/first.deb');
      assert.deepEqual(versionsIn(root), [version]);
      assert.match(enter('id', 'ramal'), /\(ramal\)/);
      const mode = (path) => (statSync(join(root, path)).mode & 0o777).toString(8);
      assert.deepEqual([mode('/var/lib/ramal'), mode(CONFIGURATION)], ['700', '640']);

      const port = await freePort();
      writeFileSync(join(root, CONFIGURATION), `RAMAL_DATA=/var/lib/ramal\nPORT=${port}\n`);
      const serve = async (installed, check = async () => {}) => {
        const server = start(t, 'chroot', [root, ...serviceProgram(root)]);
        await waitUntilReady(port, { server });
        await check();
        await stopServers(`${INSTALLED}/versions/${installed}`);
        await server.ended;
      };
      await serve(version);

      install('/next.deb');
      assert.deepEqual(versionsIn(root), [version, NEXT_VERSION]);
      assert.match(readFileSync(join(root, CONFIGURATION), 'utf8'), new RegExp(`PORT=${port}`));
      await serve(NEXT_VERSION, async () =>
        assert.match(enter('ramal', 'admin', 'reset', 'admin'), /senha de admin/),
      );

      assert.match(enter('ramal', 'rollback', '--yes', '--no-start'), /volta com a cópia/);
      install('/first.deb');
      await serve(version, async () => {
        const response = await fetch(`http://127.0.0.1:${port}/readyz`);
        assert.equal((await response.json()).version, version);
      });

      enter('apt-get', 'remove', '--yes', 'ramal');
      assert.equal(existsSync(join(root, INSTALLED)), false);
      assert.ok(existsSync(join(root, CONFIGURATION)));
      enter('apt-get', 'purge', '--yes', 'ramal');
      assert.equal(existsSync(join(root, CONFIGURATION)), false);
      assert.ok(existsSync(join(root, 'var/lib/ramal/postgres')), 'customers keep their data');
    },
  );

/** Returns the program of the unit with its account, as systemd starts it. */
function serviceProgram(root) {
  const unit = readFileSync(join(root, 'usr/lib/systemd/system/ramal.service'), 'utf8');
  const [, program] = /^ExecStart=(.+)$/m.exec(unit);
  const account = ['setpriv', '--reuid=ramal', '--regid=ramal', '--init-groups'];
  return [...account, 'env', `RAMAL_ENV_FILE=${CONFIGURATION}`, ...program.split(' ')];
}

void test('systemd updates the service without a failed request', { skip }, async (t) => {
  const { root } = prepare(t, {
    include: ['systemd', 'systemd-sysv', 'dbus'],
    isBooted: true,
  });
  const enter = await boot(t, root);
  if (!enter) return t.skip('systemd-nspawn cannot boot a system on this machine');
  const install = (name) => enter('apt-get', 'install', '--yes', '--no-install-recommends', name);
  const port = await freePort();
  await enter('mkdir', '-p', '/etc/systemd/system/ramal.service.d');
  writeFileSync(
    join(root, 'etc/systemd/system/ramal.service.d/port.conf'),
    `[Service]\nEnvironment=PORT=${port}\n`,
  );
  await install('/first.deb');
  await waitUntilReady(port);
  const show = async (property) =>
    (await enter('systemctl', 'show', '--value', `--property=${property}`, 'ramal')).trim();
  const before = await show('MainPID');

  const counts = { answered: 0, failed: 0 };
  const traffic = setInterval(() => {
    void isReady(port).then((isAnswered) => (counts[isAnswered ? 'answered' : 'failed'] += 1));
  }, 20);
  await install('/next.deb');
  clearInterval(traffic);
  const after = await show('MainPID');
  assert.notEqual(after, before);
  assert.equal(await isReady(port), true);
  assert.equal(counts.failed, 0);
  t.diagnostic(`${counts.answered} requests answered during the update`);
  assert.match(await enter('readlink', `/proc/${after}/exe`), /versions\/.*\+next\//);

  await enter('systemctl', 'restart', 'ramal');
  await waitUntilReady(port);
  await enter('systemctl', 'stop', 'ramal');
  assert.equal(await isReady(port), false);
  assert.equal(await show('Result'), 'success');
});
