import { findLines } from '@ramal/contract/lines/find-lines';
import { deleteIptvLine } from '@ramal/contract/lines/iptv-lines';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type Person, line, p2pLine, person } from '../../../test/accounts.ts';

let ctx: TestContext;
let [seller, child, stranger, admin]: Person[] = [];
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
  seller = await person(ctx, { balance: 100_000 });
  child = await person(ctx, { parent: seller, balance: 100_000 });
  stranger = await person(ctx, { balance: 100_000 });
});
afterAll(() => ctx.close());

const find = async (search: string, actor = seller!) =>
  (await call(ctx, findLines, { query: { search } }, { token: actor.token })).body;

it('finds lines of the caller’s network on every platform, accents ignored, and no others', async () => {
  const ownLine = await line(ctx, seller!, { nota: 'Dona Célia' });
  const below = await p2pLine(ctx, child!, undefined, { nota: 'celia da esquina' });
  await line(ctx, stranger!, { nota: 'Célia de outro' });
  const { id } = await line(ctx, seller!, { nota: 'celia apagada' });
  await call(ctx, deleteIptvLine, { params: { id }, body: {} }, { token: seller!.token });
  const response = await find('CELIA');
  expect(new Map(response.lines.map((each) => [each.platform, each.id]))).toEqual(
    new Map([
      ['iptv', ownLine.id],
      ['p2p', below.id],
    ]),
  );
  expect(response.lines).toHaveLength(2);
  expect(response.totals).toEqual([
    { platform: 'iptv', total: 1, total_exact: true },
    { platform: 'p2p', total: 1, total_exact: true },
  ]);
  expect((await find('celia', child)).lines.map((each) => each.id)).toEqual([below.id]);
  expect((await find('celia', admin)).lines).toHaveLength(3);
});

it('returns the exact user name first and then names with that beginning and then by expiry', async () => {
  const named = await line(ctx, seller!, { username: '70707', nota: 'a' });
  const begins = await line(ctx, seller!, { username: '7070799', nota: 'b' });
  const later = await line(ctx, seller!, { username: '8101', nota: 'x 70707', credits: 3 });
  const sooner = await line(ctx, seller!, { username: '8102', nota: 'x 70707' });
  expect((await find('70707')).lines.map((each) => each.id)).toEqual([
    named.id,
    begins.id,
    sooner.id,
    later.id,
  ]);
});

it('returns a few lines and the number of all matches', async () => {
  for (let n = 0; n < 8; n += 1) await line(ctx, seller!, { nota: `repetida ${n}` });
  const { lines, totals } = await find('repetida');
  expect(lines).toHaveLength(6);
  expect(totals[0]).toMatchObject({ total: 8 });
});

it('finds the line with the exact name among very many matches even if it has expired', async () => {
  const named = await line(ctx, seller!, { username: '90909' });
  await ctx.owner.query(
    `update lines set expires_at = expires_at - interval '1 year' where id = $1`,
    [named.id],
  );
  for (let n = 0; n < 8; n += 1) await line(ctx, seller!, { nota: `era o 90909 (${n})` });
  expect((await find('90909')).lines[0]!.id).toBe(named.id);
  await line(ctx, stranger!, { username: '9090901' });
  expect((await find('9090901')).lines).toEqual([]);
});

it('requires at least two letters', async () => {
  const { status, body } = await call(
    ctx,
    findLines,
    { query: { search: 'c' } },
    { token: seller!.token },
  );
  expect([status, (body as unknown as { code: string }).code]).toEqual([422, 'invalid_fields']);
});
