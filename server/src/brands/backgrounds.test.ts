/**
 * Tests backgrounds of the sign-in page: which files are accepted and which background is shown.
 * The stored picture must contain no hidden data.
 */
import sharp from 'sharp';
import {
  type Background,
  chooseBackground,
  deleteBackground,
  listBackgrounds,
  MAX_BACKGROUNDS,
  uploadBackground,
} from '@ramal/contract/backgrounds';
import { getBackground, getBrand } from '@ramal/contract/brands/brands';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { type Person, person } from '../../test/accounts.ts';

let ctx: TestContext;
let admin: Person;
beforeEach(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
});
afterEach(() => ctx.close());

const drawn = (format: 'png' | 'jpeg' | 'gif', width = 320, height = 180) =>
  sharp({ create: { width, height, channels: 3, background: '#246' } })
    .toFormat(format)
    .toBuffer();
const send = async (file: Buffer) =>
  call(ctx, uploadBackground, { file } as never, { token: admin.token });
const upload = async () => {
  const { body } = await send(await drawn('png'));
  expect(body).toMatchObject({ message: 'Upload realizado com sucesso' });
  return body as Background;
};
const list = async () => (await call(ctx, listBackgrounds, {}, { token: admin.token })).body;
const shown = async () => {
  // Each process reads the brands again at most every two seconds, so the clock moves by three
  // seconds.
  ctx.clock.set(new Date(ctx.clock.now().getTime() + 3_000).toISOString());
  return (await call(ctx, getBackground, {})).body.image;
};

it('shows the last uploaded background until another is chosen', async () => {
  expect(await shown()).toBe('/background.svg');
  const first = await upload();
  const second = await upload();
  expect(await shown()).toBe(second.image);
  expect((await call(ctx, getBrand, {})).body.background).toBe(second.image);
  await call(ctx, chooseBackground, { params: { id: first.id }, body: {} }, { token: admin.token });
  expect(await shown()).toBe(first.image);
  expect((await list()).map(({ id, current }) => [id, current])).toEqual([
    [second.id, false],
    [first.id, true],
  ]);
});

it('shows the default drawing after the background was removed', async () => {
  const { id, image } = await upload();
  const removed = await call(ctx, deleteBackground, { params: { id } }, { token: admin.token });
  expect(removed.body.message).toBe('Plano de fundo removido com sucesso!');
  expect(await shown()).toBe('/background.svg');
  expect((await ctx.server.inject({ url: image })).statusCode).toBe(404);
  const again = await call(ctx, deleteBackground, { params: { id } }, { token: admin.token });
  expect(again.body.code).toBe('background_not_found');
});

it('encodes an upload again, scales it down and serves it with a permanent cache', async () => {
  const hidden = Buffer.concat([await drawn('jpeg', 4000, 1000), Buffer.from('<script>')]);
  const { image } = (await send(hidden)).body as Background;
  const got = await ctx.server.inject({ url: image });
  expect(got.headers['content-type']).toBe('image/webp');
  expect(got.headers['cache-control']).toContain('immutable');
  expect(got.headers['content-security-policy']).toContain("default-src 'none'");
  expect(got.rawPayload.includes('<script>')).toBe(false);
  expect(await sharp(got.rawPayload).metadata()).toMatchObject({ width: 2560, height: 640 });
});

it('accepts only JPG and PNG by content, up to the maximum number', async () => {
  for (const file of [await drawn('gif'), Buffer.from('<svg/>'), Buffer.from('GIF89a')])
    // The refusal names the formats that the card offers.
    expect((await send(file)).body).toMatchObject({
      code: 'picture_unreadable',
      message: 'Este arquivo não é uma imagem que se possa abrir. Envie JPG ou PNG.',
    });
  await ctx.owner.query(
    `insert into backgrounds (name, width, height, bytes, uploaded_by, created_at)
     select 'feito-' || n, 1, 1, '', $1, now() from generate_series(1, $2) n`,
    [admin.id, MAX_BACKGROUNDS],
  );
  expect((await send(await drawn('png'))).body).toMatchObject({ code: 'backgrounds_too_many' });
});

it('selects one background after simultaneous uploads', async () => {
  await Promise.all([upload(), upload(), upload()]);
  expect((await list()).filter(({ current }) => current)).toHaveLength(1);
});
