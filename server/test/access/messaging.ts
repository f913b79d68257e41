/**
 * Access to the channels for messages. They are for admins, but each account connects its own
 * Telegram.
 */
import { randomUUID } from 'node:crypto';
import { type About, admins, each, type Row, signedIn } from './rows.ts';

const aRelay: About = async ({ owner }) => {
  await owner.query(
    `insert into mail_relays (franchise_id, host, port, security, username, from_address, from_name)
     values (0, '127.0.0.1', 9, 'none', '', 'avisos@marca.example', 'Marca') on conflict do nothing`,
  );
  return 0;
};

export const aBot: About = async ({ owner, secrets }) => {
  await owner.query(
    `insert into telegram_bots (franchise_id, number, username, name, sealed_token, path_key, is_polled)
     values (0, 77, 'ramal_bot', 'Ramal', $1, $2, true) on conflict (franchise_id) do nothing`,
    [secrets.encrypt('telegram-token', '77:AAAAAAAAAAAAAAAA'), randomUUID()],
  );
  return 0;
};

const aSuppression: About = async ({ owner }) => {
  const { rows } = await owner.query<{ id: string }>(
    `insert into email_suppressions (address, reason, created_at)
     values (gen_random_uuid() || '@x.example', 'dead', now()) returning id`,
  );
  return Number(rows[0]!.id);
};

/** Unused address. The configuration of the test allows the server to call it. */
const PUSH_ADDRESS = 'https://192.0.2.1/push';
/**
 * Public key of a browser, from the example of RFC 8291. The server requires a point on the curve.
 */
const PUSH_KEY =
  'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';

const aPushBrowser: About = async (ctx, { owner }) => {
  const { rows } = await ctx.owner.query<{ id: string }>(
    `insert into push_subscriptions (account_id, sign_in_id, endpoint, p256dh, auth, user_agent,
       base_url, created_at, last_used_at)
     select account_id, id, $2 || gen_random_uuid(), $3, $4, '', 'http://localhost', now(), now()
     from sign_ins where account_id = $1 limit 1 returning id`,
    [owner.id, PUSH_ADDRESS, Buffer.from(PUSH_KEY, 'base64url'), Buffer.alloc(16)],
  );
  return Number(rows[0]!.id);
};

const token = '77:AAAAAAAAAAAAAAAA';
const relayBody = {
  host: 'smtp.exemplo.com',
  port: 587,
  security: 'starttls',
  from_address: 'avisos@exemplo.com',
  from_name: 'Marca',
};
/**
 * Outcomes while Telegram and WhatsApp do not answer, because no double of them runs in this test.
 */
const silent = { ...admins, admin: 503 };

export const messaging: Record<string, Row> = {
  'get-channels': { outcomes: admins },
  'save-mail-relay': { outcomes: admins, sent: () => ({ body: { ...relayBody, franchise: 8 } }) },
  'remove-mail-relay': { outcomes: admins, about: aRelay, sent: () => ({ query: {} }) },
  // No mail server runs at the address of the relay.
  'send-test-email': {
    outcomes: { ...admins, admin: 422 },
    about: aRelay,
    sent: () => ({ body: { to: 'a@exemplo.com' } }),
  },
  'check-mail-records': {
    outcomes: { ...admins, admin: 404 },
    sent: () => ({ query: { franchise: 9 } }),
  },
  'find-telegram-bot': { outcomes: silent, sent: () => ({ body: { token } }) },
  'save-telegram-bot': { outcomes: silent, sent: () => ({ body: { token } }) },
  'remove-telegram-bot': { outcomes: admins, about: aBot, sent: () => ({ query: {} }) },
  'get-telegram-state': { outcomes: silent, about: aBot },
  'send-test-telegram': { outcomes: { ...admins, admin: 422 }, about: aBot },
  'get-own-push': { outcomes: signedIn },
  'turn-on-push': {
    outcomes: signedIn,
    sent: () => ({ body: { endpoint: PUSH_ADDRESS, p256dh: PUSH_KEY, auth: 'A'.repeat(22) } }),
  },
  'recognise-push': { outcomes: signedIn, sent: () => ({ body: { endpoint: PUSH_ADDRESS } }) },
  'turn-off-push': {
    outcomes: each({ otherwise: 404, owner: 200 }),
    about: aPushBrowser,
    sent: (id) => ({ params: { id } }),
  },
  'get-own-telegram': { outcomes: signedIn },
  'connect-telegram': { outcomes: signedIn, about: aBot },
  'disconnect-telegram': { outcomes: signedIn },
  'save-whatsapp-number': {
    outcomes: silent,
    sent: () => ({
      body: {
        phone_number_id: '1055500001',
        waba_id: '2055500001',
        token: 'EAAG',
        app_secret: 'segredo',
        cost_cents: 20,
      },
    }),
  },
  'remove-whatsapp-number': {
    outcomes: { ...admins, admin: 404 },
    sent: () => ({ query: { franchise: 9 } }),
  },
  'submit-whatsapp-templates': {
    outcomes: { ...admins, admin: 404 },
    sent: () => ({ body: { franchise: 9 } }),
  },
  'list-suppressions': { outcomes: admins },
  'remove-suppression': {
    outcomes: admins,
    about: aSuppression,
    sent: (id) => ({ params: { id } }),
  },
};
