/**
 * Tests brands that are set on the screen: which accounts may change which fields, and which input
 * is refused. Every process must show the change.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { getBrand } from '@ramal/contract/brands/brands';
import {
  createBrand,
  deleteBrand,
  editBrand,
  editBrandLook,
  listBrands,
  uploadBrandPicture,
} from '@ramal/contract/brands/brand-settings';
import { getMessageTexts } from '@ramal/contract/message-texts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { expectNoLostChange } from '../../test/two-editors.ts';
import { makePanelServer } from '../app.ts';
import { deleteOldRows } from '../retention/retention.ts';

let folder: string;
let ctx: TestContext;
let admin: Person;
let franchise: Person;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'ramal-brands-'));
  await mkdir(path.join(folder, 'brands'));
  await writeFile(
    path.join(folder, 'brands.json'),
    JSON.stringify([{ hosts: ['farol.example'], name: 'Farol', accent: '#3f4a63' }]),
  );
  ctx = await createTestContext({ RAMAL_DATA: folder });
  admin = await person(ctx, { profile: 'admin' });
  franchise = await person(ctx, { profile: 'franchise' });
  await ctx.owner.query('update accounts set id_franchise = 7 where id = $1', [franchise.id]);
});
afterAll(async () => {
  await ctx.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => ctx.owner.query('delete from brands'));

const aurora = {
  name: 'Aurora Play',
  accent: '#7B2FA0',
  hosts: ['Painel.Aurora.example', 'aurora.example'],
};
const create = (body = {}, { token }: Person = admin) =>
  call(ctx, createBrand, { body: { ...aurora, ...body } }, { token });
const created = async (body = {}) => (await create(body)).body.brand;
const brandAt = async (host: string) => (await call(ctx, getBrand, { query: { host } })).body;
const edit = (id: number | null, body = {}) =>
  call(
    ctx,
    editBrand,
    { params: { id: id! }, body: { ...aurora, ...body } },
    { token: admin.token },
  );
const editLook = (id: number | null, body = {}) =>
  call(
    ctx,
    editBrandLook,
    { params: { id: id! }, body: { name: aurora.name, accent: aurora.accent, ...body } },
    { token: franchise.token },
  );
const list = async ({ token }: Person) => (await call(ctx, listBrands, {}, { token })).body;
const drawn = (format: 'png' | 'gif', width = 600) =>
  sharp({ create: { width, height: width / 4, channels: 4, background: '#7b2fa080' } })
    .toFormat(format)
    .toBuffer();
const upload = async (kind: 'logo' | 'background', file: Buffer, { token } = admin) =>
  (await call(ctx, uploadBrandPicture, { params: { kind }, file } as never, { token })).body;

it('shows a saved brand at once in this process and after two seconds in the others', async () => {
  const second = await makePanelServer({ ...ctx, config: { ...ctx.config }, db: { ...ctx.db } });
  const elsewhere = async () =>
    (await second.inject({ url: '/api/brand?host=aurora.example' })).json<{ name: string }>().name;
  expect(await elsewhere()).toBe('Ramal');
  const { id } = await created();
  expect(await brandAt('PAINEL.aurora.example')).toMatchObject({
    name: 'Aurora Play',
    title: 'Aurora Play',
    forceLight: true,
    colors: { light: { accent: '#7b2fa0' } },
  });
  ctx.clock.forward(2_000);
  expect(await elsewhere()).toBe('Aurora Play');
  await edit(id, { name: 'Aurora Nova', hosts: ['nova.example'] });
  expect((await brandAt('nova.example')).name).toBe('Aurora Nova');
  expect((await brandAt('aurora.example')).name).toBe('Ramal');
  await call(ctx, deleteBrand, { params: { id: id! } }, { token: admin.token });
  expect((await brandAt('nova.example')).name).toBe('Ramal');
  await second.close();
});

// The path of this call changed, and clients may still use the earlier one.
it('accepts a picture at the earlier path too', async () => {
  const { statusCode } = await ctx.server.inject({
    method: 'POST',
    url: '/api/brands/pictures/logo',
    headers: {
      authorization: `Bearer ${admin.token}`,
      'content-type': 'application/octet-stream',
    },
    payload: Buffer.from('no picture'),
  });
  expect(statusCode).toBe(422);
});

it('uses the uploaded pictures for manifest and icons, encoded again and scaled down', async () => {
  const hidden = Buffer.concat([await drawn('png'), Buffer.from('<script>')]);
  const logo = await upload('logo', hidden);
  expect(logo).toMatchObject({ width: 512, height: 128 });
  const background = await upload('background', await drawn('png', 2_800));
  expect(background.width).toBe(2_560);
  await created({ logo: logo.name, background: background.name, title: 'Aurora' });
  const shown = await brandAt('aurora.example');
  expect(shown.favicon).toBe(shown.logo);
  const picture = await ctx.server.inject({ url: shown.logo });
  expect(picture.headers['content-type']).toBe('image/webp');
  expect(picture.headers['content-security-policy']).toContain("default-src 'none'");
  expect(picture.rawPayload.includes('<script>')).toBe(false);
  const headers = { host: 'aurora.example' };
  const manifest = (await ctx.server.inject({ url: '/manifest.webmanifest', headers })).json<{
    name: string;
    icons: { src: string }[];
  }>();
  expect(manifest.name).toBe('Aurora');
  const icon = await ctx.server.inject({ url: manifest.icons[0]!.src, headers });
  expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, 'image/png']);
});

it('rejects files that are no pictures and deletes unused pictures', async () => {
  expect(await upload('logo', await drawn('gif'))).toMatchObject({
    code: 'picture_unreadable',
    message: expect.stringContaining('Envie PNG, JPG ou WebP.'),
  });
  expect(await upload('logo', Buffer.from('<svg/>'))).toMatchObject({ code: 'picture_unreadable' });
  const [shown, unused] = [
    await upload('logo', await drawn('png')),
    await upload('logo', await drawn('png')),
  ];
  await created({ logo: shown.name });
  await ctx.owner.query("update brand_pictures set created_at = now() - interval '2 years'");
  await deleteOldRows(ctx, 'hour');
  expect((await ctx.server.inject({ url: `/brand-files/${shown.name}` })).statusCode).toBe(200);
  expect((await ctx.server.inject({ url: `/brand-files/${unused.name}` })).statusCode).toBe(404);
  expect((await create({ hosts: ['x.example'], logo: unused.name })).body.code).toBe(
    'picture_not_found',
  );
});

it('assigns a host to only one brand, of the file or of the screen', async () => {
  await created();
  for (const [hosts, name] of [
    [['AURORA.example'], 'Aurora Play'],
    [['farol.example'], 'Farol'],
  ] as const) {
    const { body } = await create({ name: 'Outra', hosts });
    expect(body).toMatchObject({ code: 'brand_host_taken' });
    expect(body.message).toContain(name);
  }
  const both = await Promise.all([
    create({ hosts: ['a.example'] }),
    create({ hosts: ['a.example'] }),
  ]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  for (const host of ['http://a.example', 'a.example:80', 'a.example/x', '../x', 'a b'])
    expect((await create({ hosts: [host] })).body.fields).toHaveProperty(['hosts.0']);
});

it('shows the file’s brand for a host that both name, and marks the host on the screen', async () => {
  const file = path.join(folder, 'brands.json');
  const before = JSON.stringify([{ hosts: ['farol.example'], name: 'Farol', accent: '#3f4a63' }]);
  const { id } = await created();
  const taken = { hosts: ['farol.example', 'aurora.example'], name: 'Farol', accent: '#3f4a63' };
  await writeFile(file, JSON.stringify([taken]));
  ctx.clock.forward(3_000);
  expect((await brandAt('aurora.example')).name).toBe('Farol');
  const { brands } = await list(admin);
  expect(brands.map(({ id: brandId, hidden_hosts: hidden }) => [brandId, hidden])).toEqual([
    [null, []],
    [id, ['aurora.example']],
  ]);
  expect((await edit(id)).status).toBe(200);
  await writeFile(file, `${before} `);
  ctx.clock.forward(3_000);
  expect((await brandAt('aurora.example')).name).toBe('Aurora Play');
});

it('refuses an unreadable colour or one similar to a signal, with the figure', async () => {
  for (const [accent, text] of [
    ['#e28cff', '4,5 : 1'],
    ['#8e1230', '40°'],
    ['plum', '#7b2fa0'],
  ] as const)
    expect((await create({ accent })).body.fields?.accent).toContain(text);
});

it('allows a franchise to edit only the look of its own brand', async () => {
  const brand = await created({ id_franchise: 7 });
  const other = await created({ hosts: ['mare.example'], name: 'Maré' });
  const { brands, franchises } = await list(franchise);
  expect([brands.map(({ name }) => name), franchises]).toEqual([['Aurora Play'], []]);
  expect((await list(admin)).franchises).toEqual([{ id: 7, username: franchise.username }]);

  const more = { name: 'Aurora TV', hosts: ['roubado.example'], id_franchise: 9 };
  const saved = await editLook(brand.id, { ...more, charge_text: 'Oi, {nome}!' });
  expect(saved.body.brand).toMatchObject({
    name: 'Aurora TV',
    hosts: ['painel.aurora.example', 'aurora.example'],
    id_franchise: 7,
  });
  expect((await editLook(other.id)).body.code).toBe('brand_not_found');
  expect((await editLook(brand.id, { accent: '#ffff00' })).status).toBe(422);
  for (const refused of [
    await create({ hosts: ['b.example'] }, franchise),
    await call(ctx, deleteBrand, { params: { id: brand.id! } }, { token: franchise.token }),
  ])
    expect(refused.status).toBe(403);
  const { texts } = (await call(ctx, getMessageTexts, {}, { token: franchise.token })).body;
  expect(texts.find(({ kind }) => kind === 'charge')?.default).toBe('Oi, {nome}!');
});

it('rejects an edit if another user edited the brand in the meantime', async () => {
  const { id } = await created({ id_franchise: 7 });
  const now = async () => (await list(admin)).brands.find((brand) => brand.id === id)!;
  const saves = {
    admin: (body: object) => edit(id, { id_franchise: 7, ...body }),
    franchise: (body: object) => editLook(id, body),
  };
  for (const save of Object.values(saves))
    await expectNoLostChange({
      version: (await now()).version,
      save: async (name, version) => {
        const { status, body } = await save({ name, ...(version && { version }) });
        return { status, code: body.code, version: body.brand?.version };
      },
      read: async () => {
        const { name, version } = await now();
        return [name, version];
      },
    });
});

it('rejects an edit if only the hosts changed in the meantime', async () => {
  const { id, version } = await created({ id_franchise: 7 });
  const [brand] = (await list(franchise)).brands;
  expect(brand!.version).toBe(version);
  const hosts = ['nova.example'];
  expect((await edit(id, { hosts, id_franchise: 7, version })).status).toBe(200);
  expect((await edit(id, { version })).body.code).toBe('changed_meanwhile');
  expect((await editLook(id, { version })).body.code).toBe('changed_meanwhile');
  expect((await list(admin)).brands.find((brand) => brand.id === id)!.hosts).toEqual(hosts);
});

it('accepts only an existing franchise', async () => {
  expect((await create({ id_franchise: 99 })).body.code).toBe('franchise_not_found');
  const { id } = await created({ id_franchise: 7 });
  // A request without the field leaves it unchanged, and null clears it.
  expect((await edit(id)).body.brand.id_franchise).toBe(7);
  expect((await edit(id, { id_franchise: null })).body.brand.id_franchise).toBeNull();
});
