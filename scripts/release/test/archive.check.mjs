/**
 * Checks that every build of a commit gives the same archive, and that the archive needs no other
 * programs on the machine.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../run.mjs';
import { onPath } from '../../test-tools.mjs';
import { canBuildDebian } from '../debian.mjs';
import { TARGETS, ownTarget } from '../targets.mjs';
import {
  archive,
  folderName,
  freePort,
  isReady,
  isRoot,
  output,
  run,
  start,
  stopServers,
  temporaryFolder,
  unpack,
  waitUntilReady,
} from './tools.mjs';

const NOBODY = 65534;
/** Programs that every machine of an operator has. */
const SYSTEM_PROGRAMS = ['sh', 'dirname', 'readlink'];

const ownPackage = `_${TARGETS[ownTarget]?.debian}.deb`;

const checksums = (folder) =>
  readFileSync(join(folder, 'SHA256SUMS'), 'utf8')
    .split('\n')
    .filter((line) => line.includes(ownTarget) || line.endsWith(ownPackage));

void test('a second build in another folder has the same checksums', (t) => {
  const changes = run('git', ['status', '--porcelain', '--untracked-files=no'], { cwd: root });
  if (changes) return t.skip('the clone has changes without a commit');
  const clone = join(temporaryFolder(t), 'a-longer-name-of-the-folder');
  run('git', ['clone', '--quiet', '--local', root, clone]);
  for (const folder of packageFolders()) {
    mkdirSync(dirname(join(clone, folder)), { recursive: true });
    run('cp', ['-al', join(root, folder), join(clone, folder)]);
  }
  const second = join(clone, 'second');
  run(
    process.execPath,
    [join(clone, 'scripts/release.mjs'), '--target', ownTarget, '--output', second],
    { cwd: clone, env: { ...process.env, TZ: 'Asia/Tokyo', LC_ALL: 'C' } },
  );
  assert.deepEqual(checksums(second), checksums(output));
  assert.equal(checksums(second).length, canBuildDebian() ? 3 : 2);
});

function packageFolders() {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return ['.', ...workspaces]
    .map((folder) => join(folder, 'node_modules'))
    .filter((folder) => spawnSync('test', ['-d', join(root, folder)]).status === 0);
}

/**
 * Creates a folder that contains only these programs and is used as the path. Node and npm are
 * therefore missing.
 */
function barePath(folder) {
  const programs = join(folder, 'bin');
  mkdirSync(programs);
  for (const name of SYSTEM_PROGRAMS) symlinkSync(onPath([name]), join(programs, name));
  return programs;
}

/** Unpacks the archive as root and returns the options to run it as another account. */
function install(t) {
  const folder = temporaryFolder(t);
  run('chmod', ['755', folder]);
  const installed = unpack(folder);
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (isRoot) chownSync(data, NOBODY, NOBODY);
  run('chmod', ['-R', 'a-w', installed]);
  return {
    ramal: join(installed, 'ramal'),
    options: (port) => ({
      ...(isRoot && { uid: NOBODY, gid: NOBODY }),
      cwd: data,
      env: { PATH: barePath(folder), RAMAL_DATA: data, PORT: String(port), HOST: '127.0.0.1' },
    }),
  };
}

const listOf = (folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();

void test('the archive starts from a read-only folder without Node and npm on the path', async (t) => {
  const begin = performance.now();
  const { ramal, options } = install(t);
  const unpacked = performance.now() - begin;
  const files = listOf(dirname(ramal));
  const port = await freePort();
  const settings = options(port);
  const server = start(t, ramal, ['start'], settings);
  const ready = await waitUntilReady(port, { server });
  t.diagnostic(`unpacked in ${Math.round(unpacked)} ms, ready ${ready} ms later`);

  const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
  assert.match(page, /<title>Ramal<\/title>/);
  const [asset] = /\/assets\/[^"]+\.js/.exec(page);
  assert.equal((await fetch(`http://127.0.0.1:${port}${asset}`)).status, 200);
  const portal = await fetch(`http://127.0.0.1:${port}/portal/`);
  assert.equal(portal.status, 200);
  assert.match(server.output(), /Senha: /);

  const reset = run(ramal, ['admin', 'reset', 'admin'], settings);
  assert.match(reset, /senha de admin/);

  server.child.kill('SIGTERM');
  assert.deepEqual(await server.ended, [0, null]);
  assert.deepEqual(listOf(dirname(ramal)), files);
});

void test('reload replaces the running server without a failed request', async (t) => {
  const { ramal, options } = install(t);
  const port = await freePort();
  const settings = options(port);
  const first = start(t, ramal, ['start'], settings);
  await waitUntilReady(port, { server: first });
  const counts = { answered: 0, failed: 0 };
  const traffic = setInterval(() => {
    void isReady(port).then((isAnswered) => (counts[isAnswered ? 'answered' : 'failed'] += 1));
  }, 10);
  const reloaded = start(t, ramal, ['reload'], settings);
  assert.deepEqual(await reloaded.ended, [0, null], reloaded.output());
  assert.deepEqual(await first.ended, [0, null]);
  clearInterval(traffic);
  assert.equal(await isReady(port), true);
  t.diagnostic(`${counts.answered} requests answered during the change`);
  assert.ok(counts.answered > 50);
  assert.equal(counts.failed, 0);
  await stopServers(dirname(ramal));
  assert.equal(await isReady(port), false);
});

void test('the list of parts contains every package of the archive', () => {
  const sbom = JSON.parse(readFileSync(join(output, `${folderName}.cdx.json`), 'utf8'));
  const listed = new Set(sbom.components.map(({ name }) => name));
  const paths = run('tar', ['--zstd', '-tf', archive]).split('\n');
  const packages = paths.flatMap((path) => {
    const [, name] = /node_modules\/((?:@[^/]+\/)?[^/@.]+)\/package\.json$/.exec(path) ?? [];
    return name ?? [];
  });
  assert.ok(packages.length > 150);
  assert.deepEqual(
    packages.filter((name) => !listed.has(name)),
    [],
  );
  assert.ok(['react', 'postgresql', 'node.js'].every((name) => listed.has(name)));
});

void test('the checksums and the name of the folder are those of the version', () => {
  const names = readdirSync(output);
  assert.ok(names.includes(`${folderName}.tar.zst`));
  run('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: output });
});
