/**
 * Tests the settings of an admin for e-mail and Telegram. The relay is real SMTP; only its answers
 * are scripted.
 */
import {
  checkMailRecords,
  getChannels,
  listSuppressions,
  removeMailRelay,
  removeSuppression,
  saveMailRelay,
  saveTelegramBot,
  sendTestEmail,
} from '@ramal/contract/messaging';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, person } from '../../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../../test/context.ts';
import { type MailRelayDouble, RELAY_PASSWORD, startMailRelay } from '../../../test/mail-relay.ts';
import { startTelegram, type TelegramDouble } from '../../../test/telegram.ts';
import { readMailRecords } from '../email/mail-records.ts';
import { emailQueue, findRelay } from '../email/relay.ts';
import { findBot } from '../telegram/bot.ts';

let ctx: TestContext;
let admin: Person;
let relay: MailRelayDouble;
let telegram: TelegramDouble;
beforeAll(async () => {
  telegram = await startTelegram();
  ctx = await createTestContext({
    RAMAL_TELEGRAM_URL: telegram.url,
    RAMAL_PUBLIC_URL: 'https://painel.example',
  });
  admin = await person(ctx, { profile: 'admin' });
  relay = await startMailRelay();
});
afterAll(async () => {
  await relay.close();
  await telegram.close();
  await ctx.close();
});

const save = (body: Record<string, unknown> = {}) =>
  call(
    ctx,
    saveMailRelay,
    {
      body: {
        host: '127.0.0.1',
        port: relay.port,
        security: 'none',
        username: 'ramal',
        password: RELAY_PASSWORD,
        from_address: 'avisos@marca.example',
        from_name: 'Marca',
        ...body,
      },
    },
    { token: admin.token },
  );
const sendTest = (to: string) => call(ctx, sendTestEmail, { body: { to } }, { token: admin.token });
const channels = async (query = {}) =>
  (await call(ctx, getChannels, { query }, { token: admin.token })).body;

it('encrypts the password and never returns it or sends it to another server', async () => {
  const { body } = await save();
  expect(body.email).toMatchObject({ has_password: true, username: 'ramal', fault: null });
  expect(JSON.stringify(body)).not.toContain(RELAY_PASSWORD);
  const { rows } = await ctx.owner.query<{ sealed_password: Buffer }>(
    'select sealed_password from mail_relays',
  );
  expect(rows[0]!.sealed_password.includes(RELAY_PASSWORD)).toBe(false);

  expect((await save({ password: undefined, from_name: 'Outra' })).status).toBe(200);
  expect((await sendTest('a@x.example')).status).toBe(200);
  // The stored password is never sent to a server that the caller chooses.
  const changed = [
    { host: 'localhost' },
    { port: 2525 },
    { security: 'starttls' as const },
    { username: 'outro' },
  ];
  for (const other of changed) {
    const refused = await save({ password: undefined, ...other });
    expect([refused.status, refused.body.code]).toEqual([422, 'mail_password_missing']);
  }
});

it.each([
  [{ from_address: 'sem-arroba' }, 'from_address'],
  [{ from_address: 'a@b' }, 'from_address'],
  [{ from_address: 'a b@x.example' }, 'from_address'],
  [{ from_address: 'a@x.example\r\nBcc: b@x.example' }, 'from_address'],
  [{ host: 'http://x.example' }, 'host'],
  [{ port: 0 }, 'port'],
  [{ port: 65_536 }, 'port'],
  [{ security: 'ssl' }, 'security'],
  [{ dkim_selector: 'a b' }, 'dkim_selector'],
])('refuses the settings %j', async (body, field) => {
  const { status, body: answer } = await save(body);
  expect(status).toBe(422);
  expect(Object.keys(answer.fields!)).toContain(field);
});

it('reports the error of a test and resumes the queue once the settings are saved', async () => {
  await save();
  const refused = await sendTest('policy@x.example');
  expect(refused.status).toBe(422);
  expect(refused.body.message).toContain('reputação');
  expect((await channels()).email!.fault).toContain('5.7.1');
  const queue = emailQueue((await findRelay(ctx.db, null))!);
  await ctx.db.tx((tx) =>
    tx.run(sql`
      insert into paused_queues (queue, until, reason)
      values (${queue}, ${new Date('2027-01-01')}, 'recusado')`),
  );
  await save();
  expect((await ctx.owner.query('select from paused_queues')).rowCount).toBe(0);
  expect((await channels()).email!.fault).toBeNull();
});

