/** What an integrator does with the document and the page alone, in other languages too (python3, stdlib only). */
import { execFile } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifying } from '../../src/foundation/http/api-webhooks.ts';
import { signatureOf } from '../../src/webhooks/sign.ts';
import { type Person, balanceOf, person } from '../accounts.ts';
import { seedKey } from '../api-keys.ts';
import { type TestContext, createTestContext } from '../context.ts';

const run = promisify(execFile);

let ctx: TestContext;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  seller = await person(ctx, { balance: 1_000, grants: ['api.keys'] });
  await ctx.server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => ctx.close());

it('a program in Python sells once and renews, from the OpenAPI document alone', async () => {
  const { key } = await seedKey(ctx, seller);
  const { port } = ctx.server.server.address() as AddressInfo;
  const { stdout } = await run('python3', [
    path.join(import.meta.dirname, 'consumer.py'),
    `http://127.0.0.1:${port}/api/openapi.json`,
    key,
  ]);
  const { dry, sold, again, renewed } = JSON.parse(stdout) as Record<
    string,
    Record<string, unknown>
  >;
  expect(dry).toMatchObject({ preview: true });
  expect(again).toEqual(sold);
  expect(renewed!.exp_date_formatted).not.toBe(sold!.exp_date_formatted);
  expect(await balanceOf(ctx, seller.id)).toBe(800);
  const { rows } = await ctx.owner.query('select note from lines where owner_id = $1', [seller.id]);
  expect(rows).toEqual([{ note: 'Vendida em Python' }]);
});

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const body = '{"type":"line.renewed","data":{"note":"Dona Célia"}}';

/** The headers of a message that was signed then, and beside it what another secret signed. */
function headersAt(timestamp: number, signedWith = secret) {
  const message = { id: 'msg_1', timestamp, body };
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': `${timestamp}`,
    'webhook-signature': `${signatureOf('whsec_AAAA', message)} ${signatureOf(signedWith, message)}`,
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
};

it.each(Object.entries(programs))(
  'the page’s code in %s takes what we signed and nothing else',
  async (_, verify) => {
    const now = Math.floor(Date.now() / 1000);
    const asked = (headers: object) => verify(JSON.stringify({ secret, headers, body }));
    const { stdout } = await asked(headersAt(now));
    expect(JSON.parse(stdout)).toEqual(JSON.parse(body));
    await expect(asked(headersAt(now, 'whsec_BBBB'))).rejects.toThrow('assinatura errada');
    await expect(asked(headersAt(now - 600))).rejects.toThrow('fora do prazo');
  },
);
