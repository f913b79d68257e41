/** Tests that the diagnosis names each problem and its remedy. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, createTestContext } from '../../test/context.ts';
import { readConfig } from '../foundation/config.ts';
import { checkBackups } from './check-backups.ts';
import { checkSettings, readSettings } from './check-database.ts';
import { checkAddress, checkCertificate } from './check-outside.ts';
import { type Finding, diagnoseData, diagnoseMachine } from './diagnosis.ts';

const NOW = new Date('2026-11-29T12:00:00Z');
let ctx: TestContext;
let ownerUrl: string;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'ramal-doctor-'));
  ctx = await createTestContext({ RAMAL_DATA: folder, RAMAL_PROBE_REFERENCES: '' });
  ownerUrl = (ctx.owner.options as { connectionString: string }).connectionString;
});
afterAll(async () => {
  await ctx.close();
  await rm(folder, { recursive: true });
});

const stateOf = (findings: readonly Finding[], subject: string) =>
  findings.find((finding) => finding.subject === subject)?.state;

it('finds the missing backup key and the fsync that tests switch off', async () => {
  const findings = await diagnoseData(ctx, ownerUrl);
  expect(findings.filter(({ state }) => state === 'failed').map(({ subject }) => subject)).toEqual([
    'Banco',
    'Backups',
  ]);
  expect(stateOf(findings, 'Endereço')).toBe('warning');
  expect(stateOf(findings, 'Esquema')).toBe('ok');
});

it('reports a port of another program and a data folder that is missing', async () => {
  const server = (await import('node:http')).createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  const env = { PORT: String(port), HOST: '127.0.0.1', RAMAL_DATA: path.join(folder, 'missing') };
  const findings = await diagnoseMachine(readConfig(env));
  server.close();
  expect([stateOf(findings, 'Portas'), stateOf(findings, 'Disco')]).toEqual(['failed', 'warning']);
});

it('fails on settings that lose sales in a power cut', async () => {
  // The cluster of the tests itself has no such protection.
  const settings = {
    ...(await readSettings(ctx.db)),
    fsync: 'on',
    synchronousCommit: 'on',
    fullPageWrites: 'on',
  };
  expect(await checkSettings(settings)).toMatchObject({ state: 'ok' });
  expect(await checkSettings({ ...settings, synchronousCommit: 'off' })).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('synchronous_commit'),
  });
  expect(await checkSettings({ ...settings, maxConnections: 20 })).toMatchObject({
    state: 'warning',
  });
});

it.each([
  ['https://painel.example', '2027-02-18', 'ok'],
  ['https://painel.example', '2026-12-05', 'warning'],
  ['https://painel.example', '2026-11-01', 'failed'],
  ['http://painel.example', null, 'warning'],
] as const)('judges the certificate of %s until %s as %s', (url, end, state) => {
  const answer = { failed: null, ms: 20, certificateEndsAt: end && new Date(end) };
  expect(checkCertificate(url, answer, NOW).state).toBe(state);
  expect(checkAddress(url, answer).state).toBe('ok');
  expect(checkAddress(url, { ...answer, failed: 'name' }).detail).toContain('registro A');
});

it('passes backups only with a proven key, a remote store and a fresh copy', () => {
  const place = { where: 'here', failure: null };
  const view = {
    key: { provenAtTimestamp: 1 },
    places: [place, { ...place, where: 'elsewhere' }],
    lastGoodTimestamp: NOW.getTime() / 1000 - 3_600,
    drill: null,
  } as unknown as Parameters<typeof checkBackups>[0];
  expect(checkBackups(view, NOW)).toMatchObject({ state: 'ok' });
  expect(checkBackups({ ...view, places: view.places.slice(0, 1) }, NOW).state).toBe('warning');
  expect(checkBackups({ ...view, lastGoodTimestamp: 1 }, NOW).state).toBe('failed');
  const failing = { ...view.places[1]!, failure: 'Não respondeu a tempo.' };
  expect(checkBackups({ ...view, places: [view.places[0]!, failing] }, NOW).detail).toContain(
    'Não respondeu a tempo.',
  );
});