it('uses the common relay for a franchise without its own', async () => {
  await save();
  expect(await channels({ franchise: 7 })).toMatchObject({ email: null, inherits_email: true });
  expect((await findRelay(ctx.db, 7))!.fromName).toBe('Marca');
  await save({ franchise: 7, from_name: 'Aurora' });
  expect((await findRelay(ctx.db, 7))!.fromName).toBe('Aurora');
  expect((await findRelay(ctx.db, 8))!.fromName).toBe('Marca');
  const remove = () =>
    call(ctx, removeMailRelay, { query: { franchise: 7 } }, { token: admin.token });
  expect((await remove()).body).toMatchObject({ email: null, inherits_email: true });
  expect((await remove()).status).toBe(404);
});

it('receives updates at a webhook URL that changes with each saving', async () => {
  const saveBot = (franchise = 0) =>
    call(
      ctx,
      saveTelegramBot,
      { body: { token: telegram.token, franchise } },
      { token: admin.token },
    );
  await saveBot();
  const first = telegram.webhook!;
  expect(first.url).toMatch(/^https:\/\/painel\.example\/api\/telegram-updates\/[\w-]{24}$/);
  expect(first.secret_token).toMatch(/^[\w-]{22}$/);
  expect((await channels()).telegram).toMatchObject({ polled: false });
  await saveBot();
  expect(telegram.webhook!.url).not.toBe(first.url);
  const second = telegram.webhook!;
  expect((await saveBot(7)).body.code).toBe('telegram_bot_taken');
  expect(telegram.webhook).toEqual(second);
  expect(await channels({ franchise: 7 })).toMatchObject({ inherits_telegram: true });
  expect((await findBot(ctx.db, 7))!.username).toBe(telegram.username);
});

it('lists suppressed addresses and removes one from the list', async () => {
  await save();
  await sendTest('gone@x.example');
  const list = () => call(ctx, listSuppressions, { query: {} }, { token: admin.token });
  const [row] = (await list()).body.data;
  expect(row).toMatchObject({ address: 'gone@x.example', reason: 'dead', until_timestamp: null });
  const remove = () =>
    call(ctx, removeSuppression, { params: { id: row!.id } }, { token: admin.token });
  expect((await remove()).status).toBe(200);
  expect((await remove()).status).toBe(404);
  expect((await list()).body.data).toEqual([]);
  const { rows } = await ctx.owner.query(
    `select actor_id::int as by, after from events where kind = 'suppression-removed'`,
  );
  expect(rows).toEqual([{ by: admin.id, after: { email: 'g•••@x.example' } }]);
});

it('reports each of the three records as missing or weak or correct', async () => {
  const zone: Record<string, string[]> = {
    'marca.example': ['google-site-verification=x', 'v=spf1 include:relay.example -all'],
    'r1._domainkey.marca.example': ['v=DKIM1; k=rsa; p=MIIB'],
    '_dmarc.marca.example': ['v=DMARC1; p=none'],
    'aberta.example': ['v=spf1 +all'],
    '_dmarc.aberta.example': ['v=DMARC1; p=reject'],
  };
  const read = async (domain: string, selector: string) =>
    (await readMailRecords(async (name) => zone[name] ?? [], domain, selector)).map(
      ({ kind, state }) => [kind, state],
    );
  expect(await read('marca.example', 'r1')).toEqual([
    ['spf', 'ok'],
    ['dkim', 'ok'],
    ['dmarc', 'weak'],
  ]);
  expect(await read('aberta.example', 'r2')).toEqual([
    ['spf', 'weak'],
    ['dkim', 'missing'],
    ['dmarc', 'ok'],
  ]);
  expect(await read('nada.example', '')).toEqual([
    ['spf', 'missing'],
    ['dmarc', 'missing'],
  ]);
  const silent = await readMailRecords(
    () => Promise.reject(new Error('ETIMEOUT')),
    'x.example',
    '',
  );
  expect(silent.map(({ state }) => state)).toEqual(['unknown', 'unknown']);
  const body = { query: { franchise: 9 } };
  expect((await call(ctx, checkMailRecords, body, { token: admin.token })).status).toBe(404);
});
