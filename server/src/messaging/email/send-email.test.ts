/**
 * Tests e-mail by real SMTP over a socket. Only the relay's replies are scripted
 * (server/test/mail-relay.ts).
 */
import { saveMailRelay } from '@ramal/contract/messaging';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Person, person } from '../../../test/accounts.ts';
import { type MailRelayDouble, RELAY_PASSWORD, startMailRelay } from '../../../test/mail-relay.ts';
import { call, createTestContext, type TestContext } from '../../../test/context.ts';
import { type Email, sendEmail } from './send-email.ts';
import { smtpFailure } from './smtp-outcome.ts';

let ctx: TestContext;
let admin: Person;
let relay: MailRelayDouble;
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
  relay = await startMailRelay();
});
beforeEach(async () => {
  relay.taken.length = 0;
  await ctx.owner.query('truncate email_suppressions, full_mailboxes');
  await save();
});
afterAll(async () => {
  await relay.close();
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
        from_address: 'avisos@marca.example',
        from_name: 'Marca',
        ...body,
      },
    },
    { token: admin.token },
  );

const email = (to: string, more: Partial<Email> = {}): Email => ({
  id: 'bell-12',
  franchiseId: null,
  to,
  subject: 'Resposta no ticket',
  title: 'ESPN 2 travando',
  paragraphs: ['Trocamos a fonte.\nTeste agora?'],
  ...more,
});
const send = (to: string, more?: Partial<Email>) =>
  sendEmail(ctx, email(to, more), AbortSignal.timeout(20_000));

const suppressed = async () =>
  (await ctx.owner.query('select address, reason, until from email_suppressions')).rows;
const faultOf = async () =>
  (await ctx.owner.query<{ fault: string | null }>('select fault from mail_relays')).rows[0]!.fault;

it('sends a message to one person with its own id as text and HTML', async () => {
  const outcome = await send('dona.celia@cliente.example', {
    fromName: 'João\r\nBcc: outro@x.example',
    replyTo: 'joao@revenda.example',
    subject: 'Vence amanhã: <b>renove</b>',
    paragraphs: ['Oi <script>alert(1)</script>'],
    button: { label: 'Renovar', url: 'https://portal.example/?a=1&b=2' },
  });
  expect(outcome).toMatchObject({ state: 'sent', reference: '<bell-12@marca.example>' });
  const [{ raw, from, to }] = relay.taken as [MailRelayDouble['taken'][number]];
  expect([from, to]).toEqual(['avisos@marca.example', ['dona.celia@cliente.example']]);
  expect(raw).toContain('Message-ID: <bell-12@marca.example>');
  expect(raw).toContain('Reply-To: joao@revenda.example');
  expect(raw).toContain('Auto-Submitted: auto-generated');
  expect(raw).not.toMatch(/^Bcc:/m);
  expect(raw).toContain('multipart/alternative');
  const html = raw.slice(raw.indexOf('text/html'));
  expect(html).toContain('&lt;script&gt;');
  expect(html).not.toContain('<script>');
});

it('writes a long unsubscribe link without folding', async () => {
  const unsubscribeUrl = `https://portal.example/parar/${'k'.repeat(200)}`;
  await send('a@cliente.example', { unsubscribeUrl });
  const { raw } = relay.taken[0]!;
  expect(raw.split('\r\n')).toContain(`List-Unsubscribe: <${unsubscribeUrl}>`);
  expect(raw.split('\r\n')).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
});

it('reuses the connection for the next message', async () => {
  const before = relay.connections;
  for (const name of ['a', 'b', 'c']) await send(`${name}@cliente.example`);
  expect(relay.connections - before).toBeLessThanOrEqual(1);
  expect(relay.taken).toHaveLength(3);
});

it.each([
  ['gone', { state: 'failed', reason: 'O endereço não existe mais.' }],
  ['full', { state: 'failed', reason: 'A caixa do destinatário está cheia.' }],
  ['refused', { state: 'failed' }],
  ['large', { state: 'failed' }],
  ['busy', { state: 'retry' }],
  ['later', { state: 'retry', pause: { untilMs: 60_000 } }],
  ['laterdata', { state: 'retry' }],
  ['cut', { state: 'retry' }],
  ['silent', { state: 'unknown' }],
] as const)('interprets the answer of a relay to %s', async (name, outcome) => {
  expect(await send(`${name}@cliente.example`)).toMatchObject(outcome);
  expect(await faultOf()).toBeNull();
});

it('repeats a message with an unknown result under the same id', async () => {
  await send('silent@cliente.example');
  await send('silent@cliente.example');
  expect(relay.taken.map(({ raw }) => /Message-ID: (.*)/.exec(raw)![1])).toEqual([
    '<bell-12@marca.example>',
    '<bell-12@marca.example>',
  ]);
});

it('sends nothing to a dead address and does not call the relay', async () => {
  await send('Gone@cliente.example'.replace('G', 'g'));
  expect(await suppressed()).toMatchObject([
    { address: 'gone@cliente.example', reason: 'dead', until: null },
  ]);
  const before = relay.connections;
  expect(await send('GONE@cliente.example')).toMatchObject({ state: 'failed' });
  expect(relay.connections).toBe(before);
});

