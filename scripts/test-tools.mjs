import { spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { npm, root, runs, say, SetupError } from './run.mjs';

const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const PACKAGED_CHROMIUM = '@sparticuz/chromium@153.0.0';

/** A Chromium for the tests: the one we are told, the machine's, Debian's, or one from npm. */
export function findChromium(node) {
  const told = process.env.RAMAL_CHROMIUM;
  if (told) return told;
  const found = onPath(CHROMIUM) || (installFromDebian('chromium') && onPath(CHROMIUM));
  return found || packagedChromium(node);
}

/** ffprobe reads the player's streams as a player would; without it the tests read a segment. */
export function findFfprobe() {
  const told = process.env.RAMAL_FFPROBE;
  if (told) return told;
  const found = onPath(['ffprobe']) || (installFromDebian('ffmpeg') && onPath(['ffprobe']));
  if (!found)
    say('No ffprobe and no way to install it: the HLS will be read down to a segment instead.');
  return found || '';
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
  // The package unpacks the browser into the folder for temporary files.
  const unpack = `const { default: chromium } = await import(${JSON.stringify(pathToFileURL(entry).href)});
    console.log(await chromium.executablePath());`;
  const { stdout } = spawnSync(node, ['--input-type=module', '--eval', unpack], {
    env: { ...process.env, TMPDIR: folder },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 2],
  });
  return stdout.trim();
}

function installFromDebian(name) {
  if (process.getuid?.() !== 0 || !onPath(['apt-get'])) return false;
  say(`Installing ${name} for the tests (apt-get).`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = ['-q', '-o', 'Acquire::Retries=2', '-o', 'Acquire::http::Timeout=30'];
  const install = ['install', '-y', '--no-install-recommends', name];
  // A list that cannot be renewed may still be good enough.
  runs('apt-get', [...options, 'update'], { env });
  const done = runs('apt-get', [...options, ...install], { env });
  if (!done) say(`apt-get could not install ${name}.`);
  return done;
}

function onPath(names) {
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
