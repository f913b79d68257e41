import type { OnWire } from '@ramal/contract/api/wire-names';
import { getIptvLinks } from '@ramal/contract/lines/iptv-lines';
import {
  getAppLinks,
  getLinksInfo,
  getPortalLinks,
  getTelegram,
  type PortalLinksBody,
  saveAppLinks,
  savePortalLinks,
  savePortalLinksAsDns,
  saveTelegram,
  shortenLink,
} from '@ramal/contract/links';
import { toggleXcloud } from '@ramal/contract/settings';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { line, type Person, person } from '../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../test/context.ts';
import { plainLines } from '../foundation/safe-html.ts';

let ctx: TestContext;
let admin: Person;
let franchise: Person;
let seller: Person;
let stranger: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
  franchise = await person(ctx, { profile: 'franchise' });
  seller = await person(ctx, { parent: franchise, balance: 5000 });
  stranger = await person(ctx, { balance: 5000 });
  await ctx.owner.query('update accounts set id_franchise = 41 where id = any($1)', [
    [franchise.id, seller.id],
  ]);
});
afterAll(() => ctx.close());

const save = (by: Person, body: Record<string, unknown>) =>
  call(ctx, saveAppLinks, { body: body as never }, { token: by.token });
const read = async (by: Person, query: { type: number; id_franchise?: number }) =>
  (await call(ctx, getAppLinks, { query }, { token: by.token })).body;
const shorten = async (link: string) =>
  call(ctx, shortenLink, { body: { link } }, { token: admin.token });
const follow = (address: string) =>
  ctx.server.inject({ method: 'GET', url: new URL(address).pathname });

it('returns the general text to every franchise without its own', async () => {
  await save(admin, { type: 1, links: '<p>Geral</p>' });
  expect(await read(seller, { type: 1 })).toMatchObject({ links: '<p>Geral</p>', inherited: true });
  const { body } = await save(franchise, {
    type: 1,
    links: '<p>Da <b>casa</b></p>',
    id_franchise: 99,
  });
  expect(body).toMatchObject({ id_franchise: 41, message: 'Links publicados com sucesso!' });
  expect(await read(seller, { type: 1 })).toMatchObject({
    links: '<p>Da <b>casa</b></p>',
    inherited: false,
  });
  expect(await read(stranger, { type: 1 })).toMatchObject({ links: '<p>Geral</p>' });
  expect(await read(admin, { type: 1, id_franchise: 99 })).toMatchObject({ inherited: true });
  // A reseller reads the texts of its own franchise, whatever franchise it requests.
  expect(await read(stranger, { type: 1, id_franchise: 41 })).toMatchObject({
    links: '<p>Geral</p>',
  });
  await save(franchise, { type: 1, links: null });
  expect(await read(seller, { type: 1 })).toMatchObject({ links: '<p>Geral</p>', inherited: true });
});

it('stores only the HTML that the allow list permits', async () => {
  const { body } = await save(admin, {
    type: 2,
    links: '<p onclick="x()">Oi<script>x()</script></p>',
  });
  expect(body.links).toBe('<p>Oi</p>');
});

it('refuses a text of a franchise account without a franchise number', async () => {
  const unnumbered = await person(ctx, { profile: 'franchise' });
  expect((await save(unnumbered, { type: 1, links: '<p>x</p>' })).status).toBe(403);
  expect((await save(seller, { type: 1, links: '<p>x</p>' })).status).toBe(403);
});

it('adds the texts of the caller’s franchise with the line’s values to a receipt', async () => {
  await save(franchise, {
    type: 1,
    links: '<p>Use {dns} com <b>{usuario}</b> e {senha}</p><ul><li><p>um</p></li></ul>',
  });
  await save(franchise, { type: 6, links: '<p>Abra <a href="https://tv.exemplo/">aqui</a></p>' });
  const { id, username, password } = await line(ctx, seller);
  const receipt = async (by: Person) =>
    (await call(ctx, getIptvLinks, { params: { id }, body: {} }, { token: by.token })).body;
  const { links_franchise: text, links_WebPlayer: web, DNS_SMARTER: dns } = await receipt(seller);
  expect(text).toBe(`Use ${dns} com ${username} e ${password}\n• um`);
  expect(web).toBe('Abra aqui: https://tv.exemplo/');
  expect((await receipt(admin)).links_franchise).toBe('Geral');
});

