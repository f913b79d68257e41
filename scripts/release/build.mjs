/**
 * `npm run release` writes the archives of a version with their SBOM, Debian packages and
 * checksums. Options: `--target linux-x64` (default: all), `--output FOLDER` (default: release),
 * `--modified` allows uncommitted changes. A former release in the output folder is deleted first.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runOrExplain, root, say, SetupError } from '../run.mjs';
import { checksumLine, megabytes, writeArchive } from './archive.mjs';
import { releaseEntries } from './contents.mjs';
import { canBuildDebian, writeDebian } from './debian.mjs';
import { makeSbom } from './sbom.mjs';
import { stagePackages } from './stage.mjs';
import { TARGETS } from './targets.mjs';
import { readVersion } from './version.mjs';

const CHECKSUMS = 'SHA256SUMS';

await runOrExplain(async () => {
  const { values } = parseArgs({
    options: {
      target: { type: 'string', multiple: true, default: Object.keys(TARGETS) },
      output: { type: 'string', default: join(root, 'release') },
      modified: { type: 'boolean', default: false },
    },
  });
  const unknown = values.target.find((target) => !Object.hasOwn(TARGETS, target));
  if (unknown) throw new SetupError(`There is no release for ${unknown}.`);
  const release = readVersion({ allowsChanges: values.modified });
  const output = resolve(values.output);
  if (!isReleaseFolder(output))
    throw new SetupError(`${output} holds other files: name a new or empty folder.`);
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  const names = [];
  for (const target of values.target) names.push(...(await buildTarget(target, release, output)));
  const lines = await Promise.all(names.map((name) => checksumLine(join(output, name), name)));
  writeFileSync(join(output, CHECKSUMS), lines.join(''));
  say(`${CHECKSUMS}: ${names.length} files in ${output}`);
});

/** Builds the files of one target and returns their names. */
async function buildTarget(target, release, output) {
  const start = Date.now();
  const folder = `ramal-${release.version}-${target}`;
  const packages = stagePackages(target);
  const entries = releaseEntries({ ...release, target, packages });
  const archive = `${folder}.tar.zst`;
  await writeArchive(join(output, archive), { entries, folder, time: release.time });
  report(archive, output, start);
  const sbom = `${folder}.cdx.json`;
  const parts = makeSbom({ ...release, target });
  writeFileSync(join(output, sbom), `${JSON.stringify(parts, null, 2)}\n`);
  if (!canBuildDebian()) {
    say('No dpkg-deb on this machine: no Debian package was written.');
    return [archive, sbom];
  }
  const packed = Date.now();
  const debian = await writeDebian({ ...release, target, entries, output });
  report(debian, output, packed);
  return [archive, sbom, debian];
}

function report(name, output, start) {
  const seconds = ((Date.now() - start) / 1000).toFixed(0);
  say(`${name}: ${megabytes(join(output, name))} MB in ${seconds} s`);
}

/** Returns true if the folder is absent, empty, or contains an earlier release. */
function isReleaseFolder(folder) {
  if (!existsSync(folder)) return true;
  return readdirSync(folder).length === 0 || existsSync(join(folder, CHECKSUMS));
}
