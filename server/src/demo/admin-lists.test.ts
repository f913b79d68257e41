/** Tests that each list that an admin can open has rows after the demo starts. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { wireName } from '@ramal/contract/api/wire-names';
import { listBalancers } from '@ramal/contract/operations/balancers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { moduleRoutes } from '../app.ts';
import { PASSWORD, session } from '../../test/accounts.ts';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { getBalancerChoice } from '../balancers/balancers.ts';
import { probedSources } from '../probed-sources.ts';
import { probeRound } from '../reachability/reachability.ts';
import { seedBrands, seedDemo } from './demo.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'ramal-demo-'));
let ctx: TestContext;
let token: string;
beforeAll(async () => {
  process.env.RAMAL_DEMO_PASSWORD = PASSWORD;
  ctx = await createTestContext({
    RAMAL_DATA: folder,
    RAMAL_BACKUP_FOLDER: path.join(folder, 'backups'),
    RAMAL_PROBE_REFERENCES: '',
  });
  await seedDemo(ctx);
  await seedBrands(ctx.config);
  // Forwards the clock, because the brands file is read again only some seconds later.
  ctx.clock.forward(10_000);
  ({ token } = await session(ctx, 'admin'));
});
afterAll(async () => {
  delete process.env.RAMAL_DEMO_PASSWORD;
  await ctx.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the previous month as yyyy-mm. */
const monthBefore = (now: Date): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15)).toISOString().slice(0, 7);

const queries: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  'search-resellers': [{ search: 'loja' }],
  'find-lines': [{ search: 'Nando' }],
  'find-lines-by-whatsapp': [{ whatsapp: '5531955550105' }],
  'list-written-announcements': [{ type: 1 }, { type: 2 }, { type: 3 }, { type: 5 }],
  'get-app-links': [{ type: 1 }],
  'list-expiries': [{ month: monthBefore(new Date()) }],
  'get-list-views': [{ list: 'resellers' }],
  'read-ticket-facts': [{ channels: '1' }],
};

/** Lists that cannot have a row in the demo, with the reason, by call and field. */
const impossible: Readonly<Record<string, string>> = {
  'list-iptv-lines data': 'Admins sell no lines (R-02).',
  'list-p2p-lines data': 'Admins sell no lines (R-02).',
  'list-new-p2p-lines data': 'Admins sell no lines (R-02).',
  'get-numbers trend': 'Admins sell no lines (R-02).',
  'get-numbers costs': 'Admins sell no lines (R-02).',
  'get-numbers methods': 'Admins sell no lines (R-02).',
  'get-number-groups groups': 'Admins sell no lines (R-02).',
  'get-trial-groups groups': 'Admins sell no lines (R-02).',
  'get-cohorts cohorts': 'Admins sell no lines (R-02).',
  'get-cohorts all': 'Admins sell no lines (R-02).',
  'list-costs data': 'Admins sell no lines (R-02).',
  'list-passkeys data': 'Only an authenticator creates a passkey.',
  'get-own-push browsers': 'Only the push service of a browser creates a subscription.',
  'list-dns-shared data': 'No account is above an admin.',
  'get-tree-level path': 'No account is above the first level.',
  'get-revenue days': 'Payments of the test provider are no revenue.',
  'check-mail-records records': 'The records are read from DNS.',
  'list-outside happened': 'The list exists only in the quarantine after a restore.',
  'list-outside unread': 'The list exists only in the quarantine after a restore.',
  'list-nodes nodes': 'Only a running process records its sign of life.',
  'read-node-log data': 'Only a running process has a log.',
  'view-rollback changes': 'The list exists only after an upgrade.',
  'list-upgrades data': 'A demo starts with its newest release.',
  'view-backups remote_1': 'A remote store requires a network.',
  'view-backups remote_2': 'A remote store requires a network.',
};

/**
 * Returns the inner schema, without its defaults and transforms. It describes the JSON that is
 * sent.
 */
function onWire(schema: z.ZodType): z.ZodType {
  const { def } = schema as unknown as { def: { innerType?: z.ZodType; in?: z.ZodType } };
  const inner = def.innerType ?? def.in;
  return inner ? onWire(inner) : schema;
}

const isRows = (schema: z.ZodType): boolean => {
  const array = onWire(schema);
  return array instanceof z.ZodArray && onWire(array.element as z.ZodType) instanceof z.ZodObject;
};

/**
 * Returns the fields of the answer that contain rows. The name is empty if the answer itself is an
 * array.
 */
function rowFields({ answer }: Endpoint): string[] {
  if (isRows(answer)) return [''];
  const object = onWire(answer);
  if (!(object instanceof z.ZodObject)) return [];
  return Object.entries(object.shape).flatMap(([name, field]) =>
    isRows(field as z.ZodType) ? [wireName(name)] : [],
  );
}

const isListOfAdmins = ({ method, path: url, access, download, events }: Endpoint): boolean =>
  method === 'GET' &&
  !url.includes(':') &&
  !download &&
  !events &&
  access !== 'public' &&
  access.profiles.includes('admin');

it('gives every list of an admin at least one row', async () => {
  const empty: string[] = [];
  let lists = 0;
  for (const { endpoint } of moduleRoutes(ctx)) {
    if (!isListOfAdmins(endpoint)) continue;
    const fields = rowFields(endpoint);
    const expected = fields.filter((field) => !(`${endpoint.name} ${field}` in impossible));
    for (const query of expected.length > 0 ? (queries[endpoint.name] ?? [{}]) : []) {
      const { status, body } = await call(ctx, endpoint, { query }, { token });
      expect([endpoint.name, status]).toEqual([endpoint.name, 200]);
      for (const field of expected) {
        const rows = field === '' ? body : (body as Record<string, unknown>)[field];
        lists += 1;
        if ((rows as unknown[]).length === 0)
          empty.push(`${endpoint.name} ${field} ${JSON.stringify(query)}`);
      }
    }
  }
  expect(empty).toEqual([]);
  expect(lists).toBeGreaterThan(60);
});

it('names only lists of the contract in the exceptions', () => {
  const contractLists = moduleRoutes(ctx)
    .filter(({ endpoint }) => isListOfAdmins(endpoint))
    .flatMap(({ endpoint }) => rowFields(endpoint).map((field) => `${endpoint.name} ${field}`));
  expect(Object.keys(impossible).filter((name) => !contractLists.includes(name))).toEqual([]);
});

describe('the demo stays offline', () => {
  const balancerStates = async () => {
    const { body } = await call(ctx, listBalancers, {}, { token });
    return body.data.map(({ name, state }) => [name, state]);
  };

  it('probes only documentation addresses and keeps the states of its balancers', async () => {
    const before = await balancerStates();
    const urls: string[] = [];
    await probeRound(ctx, probedSources, {
      probe: async (_ctx, { url }) => {
        urls.push(url);
        return { failed: 'name', certificateEndsAt: null, ms: null };
      },
      pause: async () => {},
    });
    expect(urls.filter((url) => !url.startsWith('http://203.0.113.'))).toEqual([]);
    expect(urls.length).toBeGreaterThan(0);
    expect(await balancerStates()).toEqual(before);
    expect(new Set(before.map(([, state]) => state)).size).toBeGreaterThan(4);
  });

  it('redirects no player to a balancer', async () => {
    const choice = getBalancerChoice(ctx);
    expect(await choice.choose('cliente', 'tv.exemplo.com.br')).toBeUndefined();
  });
});