it('returns default instructions with the real address for texts without an author', async () => {
  const { body } = await call(ctx, getLinksInfo, {}, { token: stranger.token });
  const { DNS_SMARTER: dns } = (
    await call(
      ctx,
      getIptvLinks,
      { params: { id: (await line(ctx, seller)).id }, body: {} },
      { token: seller.token },
    )
  ).body;
  for (const type of [5, 7] as const)
    expect(body[type]).toContain(`Servidor: ${dns}<br>Usuário: {usuario}<br>Senha: {senha}</p>`);
  expect(body[6]).toContain(`${dns}/web#usuario={usuario}&amp;senha={senha}`);
});

it('returns all texts at once without X-CLOUD while it is switched off', async () => {
  await save(admin, { type: 7, links: '<p>X</p>' });
  const info = async () => (await call(ctx, getLinksInfo, {}, { token: stranger.token })).body;
  expect(await info()).toMatchObject({ 1: '<p>Geral</p>', 7: '<p>X</p>', 'disable-xcloud': 0 });
  await call(ctx, toggleXcloud, { body: {} }, { token: admin.token });
  const off = await info();
  expect([off['disable-xcloud'], '7' in off]).toEqual([1, false]);
  await call(ctx, toggleXcloud, { body: {} }, { token: admin.token });
});

it('returns the checked Telegram link to all accounts and lets an admin remove it', async () => {
  const telegram = async () =>
    (await call(ctx, getTelegram, {}, { token: seller.token })).body.link;
  const publish = (link?: string) =>
    call(ctx, saveTelegram, { body: { link: link ?? null } }, { token: admin.token });
  expect(await telegram()).toBe('');
  await publish('https://t.me/avisos');
  expect(await telegram()).toBe('https://t.me/avisos');
  const refused = await publish('t.me/avisos');
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { fields: { link: 'Os links devem começar com http:// ou https://' } },
  ]);
  await publish();
  expect(await telegram()).toBe('');
});

it('creates short links that redirect to the portal playlists without a typed one', async () => {
  const { body } = await call(
    ctx,
    savePortalLinks,
    {
      body: {
        m3u8: 'http://r4.exemplo/get.php',
        ssiptv: 'http://r4.exemplo/ss',
        ssiptv_encurtado: 'https://c.exemplo/1',
      },
    },
    { token: admin.token },
  );
  expect(body.ssiptv_encurtado).toBe('https://c.exemplo/1');
  expect((await follow(body.m3u8_encurtado)).headers['location']).toBe('http://r4.exemplo/get.php');
  const { body: read } = await call(ctx, getPortalLinks, {}, { token: franchise.token });
  expect(read).toEqual({
    m3u8: body.m3u8,
    ssiptv: body.ssiptv,
    m3u8_encurtado: body.m3u8_encurtado,
    ssiptv_encurtado: body.ssiptv_encurtado,
    automatic: { m3u8: true, ssiptv: false },
  });
});

const publishLists = (body: OnWire<PortalLinksBody>) =>
  call(ctx, savePortalLinks, { body }, { token: admin.token });
const target = async (address: string) => (await follow(address)).headers['location'];