it('suppresses a full mailbox for thirty days after its third rejection in thirty days', async () => {
  for (let time = 1; time <= 2; time += 1) await send('full@cliente.example');
  expect(await suppressed()).toEqual([]);
  await send('full@cliente.example');
  expect(await suppressed()).toMatchObject([{ reason: 'full' }]);
  expect(await send('full@cliente.example')).toMatchObject({
    reason: 'A caixa do destinatário está cheia há dias.',
  });
});

it.each(['policy', 'spam'])(
  'stops the queue without suppressing the address after a rejection of the sender (%s)',
  async (name) => {
    expect(await send(`${name}@cliente.example`)).toMatchObject({
      state: 'retry',
      pause: { untilMs: 3_600_000 },
    });
    expect(await suppressed()).toEqual([]);
    expect(await faultOf()).toContain('reputação');
    await send('a@cliente.example');
    expect(await faultOf()).toBeNull();
  },
);

it('signs in and stops the queue when the password is rejected', async () => {
  await save({ username: 'ramal', password: RELAY_PASSWORD });
  expect(await send('a@cliente.example')).toMatchObject({ state: 'sent' });
  await save({ username: 'ramal', password: 'outra' });
  expect(await send('a@cliente.example')).toMatchObject({
    state: 'retry',
    reason: 'O servidor de e-mail recusou o usuário ou a senha.',
    pause: { untilMs: 3_600_000 },
  });
  expect(await faultOf()).toContain('usuário ou a senha');
});

it('never sends without encryption if the settings require it', async () => {
  await save({ security: 'starttls' });
  expect(await send('a@cliente.example')).toMatchObject({
    state: 'retry',
    reason: 'A conexão segura com o servidor de e-mail não se firma.',
  });
  expect(relay.taken).toEqual([]);
});

it('rejects a certificate of an unknown authority', async () => {
  const selfSigned = await startMailRelay({ hideSTARTTLS: false });
  await save({ security: 'starttls', port: selfSigned.port });
  expect(await send('a@cliente.example')).toMatchObject({
    state: 'retry',
    reason: 'A conexão segura com o servidor de e-mail não se firma.',
  });
  expect(selfSigned.taken).toEqual([]);
  await selfSigned.close();
});

it('tries again when no server listens', async () => {
  const gone = await startMailRelay();
  await gone.close();
  await save({ port: gone.port });
  expect(await send('a@cliente.example')).toMatchObject({ state: 'retry' });
});

it('interprets every reply of the table', () => {
  const at = (command: string, response: string) =>
    smtpFailure(
      { command, response, responseCode: Number(response.slice(0, 3)), message: response },
      command === 'DATA',
    );
  expect(at('RCPT TO', '550 5.1.10 No such domain')).toMatchObject({ mailbox: 'dead' });
  expect(at('RCPT TO', '550-5.2.1 Disabled')).toMatchObject({ mailbox: 'dead' });
  expect(at('RCPT TO', '552 Over quota')).toMatchObject({ mailbox: 'full' });
  expect(at('MAIL FROM', '550 5.1.8 Bad sender')).toMatchObject({ isFault: true });
  expect(at('RCPT TO', '550 5.1.7 Bad sender')).toMatchObject({ isFault: true });
  expect(at('CONN', '554 No service')).toMatchObject({ isFault: true, state: 'retry' });
  expect(at('DATA', '554 5.7.1 Spam')).toMatchObject({ isFault: true });
  expect(at('DATA', '421 Closing')).toMatchObject({ state: 'retry', pauseMs: 60_000 });
  expect(at('MAIL FROM', '530 5.7.0 Authentication required')).toMatchObject({ isFault: true });
  expect(at('AUTH PLAIN', '454 4.7.0 Temporary failure')).toMatchObject({ state: 'retry' });
  expect(at('RCPT TO', '450 4.2.1 Greylisted')).toMatchObject({ state: 'retry' });
  expect(at('AUTH PLAIN', '535 5.7.8 Bad password')).toMatchObject({ isFault: true });
  const before = (code: string) => smtpFailure({ code, message: code }, false);
  for (const code of ['ETIMEDOUT', 'ECONNECTION', 'ESOCKET', 'EDNS'])
    expect(before(code)).toEqual({
      state: 'retry',
      reason: 'O servidor de e-mail não respondeu.',
    });
  for (const code of ['EAUTH', 'ENOAUTH', 'EREQUIRETLS', 'ETLS', 'ECONFIG'])
    expect(before(code)).toMatchObject({ isFault: true, pauseMs: 3_600_000 });
  for (const code of ['EENVELOPE', 'EMESSAGE', 'ESTREAM'])
    expect(before(code)).toMatchObject({ state: 'failed' });
  expect(smtpFailure({ code: 'ETIMEDOUT', message: 'Timeout' }, true)).toMatchObject({
    state: 'unknown',
  });
});
