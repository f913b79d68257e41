import { spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { npm, root, runProgram, say, SetupError } from './run.mjs';

const HEADLESS_SHELL = 'chromium-headless-shell';
const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const APT = ['-q', '-o', 'Acquire::Retries=2', '-o', 'Acquire::http::Timeout=30'];
const APT_ENV = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
const PACKAGED_CHROMIUM = '@sparticuz/chromium@153.0.0';

/**
 * Finds a Chromium for the tests: the configured one, that of the machine, Debian's, or one from
 * npm.
 */
export function findChromium(node) {
  const configured = process.env.RAMAL_CHROMIUM;
  if (configured) return configured;
  const program =
    onPath(CHROMIUM) ||
    ((installFromDebian('chromium', HEADLESS_SHELL) || installFromDebian('chromium')) &&
      onPath(CHROMIUM));
  return program || packagedChromium(node);
}

/**
 * Finds the headless shell of Chromium, which takes a quarter less processor time. Empty if it does
 * not exist, or if RAMAL_CHROMIUM names a browser.
 */
export const findHeadlessShell = () =>
  process.env.RAMAL_CHROMIUM ? '' : (onPath([HEADLESS_SHELL]) ?? '');

/**
 * Finds ffprobe, which reads a stream of the player as a real player does. Without ffprobe the
 * tests only read a segment.
 */
export function findFfprobe() {
  const configured = process.env.RAMAL_FFPROBE;
  if (configured) return configured;
  const program = onPath(['ffprobe']) || (installFromDebian('ffmpeg') && onPath(['ffprobe']));
  if (!program)
    say('No ffprobe and no way to install it: the HLS will be read down to a segment instead.');
  return program || '';
}

/**
 * Finds a PowerDNS with SQLite for the tests of its adapter. Debian's packages are unpacked into a
 * folder and not installed, because the installation would start a DNS server.
 */
export function findPowerDns() {
  const configured = process.env.RAMAL_PDNS;
  if (configured) return configured;
  const unpacked = join(root, '.setup', 'powerdns', 'root', 'usr', 'sbin', 'pdns_server');
  const wanted = ['pdns-server', 'pdns-backend-sqlite3'];
  const program = isThere(unpacked) || unpackFromDebian('powerdns', wanted) ? unpacked : '';
  if (!program)
    say('No PowerDNS and no way to fetch it: its adapter is tried against a double of it only.');
  return program;
}

/**
 * Finds an nginx for the test of media server calls. It is unpacked into a folder for the same
 * reason as PowerDNS.
 */
export function findNginx() {
  const configured = process.env.RAMAL_NGINX;
  if (configured) return configured;
  const unpacked = join(root, '.setup', 'nginx', 'root', 'usr', 'sbin', 'nginx');
  const program = isThere(unpacked) || unpackFromDebian('nginx', ['nginx']) ? unpacked : '';
  if (!program) say('No nginx and no way to fetch it: its adapter is tried by its calls only.');
  return program;
}

/**
 * Unpacks the programs of a cluster and returns their root folder. They are not installed, because
 * their installation would start services on this machine.
 */
export function findClusterTools() {
  const unpacked = join(root, '.setup', 'cluster', 'root');
  const programs = ['bin/patroni', 'bin/etcd', 'sbin/haproxy', 'sbin/pgbouncer', 'bin/faketime'];
  const areThere = () => programs.every((program) => isThere(join(unpacked, 'usr', program)));
  const wanted = ['patroni', 'python3-etcd', 'etcd-server', 'haproxy', 'pgbouncer', 'faketime'];
  if (!areThere()) unpackFromDebian('cluster', wanted);
  if (!onPath(['ip'])) installFromDebian('iproute2');
  if (!areThere())
    throw new SetupError(`test:cluster needs Debian's packages ${wanted.join(', ')}.`);
  return unpacked;
}

function unpackFromDebian(name, wanted) {
  if (process.getuid?.() !== 0 || !onPath(['apt-get']) || !onPath(['dpkg-deb'])) return false;
  say(`Fetching ${name} for the tests (apt-get, unpacked into .setup).`);
  const folder = join(root, '.setup', name);
  const archives = join(folder, 'archives');
  mkdirSync(join(archives, 'partial'), { recursive: true });
  const options = [
    ...APT,
    '-o',
    `Dir::Cache::archives=${archives}`,
    '-o',
    'APT::Sandbox::User=root',
  ];
  runProgram('apt-get', [...APT, 'update'], { env: APT_ENV });
  // The option `--reinstall` is needed, because apt would not fetch packages that are already
  // installed.
  const flags = ['-y', '--download-only', '--reinstall', '--no-install-recommends'];
  const fetching = ['install', ...flags, ...wanted];
  if (!runProgram('apt-get', [...options, ...fetching], { env: APT_ENV })) return false;
  const packages = readdirSync(archives).filter((file) => file.endsWith('.deb'));
  return packages.every((file) =>
    runProgram('dpkg-deb', ['-x', join(archives, file), join(folder, 'root')]),
  );
}

function packagedChromium(node) {
  const folder = join(root, '.setup', 'chromium');
  mkdirSync(folder, { recursive: true });
  const entry = join(folder, 'node_modules', '@sparticuz', 'chromium', 'build', 'index.js');
  if (!isThere(entry)) {
    say('Installing a Chromium from npm for the tests.');
    const done = npm([
      'install',
      '--no-save',
      '--prefix',
      folder,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      PACKAGED_CHROMIUM,
    ]);
    if (!done) throw new SetupError('No Chromium: install one, or name it in RAMAL_CHROMIUM.');
  }
  // The npm package of the browser unpacks it into the folder for temporary files.
  const unpack = `const { default: chromium } = await import(${JSON.stringify(pathToFileURL(entry).href)});
    console.log(await chromium.executablePath());`;
  const { stdout } = spawnSync(node, ['--input-type=module', '--eval', unpack], {
    env: { ...process.env, TMPDIR: folder },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 2],
  });
  return stdout.trim();
}

/** Installs packages of Debian on this machine. Returns true if they are installed. */
export function installFromDebian(...names) {
  if (process.getuid?.() !== 0 || !onPath(['apt-get'])) return false;
  const wanted = names.join(' and ');
  say(`Installing ${wanted} for the tests (apt-get).`);
  const install = ['install', '-y', '--no-install-recommends', ...names];
  // If the update fails, an outdated package list may still be sufficient.
  runProgram('apt-get', [...APT, 'update'], { env: APT_ENV });
  const done = runProgram('apt-get', [...APT, ...install], { env: APT_ENV });
  if (!done) say(`apt-get could not install ${wanted}.`);
  return done;
}

export function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isThere);
}

function isThere(file) {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
