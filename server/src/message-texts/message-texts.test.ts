/** Tests texts and link hosts over HTTP, with a real brands.json in the data folder of the test. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { iptvLines } from '@ramal/contract/lines/iptv-lines';
import { getMessageTexts, saveMessageText, setLinkHost } from '@ramal/contract/message-texts';
import { defaultMessages, type MessageKind } from '@ramal/contract/rules/message';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { line, type Person, person } from '../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../test/context.ts';

let folder: string;
let ctx: TestContext;
let seller: Person;
let aurora: Person;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'ramal-texts-'));
  await writeFile(
    path.join(folder, 'brands.json'),
    JSON.stringify([
      {
        hosts: ['painel.aurora.example', 'tv.aurora.example'],
        name: 'Aurora Play',
        accent: '#7b2fa0',
        id_franchise: 7,
        texts: { charge: 'Aurora: {nome}, {quando}.' },
      },
      { hosts: ['mare.example'], name: 'Maré', accent: '#1283a8', id_franchise: 8 },
    ]),
  );
  ctx = await createTestContext({ RAMAL_DATA: folder });
  seller = await person(ctx);
  aurora = await person(ctx, { parent: seller, balance: 1000 });
  await ctx.owner.query('update accounts set id_franchise = 7 where id = $1', [aurora.id]);
});
afterAll(async () => {
  await ctx.close();
  await rm(folder, { recursive: true });
});

const read = async (by: Person) => (await call(ctx, getMessageTexts, {}, { token: by.token })).body;
const save = (by: Person, kind: MessageKind, text: string) =>
  call(ctx, saveMessageText, { body: { kind, text } }, { token: by.token });
const choose = (by: Person, host?: string) =>
  call(ctx, setLinkHost, { body: { host: host ?? null } }, { token: by.token });
const textOf = async (by: Person, kind: MessageKind) =>
  (await read(by)).texts.find((text) => text.kind === kind);
const kindsOf = async (by: Person) =>
  (
    await ctx.owner.query(
      `select kind from events where account_id = $1 and kind ~ '^(message|link)' order by id`,
      [by.id],
    )
  ).rows.map(({ kind }) => kind);

it('returns the default text until the account stores its own and again after it is removed', async () => {
  expect(await textOf(seller, 'receipt')).toEqual({
    kind: 'receipt',
    own: null,
    default: defaultMessages.receipt,
  });
  await save(seller, 'receipt', 'Oi, {nome}!');
  await save(seller, 'receipt', 'Olá, {nome}!');
  expect(await textOf(seller, 'receipt')).toMatchObject({ own: 'Olá, {nome}!' });
  expect(await textOf(seller, 'test')).toMatchObject({ own: null });
  const reset = () =>
    call(ctx, saveMessageText, { body: { kind: 'receipt', text: null } }, { token: seller.token });
  await reset();
  await reset();
  expect(await textOf(seller, 'receipt')).toMatchObject({ own: null });
  expect(await kindsOf(seller)).toEqual([
    'message-text-saved',
    'message-text-saved',
    'message-text-reset',
  ]);
});

it('never returns the texts of the parent but those of the brand to a franchise’s sellers', async () => {
  await save(seller, 'charge', 'Só meu');
  expect(await textOf(aurora, 'charge')).toEqual({
    kind: 'charge',
    own: null,
    default: 'Aurora: {nome}, {quando}.',
  });
  expect(await textOf(aurora, 'test')).toMatchObject({ default: defaultMessages.test });
});

it('refuses an unknown placeholder by its name and a text that is too long', async () => {
  const refused = await save(seller, 'test', 'Oi {nome}, vence {vencimeto}');
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({
    fields: { text: '{vencimeto} não existe. Use um dos campos abaixo.' },
  });
  expect((await save(seller, 'test', 'a'.repeat(1_501))).status).toBe(422);
  expect(await textOf(seller, 'test')).toMatchObject({ own: null });
});

it('uses the chosen host of the own brand in links and refuses hosts of other brands', async () => {
  const { id } = await line(ctx, aurora);
  const linkOf = async (by: Person) => {
    const { body } = await call(
      ctx,
      iptvLines.receipt,
      { params: { id }, body: { action: 8 } },
      { token: by.token },
    );
    return new URL(body.short_M3U8).hostname;
  };
  const before = await linkOf(aurora);
  expect((await read(aurora)).hosts).toEqual(['painel.aurora.example', 'tv.aurora.example']);
  expect((await choose(aurora, 'mare.example')).status).toBe(422);
  expect((await choose(seller, 'tv.aurora.example')).status).toBe(422);
  expect((await choose(aurora, 'tv.aurora.example')).body.host).toBe('tv.aurora.example');
  expect(await linkOf(aurora)).toBe('tv.aurora.example');
  expect(await linkOf(seller)).toBe(before);
  expect((await choose(aurora)).body.host).toBeNull();
  expect(await linkOf(aurora)).toBe(before);
  expect(await kindsOf(aurora)).toEqual(['link-host-set', 'link-host-set']);
});
