/** Builds the Debian package of a release. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root, runProgram, SetupError } from '../run.mjs';
import { TARGETS } from './targets.mjs';

const SCRIPTS = ['postinst', 'prerm', 'postrm'];
const PACKAGE_FOLDER = 'usr/lib/ramal/package';
const CONFIGURATION = 'etc/ramal/ramal.env';

/**
 * Dependencies of the Debian package: adduser, and the libraries for Node, sharp and the embedded
 * PostgreSQL.
 */
const DEPENDS = 'adduser, libc6 (>= 2.28), libgcc-s1, libstdc++6 (>= 9)';

export const canBuildDebian = () => spawnSync('dpkg-deb', ['--version']).status === 0;

/** Writes the package into the folder `output` and returns its name. */
export async function writeDebian({ target, version, time, entries, output }) {
  const architecture = TARGETS[target].debian;
  const folder = join(root, '.setup', 'release', `debian-${architecture}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const files = [
    ...entries.map((entry) => ({ ...entry, path: `${PACKAGE_FOLDER}/${entry.path}` })),
    ...ownFiles({ version, time }),
  ];
  for (const file of files) writeEntry(folder, file);
  const bytes = files.reduce((sum, file) => sum + sizeOf(folder, file), 0);
  const control = controlFile({ version, architecture, kilobytes: Math.ceil(bytes / 1024) });
  writeEntry(folder, { path: 'DEBIAN/control', mode: 0o644, content: control });
  writeEntry(folder, { path: 'DEBIAN/conffiles', mode: 0o644, content: `/${CONFIGURATION}\n` });
  const name = `ramal_${version}_${architecture}.deb`;
  const done = runProgram(
    'dpkg-deb',
    ['--root-owner-group', '-Zxz', '-z2', '--threads-max=1', '--build', folder, join(output, name)],
    {
      stdio: ['ignore', 'ignore', 2],
      env: { ...process.env, SOURCE_DATE_EPOCH: String(time) },
    },
  );
  if (!done) throw new SetupError(`dpkg-deb could not write ${name}.`);
  rmSync(folder, { recursive: true });
  return name;
}

function ownFiles({ version, time }) {
  const tracked = (path, from, mode = 0o644) => ({ path, mode, file: join(root, from) });
  return [
    tracked('usr/bin/ramal', 'deploy/debian/ramal', 0o755),
    tracked(CONFIGURATION, 'deploy/debian/ramal.env', 0o640),
    tracked('usr/lib/systemd/system/ramal.service', 'deploy/systemd/ramal.service'),
    tracked('usr/lib/systemd/system/ramal@.service', 'deploy/systemd/ramal@.service'),
    tracked('usr/share/lintian/overrides/ramal', 'deploy/debian/lintian-overrides'),
    tracked('usr/share/doc/ramal/copyright', 'deploy/debian/copyright'),
    tracked('usr/share/doc/ramal/OPERATIONS.md', 'docs/OPERATIONS.md'),
    tracked('usr/share/doc/ramal/CHANGELOG.md', 'CHANGELOG.md'),
    { path: 'usr/share/doc/ramal/changelog.gz', mode: 0o644, content: changelog(version, time) },
    ...SCRIPTS.map((name) => tracked(`DEBIAN/${name}`, `deploy/debian/${name}`, 0o755)),
  ];
}

const MAINTAINER = 'The authors of Ramal <ramal@packages.example>';

const controlFile = ({ version, architecture, kilobytes }) => `Package: ramal
Version: ${version}
Architecture: ${architecture}
Maintainer: ${MAINTAINER}
Section: web
Priority: optional
Installed-Size: ${kilobytes}
Depends: ${DEPENDS}
Suggests: caddy | nginx
Description: back office for businesses that sell subscription lines
 Panel, API and player for operators who sell subscription lines through a
 tree of resellers. Node and PostgreSQL are included.
`;

function changelog(version, time) {
  const day = new Date(time * 1000).toUTCString().replace('GMT', '+0000');
  return gzipSync(
    `ramal (${version}) stable; urgency=medium

  * Release ${version}; its changes are in CHANGELOG.md.

 -- ${MAINTAINER}  ${day}
`,
    { level: 9 },
  );
}

/** Writes an entry with its mode, independent of the umask of the builder. */
function writeEntry(folder, { path, mode, content, file, link, isFolder }) {
  const target = join(folder, path);
  makeFolder(folder, dirname(path));
  if (isFolder) return makeFolder(folder, path);
  if (link !== undefined) return symlinkSync(link, target);
  if (content === undefined) copyFileSync(file, target);
  else writeFileSync(target, content);
  chmodSync(target, mode);
}

function makeFolder(base, path) {
  if (path === '.') return;
  const folder = join(base, path);
  if (lstatSync(folder, { throwIfNoEntry: false })) return;
  makeFolder(base, dirname(path));
  mkdirSync(folder);
  chmodSync(folder, 0o755);
}

function sizeOf(folder, { path }) {
  const stat = lstatSync(join(folder, path));
  return stat.isDirectory() ? 4096 : Math.ceil(stat.size / 4096) * 4096;
}
