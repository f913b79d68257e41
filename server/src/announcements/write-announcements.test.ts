import {
  deleteAnnouncement,
  getAnnouncement,
  listAnnouncements,
  listWrittenAnnouncements,
  saveAnnouncement,
} from '@ramal/contract/announcements';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../test/context.ts';
import { expectNoLostChange } from '../../test/two-editors.ts';
import { localMinute } from '../foundation/clock.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;

beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
  seller = await person(ctx);
});
afterAll(() => ctx.close());

const save = (body: Record<string, unknown>) =>
  call(
    ctx,
    saveAnnouncement,
    { body: { id: 0, titulo: 'Aviso', mensagem: '<p>Texto</p>', type: 1, ...body } },
    { token: admin.token },
  );
const read = (id: number) => call(ctx, getAnnouncement, { params: { id } }, { token: admin.token });
const remove = (id: number) =>
  call(ctx, deleteAnnouncement, { params: { id } }, { token: admin.token });
const shown = async () =>
  (await call(ctx, listAnnouncements, { query: {} }, { token: seller.token })).body;
const eventsOf = async (id: number) =>
  (
    await ctx.owner.query(
      `select kind, before->>'title' as before, after->>'title' as after from events
       where coalesce(before, after)->>'announcement' = $1 order by id`,
      [String(id)],
    )
  ).rows;

it('shows a published announcement on the home of a seller, in the group of its type', async () => {
  const { status, body } = await save({ titulo: 'Manutenção' });
  expect(status).toBe(200);
  expect(body.message).toBe('Anúncio publicado com sucesso!');
  const { anuncios, atualizacoes } = await shown();
  expect(anuncios.map(({ id, titulo }) => [id, titulo])).toContainEqual([body.id, 'Manutenção']);
  expect(atualizacoes.some(({ id }) => id === body.id)).toBe(false);
});

it('keeps the date of an edited announcement and logs both titles', async () => {
  const { body: first } = await save({ titulo: 'Antes' });
  const { body } = await save({ id: first.id, titulo: 'Depois', type: 2 });
  expect(body).toMatchObject({
    id: first.id,
    titulo: 'Depois',
    type: 2,
    timestamp: first.timestamp,
    message: 'Anúncio alterado com sucesso!',
  });
  expect((await read(first.id)).body).toMatchObject({ titulo: 'Depois', type: 2 });
  expect((await shown()).atualizacoes.map(({ id }) => id)).toContain(first.id);
  expect(await eventsOf(first.id)).toEqual([
    { kind: 'announcement-published', before: null, after: 'Antes' },
    { kind: 'announcement-altered', before: 'Antes', after: 'Depois' },
  ]);
});

it('rejects an edit if another admin edited the announcement in the meantime', async () => {
  const { id } = (await save({ titulo: 'Manutenção' })).body;
  const now = async () => (await read(id)).body;
  await expectNoLostChange({
    version: (await now()).version,
    save: async (titulo, version) => {
      const { status, body } = await save({ id, titulo, ...(version && { version }) });
      return { status, ...body };
    },
    read: async () => {
      const { titulo, version } = await now();
      return [titulo, version];
    },
  });
});

it('removes HTML that is not allowed and refuses a message without text', async () => {
  const { body } = await save({
    mensagem:
      '<p onclick="x()">Oi <b>todos</b></p><script>x()</script><a href="javascript:x()">aqui</a>',
  });
  expect(body.mensagem).toBe('<p>Oi <b>todos</b></p><a>aqui</a>');
  for (const mensagem of ['<p> </p><p>&nbsp;</p>', '<script>x()</script>']) {
    const refused = await save({ mensagem });
    expect([mensagem, refused.status]).toEqual([mensagem, 422]);
    expect(refused.body).toMatchObject({ fields: { mensagem: 'Escreva a mensagem do anúncio.' } });
  }
});

it('names the field that is missing or invalid', async () => {
  for (const [field, value] of [
    ['titulo', ''],
    ['titulo', 'a'.repeat(121)],
    ['mensagem', ''],
    ['type', 4],
  ] as const) {
    const refused = await save({ [field]: value });
    expect([field, refused.status]).toEqual([field, 422]);
    expect(refused.body).toHaveProperty(['fields', field]);
  }
});

it('hides a removed announcement, which cannot be read, edited or removed again', async () => {
  const { body } = await save({ titulo: 'Por pouco tempo' });
  expect((await remove(body.id)).status).toBe(200);
  expect((await shown()).anuncios.some(({ id }) => id === body.id)).toBe(false);
  const after = [await read(body.id), await save({ id: body.id }), await remove(body.id)];
  expect(after.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect((await eventsOf(body.id)).map(({ kind }) => kind)).toEqual([
    'announcement-published',
    'announcement-removed',
  ]);
});

describe('the dates of an announcement', () => {
  const inMinutes = (count: number) =>
    localMinute(new Date(ctx.clock.now().getTime() + count * 60_000), ctx.clock.timeZone);
  const written = async () =>
    (
      await call(
        ctx,
        listWrittenAnnouncements,
        { query: { type: 2, per_page: 50 } },
        { token: admin.token },
      )
    ).body.data;
  const updates = async () => (await shown()).atualizacoes.map(({ id }) => id);

  it('shows a scheduled announcement only to admins until its date', async () => {
    const { body } = await save({ type: 2, publish_at: inMinutes(30) });
    expect(body).toMatchObject({ state: 'scheduled', publish_at: inMinutes(30), ends_at: null });
    expect(await updates()).not.toContain(body.id);
    expect((await written()).find(({ id }) => id === body.id)?.state).toBe('scheduled');
    await ctx.owner.query(`update announcements set published_at = $2 where id = $1`, [
      body.id,
      ctx.clock.now(),
    ]);
    expect(await updates()).toContain(body.id);
  });

  it('hides an ended announcement until it gets a later end', async () => {
    const { body } = await save({ type: 2, publish_at: inMinutes(-60), ends_at: inMinutes(-10) });
    expect(body.state).toBe('ended');
    expect(await updates()).not.toContain(body.id);
    const { body: longer } = await save({
      id: body.id,
      type: 2,
      publish_at: body.publish_at,
      ends_at: inMinutes(60),
    });
    expect(longer).toMatchObject({ state: 'published', publish_at: body.publish_at });
    expect(await updates()).toContain(body.id);
    // A request without an end leaves the end unchanged, and null removes it.
    expect((await save({ id: body.id, type: 2 })).body.ends_at).toBe(longer.ends_at);
    const { body: endless } = await save({ id: body.id, type: 2, ends_at: null });
    expect([endless.ends_at, endless.timestamp]).toEqual([null, body.timestamp]);
  });

  it('refuses an end before the publication and an invalid minute', async () => {
    for (const [field, body] of [
      ['ends_at', { publish_at: inMinutes(60), ends_at: inMinutes(60) }],
      ['ends_at', { ends_at: inMinutes(-5) }],
      ['publish_at', { publish_at: 'amanhã' }],
      ['publish_at', { publish_at: '2026-02-30T10:00' }],
    ] as const) {
      const refused = await save(body);
      expect([field, refused.status]).toEqual([field, 422]);
      expect(refused.body).toHaveProperty(['fields', field]);
    }
  });
});