// Customers keep the short link while admins change the list behind it (Q-PORTALSHORT).
it('keeps the code of an automatic short link and redirects to the newest list', async () => {
  const first = (await publishLists({ m3u8: 'http://r4.exemplo/1', m3u8_encurtado: null })).body;
  const short = first.m3u8_encurtado;
  // The form sends the stored short link again.
  await publishLists({ m3u8: 'http://r4.exemplo/2', m3u8_encurtado: short });
  expect(await target(short)).toBe('http://r4.exemplo/2');
  const third = (await publishLists({ m3u8: 'http://r4.exemplo/3' })).body;
  expect([third.m3u8_encurtado, third.automatic.m3u8]).toEqual([short, true]);
  expect(await target(short)).toBe('http://r4.exemplo/3');
  const typed = (await publishLists({ m3u8_encurtado: 'https://c.exemplo/x' })).body;
  expect([typed.m3u8_encurtado, typed.automatic.m3u8]).toEqual(['https://c.exemplo/x', false]);
  const fifth = (await publishLists({ m3u8: 'http://r4.exemplo/5' })).body;
  expect(fifth.m3u8_encurtado).toBe('https://c.exemplo/x');
  const automatic = (await publishLists({ m3u8_encurtado: null })).body;
  expect(automatic.m3u8_encurtado).toBe(short);
  expect(await target(short)).toBe('http://r4.exemplo/5');
});

it('separates automatic short links from those of the same address', async () => {
  const address = 'http://r4.exemplo/partilhado';
  const shortened = (await shorten(address)).body.link;
  const { m3u8_encurtado: short } = (await publishLists({ m3u8: address, m3u8_encurtado: null }))
    .body;
  await publishLists({ m3u8: 'http://r4.exemplo/outro' });
  expect(await target(shortened)).toBe(address);
  expect(await target(short)).toBe('http://r4.exemplo/outro');
});

it('publishes the documented body of save-dns and keeps absent fields and refuses unknown ones', async () => {
  const before = (
    await publishLists({ m3u8: 'http://r4.exemplo/a', ssiptv: 'http://r4.exemplo/b' })
  ).body;
  const byDns = await call(
    ctx,
    savePortalLinksAsDns,
    { body: { links: { ssiptv: 'http://r4.exemplo/c' } } },
    { token: admin.token },
  );
  expect(byDns.body).toMatchObject({ m3u8: before.m3u8, ssiptv: 'http://r4.exemplo/c' });
  for (const body of [{}, { unknown: 1 }, { links: { m3u8: 'http://r4.exemplo/z' } }]) {
    const refused = await publishLists(body as OnWire<PortalLinksBody>);
    expect([body, refused.status]).toEqual([body, 422]);
  }
  const { body } = await call(ctx, getPortalLinks, {}, { token: admin.token });
  expect(body).toMatchObject({ m3u8: before.m3u8, ssiptv: 'http://r4.exemplo/c' });
  const removed = await publishLists({ ssiptv: '' });
  expect(removed.body).toMatchObject({ m3u8: before.m3u8, ssiptv: '', ssiptv_encurtado: '' });
});

it('creates one short link per URL and only for http and https', async () => {
  const [first, second] = await Promise.all([
    shorten('https://exemplo.com/a?b=1'),
    shorten('https://exemplo.com/a?b=1'),
  ]);
  expect(first!.body.link).toMatch(/\/s\/[a-z2-9]{10}$/);
  expect(second!.body.link).toBe(first!.body.link);
  const answer = await follow(first!.body.link.toUpperCase().replace('/S/', '/s/'));
  expect([answer.statusCode, answer.headers['location']]).toEqual([
    302,
    'https://exemplo.com/a?b=1',
  ]);
  for (const link of ['javascript:alert(1)', 'ftp://exemplo.com', 'exemplo.com', ''])
    expect([link, (await shorten(link)).status]).toEqual([link, 422]);
});

it('converts HTML to plain lines', () => {
  expect(
    plainLines(
      '<h3>Um</h3><p>dois &amp; <b>três</b><br />quatro</p><ol><li>a</li><li>b</li></ul><p>&lt;fim&gt;</p>',
    ),
  ).toBe('Um\ndois & três\nquatro\n• a\n• b\n<fim>');
});
