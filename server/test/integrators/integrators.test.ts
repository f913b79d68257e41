/**
 * Programs of integrators in several languages. They use only the API document and its page. They
 * need python3 with its standard library, and also use php and curl if these are installed.
 */
import { execFile, spawnSync } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { moduleRoutes } from '../../src/app.ts';
import { verifying } from '../../src/foundation/http/document/api-webhooks.ts';
import { signWebhook } from '../../src/webhooks/sign.ts';
import { withInsideNames } from '@ramal/contract/api/translated';
import { createIptvLine } from '@ramal/contract/lines/iptv-lines';
import { listSigmaPackages } from '@ramal/contract/sigma/sigma';
import { createChatbotAddress } from '@ramal/contract/storefront/chatbot';
import { type Person, PASSWORD, readAccountBalance, person } from '../accounts.ts';
import { seedKey } from '../api-keys.ts';
import { type TestContext, call, createTestContext } from '../context.ts';

const run = promisify(execFile);

let ctx: TestContext;
let seller: Person;
let url: string;
beforeAll(async () => {
  ctx = await createTestContext();
  seller = await person(ctx, { balance: 1_000, grants: ['api.keys'] });
  url = await ctx.server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => ctx.close());

/** Optional programs. Their tests are skipped on machines without them. */
const missing = (program: string): boolean => spawnSync(program, ['--version']).status !== 0;

it('a program in Python sells once and renews, from the OpenAPI document alone', async () => {
  const { key } = await seedKey(ctx, seller);
  const { stdout } = await run('python3', [
    path.join(import.meta.dirname, 'consumer.py'),
    `${url}/api/openapi.json`,
    key,
  ]);
  const { dry, sold, again, renewed } = JSON.parse(stdout) as Record<
    string,
    Record<string, unknown>
  >;
  expect(dry).toMatchObject({ preview: true });
  expect(again).toEqual(sold);
  expect(renewed!.exp_date_formatted).not.toBe(sold!.exp_date_formatted);
  expect(await readAccountBalance(ctx, seller.id)).toBe(800);
  const { rows } = await ctx.owner.query('select note from lines where owner_id = $1', [seller.id]);
  expect(rows).toEqual([{ note: 'Vendida em Python' }]);
});

/** Text of the page as a browser shows it. */
const plain = (html: string): string =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

it.skipIf(missing('curl'))('each curl command of the page runs unchanged', async () => {
  const shopkeeper = await person(ctx, { balance: 1_000, grants: ['api.keys'] });
  const scopes = ['lines:write', 'sigma:write', 'sigma_renewals:write'] as const;
  const { key } = await seedKey(ctx, shopkeeper, { scopes });
  const sent = { isOficial: true, credits: 1, package: 1, nota: 'Cliente' };
  const { id, username } = (await call(ctx, createIptvLine, { body: sent }, { token: key })).body;
  const { data: packages } = (await call(ctx, listSigmaPackages, {}, { token: key })).body;
  const month = packages.find(({ is_trial, duration }) => is_trial === 'NO' && duration === 1)!;
  const token = { token: shopkeeper.token };
  const chatbot = (await call(ctx, createChatbotAddress, { body: {} }, token)).body;
  const page = await (await fetch(`${url}/api/docs`)).text();
  const examples = [...page.matchAll(/<pre><code>(curl [^<]+)/g)].map(([, text]) =>
    plain(text!)
      .replaceAll(/rml_…|(?<=Bearer )…/g, key)
      .replace('/123 ', `/${id} `)
      .replace('"7710482","packageId":"t6H4pZs1Yw"', `"${username}","packageId":"${month.id}"`)
      .replace('/api/chatbot/q7Rk2mVx9a/t6H4pZs1Yw', new URL(chatbot.url).pathname)
      .replace('"loja","password":"…"', `"${shopkeeper.username}","password":"${PASSWORD}"`),
  );
  expect(examples).toHaveLength(7);
  for (const example of examples) {
    const { stdout } = await run('sh', ['-ec', example.replaceAll(/^curl /gm, 'curl -fsS ')]);
    expect(stdout).toMatch(/^{/);
  }
  // The account paid for four acts: a line sold before, a line sold by the examples, and two renewals
  // by the examples.
  expect(await readAccountBalance(ctx, shopkeeper.id)).toBe(600);
});

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const body = '{"type":"line.renewed","data":{"note":"Dona Célia"}}';

/**
 * Returns the headers of a message that was signed at this time. The message also has a signature
 * with another secret.
 */
function headersAt(timestamp: number, signedWith = secret) {
  const message = { id: 'msg_1', timestamp, body };
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': `${timestamp}`,
    'webhook-signature': `${signWebhook('whsec_AAAA', message)} ${signWebhook(signedWith, message)}`,
  };
}

const programs = {
  Python: (input: string) =>
    run('python3', [
      '-c',
      `${verifying.Python}
import sys
one = json.loads(sys.argv[1])
print(json.dumps(verify(one["secret"], one["headers"], one["body"].encode())))`,
      input,
    ]),
  TypeScript: (input: string) =>
    run(process.execPath, [
      '--input-type=module-typescript',
      '-e',
      `${verifying.TypeScript}
const one = JSON.parse(process.argv.at(-1)!);
console.log(JSON.stringify(verify(one.secret, one.headers, one.body)));`,
      input,
    ]),
  PHP: (input: string) =>
    run('php', [
      '-d',
      'display_errors=stderr',
      '-r',
      `${verifying.PHP}
$one = json_decode($argv[1], true);
echo json_encode(verify($one['secret'], $one['headers'], $one['body']));`,
      input,
    ]),
};

it.for(Object.entries(programs))(
  'the page’s code in %s accepts only correctly signed messages',
  async ([language, verify], { skip }) => {
    skip(language === 'PHP' && missing('php'));
    const now = Math.floor(Date.now() / 1000);
    const runVerifier = (headers: object, received = body) =>
      verify(JSON.stringify({ secret, headers, body: received })).then(
        ({ stdout }) => JSON.parse(stdout) as unknown,
        ({ stderr }: { stderr: string }) => /fora do prazo|assinatura errada/.exec(stderr)?.[0],
      );
    expect(await runVerifier(headersAt(now))).toEqual(JSON.parse(body));
    expect(await runVerifier(headersAt(now, 'whsec_BBBB'))).toBe('assinatura errada');
    expect(await runVerifier(headersAt(now), body.replace('Célia', 'Clélia'))).toBe(
      'assinatura errada',
    );
    expect(await runVerifier({ ...headersAt(now), 'webhook-signature': 'v1,' })).toBe(
      'assinatura errada',
    );
    expect(await runVerifier(headersAt(now - 600))).toBe('fora do prazo');
    expect(await runVerifier(headersAt(now + 600))).toBe('fora do prazo');
  },
);

/**
 * Calls that need a value from another service or from a message. A test cannot generate such a
 * value.
 */
const givenElsewhere = new Set([
  'confirm-notice-address',
  'find-telegram-bot',
  'save-telegram-bot',
  'turn-on-push',
  'send-probe-report',
  'save-backup-key',
  'save-backup-s3',
]);

it('each example body on the page is accepted by its call', async () => {
  const page = await (await fetch(`${url}/api/docs`)).text();
  const calls = new Map(moduleRoutes(ctx).map(({ endpoint }) => [endpoint.name, endpoint]));
  const examples = [
    ...page.matchAll(
      /<section id="([^"]+)" data-call>(?:(?!<\/section>).)*?Exemplo do corpo<\/summary><pre><code>([^<]+)/gs,
    ),
  ];
  expect(examples.length).toBeGreaterThan(80);
  const refused = examples.flatMap(([, name, text]) => {
    if (givenElsewhere.has(name!)) return [];
    const { body } = calls.get(name!)!;
    const read = body!.safeParse(withInsideNames(body!, JSON.parse(plain(text!))));
    return read.success ? [] : [`${name}: ${z.prettifyError(read.error)}`];
  });
  expect(refused).toEqual([]);
});
