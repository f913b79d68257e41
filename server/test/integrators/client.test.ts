/**
 * Tests the published client as integrators receive it. It is built as for a release, and used
 * against a running server.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type * as Client from '../../../packages/client/src/client.ts';
import { sellingInTypeScript } from '../../src/foundation/http/document/api-examples.ts';
import { rateLimits } from '../../src/foundation/limits/rate-limits.ts';
import { type Person, readAccountBalance, person } from '../accounts.ts';
import { seedKey } from '../api-keys.ts';
import { type TestContext, createTestContext } from '../context.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../..');
const typescript = path.join(root, 'node_modules/.bin/tsc');

let ctx: TestContext;
let url: string;
/** A project whose only content is the package. */
let project: string;
let client: typeof Client;
beforeAll(async () => {
  ctx = await createTestContext();
  url = await ctx.server.listen({ port: 0, host: '127.0.0.1' });
  project = await mkdtemp(path.join(os.tmpdir(), 'ramal-client-'));
  const installed = path.join(project, 'node_modules/@ramal/client');
  await mkdir(installed, { recursive: true });
  await cp(path.join(root, 'packages/client/package.json'), path.join(installed, 'package.json'));
  const dist = path.join(installed, 'dist');
  const folder = path.join(root, 'packages/client');
  await run(process.execPath, [path.join(folder, 'generator/generate-client.ts')]);
  await run(typescript, ['-p', folder, '--outDir', dist]);
  client = (await import(pathToFileURL(path.join(dist, 'client.js')).href)) as typeof Client;
});
afterAll(async () => {
  await rm(project, { recursive: true, force: true });
  await ctx.close();
});

let seller: Person;
let keyId: number;
let key: string;
beforeEach(async () => {
  seller = await person(ctx, { balance: 1_000, grants: ['api.keys'] });
  ({ id: keyId, key } = await seedKey(ctx, seller));
});

const connect = (options: Partial<Client.RamalOptions> = {}): Client.Ramal =>
  client.createRamal({ url, key, ...options });

const sale = (nota = 'Dona Célia') => ({
  body: { isOficial: true, credits: 1, package: 1, nota },
});

const refusalOf = async (call: Promise<unknown>): Promise<Client.RamalError> => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof client.RamalError)) throw new Error('not refused', { cause: error });
  return error;
};

it('the example of the page has correct types and sells', async () => {
  const text = sellingInTypeScript(url).replace('rml_…', key);
  await writeFile(path.join(project, 'sell.ts'), text);
  await writeFile(path.join(project, 'package.json'), '{"type":"module"}');
  const strictly = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2024'];
  await run(typescript, [...strictly, '--types', '', 'sell.ts'], { cwd: project });
  const { stdout } = await run(process.execPath, ['sell.ts'], { cwd: project });
  expect(stdout).toMatch(/^custa 1, sobram 9\n\d+ \S+ \d\d\/\d\d\/\d{4}/);
  expect(await readAccountBalance(ctx, seller.id)).toBe(800);
});

it('sells once with one key, renews, and a dry run charges nothing', async () => {
  const ramal = connect();
  const dry = await ramal.lines.createIptvLine(sale(), { preview: true });
  expect([dry.preview, dry.charged, await readAccountBalance(ctx, seller.id)]).toEqual([
    true,
    1,
    1_000,
  ]);
  const idempotencyKey = crypto.randomUUID();
  const sold = await ramal.lines.createIptvLine(sale(), { idempotencyKey });
  expect(await ramal.lines.createIptvLine(sale(), { idempotencyKey })).toEqual(sold);
  const { exp_date_timestamp: until } = await ramal.lines.extendIptvLine({
    params: { id: sold.id },
    body: { credits: 1 },
  });
  expect(until).toBeGreaterThan(sold.exp_date_timestamp);
  expect(await readAccountBalance(ctx, seller.id)).toBe(800);
  const { limit, remaining } = ramal.rateLimit()!;
  expect([limit, remaining]).toEqual([rateLimits['api-key'].points, limit - 4]);
});

it('allRows yields the rows of all pages', async () => {
  const ramal = connect();
  const notes = Array.from({ length: 5 }, (_, n) => `Cliente ${n}`);
  for (const note of notes) await ramal.lines.createIptvLine(sale(note));
  const listedNotes: string[] = [];
  for await (const { nota } of client.allRows(ramal.lines.listIptvLines, {
    query: { per_page: 2, sort: 'created_at' },
  }))
    listedNotes.push(nota);
  expect(listedNotes.toSorted((a, b) => a.localeCompare(b))).toEqual(notes);
});

it('an error has its status, its code and the text of each field', async () => {
  const ramal = connect();
  const body = { ...sale().body, whatsapp: '12' };
  expect(await refusalOf(ramal.lines.createIptvLine({ body }))).toMatchObject({
    name: 'RamalError',
    status: 422,
    code: 'invalid_fields',
    fields: { whatsapp: expect.any(String) },
    message: 'Por favor, preencha todos os campos corretamente',
  });
  const missing = { params: { id: 999_999 }, body: {} };
  expect(await refusalOf(ramal.lines.extendIptvLine(missing))).toMatchObject({ status: 404 });
  expect(await refusalOf(ramal.tickets.listTickets())).toMatchObject({
    status: 403,
    code: 'key_scope_missing',
  });
  expect(await refusalOf(connect({ key: 'rml_x' }).lines.listIptvLines())).toMatchObject({
    status: 401,
    code: 'key_refused',
  });
});

it('a lost response is requested again with the same key, for one sale', async () => {
  let lost = 0;
  const ramal = connect({
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (lost > 0) return response;
      lost += 1;
      throw new TypeError('fetch failed');
    },
  });
  const sold = await ramal.lines.createIptvLine(sale());
  expect([lost, sold.charged, await readAccountBalance(ctx, seller.id)]).toEqual([1, 1, 900]);
});

it('a call without a key that may have acted is not repeated', async () => {
  const { id } = await connect().lines.createIptvLine(sale());
  let sent = 0;
  const ramal = connect({
    fetch: async () => {
      sent += 1;
      throw new TypeError('fetch failed');
    },
  });
  await expect(ramal.lines.switchIptvLine({ params: { id } })).rejects.toThrow('fetch failed');
  expect(sent).toBe(1);
});

it('throws when Retry-After is too long, and waits for a short one', async () => {
  await connect().lines.listIptvLines();
  await ctx.owner.query('update rate_limits set points = $1 where key = $2', [
    rateLimits['api-key'].points,
    `api-key:${keyId}`,
  ]);
  const impatient = connect({ longestPauseSeconds: 0 });
  const refusal = await refusalOf(impatient.lines.listIptvLines());
  expect(refusal).toMatchObject({ status: 429, code: 'too_many_attempts' });
  expect(refusal.retryAfterSeconds).toBeGreaterThan(0);

  const { key: another } = await seedKey(ctx, seller);
  const refused = Response.json(
    { code: 'too_many_attempts' },
    { status: 429, headers: { 'retry-after': '1' } },
  );
  const answers = [refused];
  const patient = connect({
    key: another,
    fetch: async (input, init) => answers.pop() ?? fetch(input, init),
  });
  const startedAtMs = performance.now();
  expect((await patient.lines.listIptvLines()).data).toEqual([]);
  expect(performance.now() - startedAtMs).toBeGreaterThan(990);
});
