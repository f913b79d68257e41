/**
 * Checks that the files of `deploy/` match the settings of the server, and that they match each
 * other.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import yaml from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { root } from './run.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const { version } = JSON.parse(read('package.json'));
const files = readdirSync(join(root, 'deploy'), { recursive: true, encoding: 'utf8' })
  .map((name) => `deploy/${name}`)
  .filter((path) => statSync(join(root, path)).isFile());

/** Variables that the server does not read. Only the launcher or the files themselves read them. */
const OWN = ['RAMAL_LAUNCHER', 'RAMAL_ENV_FILE', 'RAMAL_IMAGE', 'RAMAL_HOST'];
const VARIABLE = /\b(?:RAMAL_[A-Z0-9_]+|DATABASE_[A-Z_]*URL)\b/g;

describe('settings', () => {
  const config = new Set(read('server/src/foundation/config.ts').match(VARIABLE));
  const documented = new Set(read('docs/OPERATIONS.md').match(VARIABLE));

  it.each(files)('%s names only settings that the server reads', (path) => {
    const names = (read(path).match(VARIABLE) ?? []).filter((name) => !OWN.includes(name));
    expect(names.filter((name) => !config.has(name) || !documented.has(name))).toEqual([]);
  });
});

describe('units', () => {
  const sections = (path) => read(path).split(/^# A replacing process/m)[1];

  it('the units share every line from the handling of processes on', () => {
    expect(sections('deploy/systemd/ramal@.service')).toBe(
      sections('deploy/systemd/ramal.service'),
    );
  });

  it('a unit waits longer for the end than the embedded PostgreSQL takes', () => {
    const seconds = Number(/TimeoutStopSec=(\d+)/.exec(read('deploy/systemd/ramal.service'))[1]);
    const [, stop] = /'-t', '(\d+)'/.exec(read('server/src/foundation/postgres/postmaster.ts'));
    const [, requests] = /STOP_MS = (\d+)_000/.exec(read('server/src/main.ts'));
    expect(seconds).toBeGreaterThanOrEqual(Number(stop) + Number(requests) + 10);
  });
});

describe('compose.yaml', () => {
  const { services, networks } = yaml.load(read('deploy/container/compose.yaml'));

  it('the image runs with a read-only root file system and without capabilities', () => {
    const { ramal } = services;
    expect([ramal.read_only, ramal.cap_drop]).toEqual([true, ['ALL']]);
    expect(ramal.security_opt).toContain('no-new-privileges:true');
  });

  it('trusts the network of the proxy', () => {
    const { subnet } = networks.default.ipam.config[0];
    expect(services.ramal.environment.RAMAL_TRUSTED_PROXIES).toBe(subnet);
  });

  it('the proxy forwards to the port of the image', () => {
    const [, port] = /EXPOSE (\d+)/.exec(read('deploy/container/Containerfile'));
    expect(read('deploy/container/Caddyfile')).toContain(`reverse_proxy ramal:${port}`);
  });
});

describe('manifests of Kubernetes', () => {
  const folder = 'deploy/kubernetes';
  const load = (name) => yaml.loadAll(read(`${folder}/${name}`)).filter(Boolean);
  const [kustomization] = load('kustomization.yaml');
  const objects = kustomization.resources.flatMap(load);
  const ofKind = (kind) => objects.filter((object) => object.kind === kind);
  const deployments = ofKind('Deployment');
  const named = (kind, name) => ofKind(kind).find(({ metadata }) => metadata.name === name);
  const containerOf = (deployment) => deployment.spec.template.spec.containers[0];
  const byComponent = (component) =>
    deployments.find(
      ({ spec }) => spec.selector.matchLabels['app.kubernetes.io/component'] === component,
    );

  it('every manifest is a resource or the sample of the secret', () => {
    const manifests = readdirSync(join(root, folder)).filter((name) => name.endsWith('.yaml'));
    const expected = [...kustomization.resources, 'kustomization.yaml', 'secret.sample.yaml'];
    expect(new Set(manifests)).toEqual(new Set(expected));
  });

  it('each role has a deployment', () => {
    const rolesOf = (deployment) =>
      containerOf(deployment).env.find(({ name }) => name === 'RAMAL_ROLES').value;
    expect(deployments.map(rolesOf)).toEqual(['panel', 'player', 'worker']);
  });

  it('the image has the version of the product', () => {
    expect(kustomization.images).toEqual([
      { name: 'ramal', newName: expect.any(String), newTag: version },
    ]);
    for (const deployment of deployments) expect(containerOf(deployment).image).toBe('ramal');
  });

  it.each(deployments.map((object) => [object.metadata.name, object]))(
    '%s meets the restricted security standard',
    (_, { spec: { template } }) => {
      const { securityContext, containers } = template.spec;
      expect(securityContext.runAsNonRoot).toBe(true);
      expect(securityContext.seccompProfile.type).toBe('RuntimeDefault');
      for (const container of containers)
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
    },
  );

  it.each(deployments.map((object) => [object.metadata.name, object]))(
    '%s refers only to objects that exist',
    (_, deployment) => {
      const { spec } = deployment.spec.template;
      const container = containerOf(deployment);
      const [sample] = load('secret.sample.yaml');
      const configMaps = kustomization.configMapGenerator.map(({ name }) => name);
      const databaseSecrets = ofKind('Cluster').map(({ metadata }) => `${metadata.name}-app`);
      const claims = ofKind('PersistentVolumeClaim').map(({ metadata }) => metadata.name);
      const existing = [...configMaps, sample.metadata.name, ...databaseSecrets, ...claims];
      const references = [
        ...container.envFrom.map(({ configMapRef, secretRef }) => (configMapRef ?? secretRef).name),
        ...container.env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef.name ?? []),
        ...spec.volumes.flatMap(({ persistentVolumeClaim: claim }) => claim?.claimName ?? []),
      ];
      expect(references.length).toBeGreaterThanOrEqual(3);
      expect(references.filter((name) => !existing.includes(name))).toEqual([]);
      const volumes = spec.volumes.map(({ name }) => name);
      expect(container.volumeMounts.map(({ name }) => name).toSorted()).toEqual(volumes.toSorted());
    },
  );

  it('services, disruption budgets and the ingress select existing pods', () => {
    const selectors = [
      ...ofKind('Service').map(({ spec }) => spec.selector),
      ...ofKind('PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels),
    ];
    expect(selectors).toHaveLength(5);
    for (const selector of selectors)
      expect(byComponent(selector['app.kubernetes.io/component'])).toBeDefined();
    for (const { http } of ofKind('Ingress')[0].spec.rules)
      expect(named('Service', http.paths[0].backend.service.name)).toBeDefined();
  });

  it('a role that serves has probes on its own port', () => {
    for (const role of ['panel', 'player']) {
      const { ports, env, readinessProbe } = containerOf(byComponent(role));
      const setting = role === 'panel' ? 'PORT' : 'RAMAL_PLAYER_PORT';
      expect(env.find(({ name }) => name === setting).value).toBe(String(ports[0].containerPort));
      expect(readinessProbe.httpGet).toEqual({ path: '/readyz', port: ports[0].name });
    }
  });
});
