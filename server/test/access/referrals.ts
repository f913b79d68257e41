/** Access to referrals and invitations, which belong to one account. */
import { line } from '../accounts.ts';
import { type About, each, type Row, sellers } from './rows.ts';

const anInvitation: About = async (ctx, { owner }) => {
  const { rows } = await ctx.owner.query<{ id: number }>(
    `insert into reseller_invitations (inviter_id, code, max_uses, expires_at, created_at)
     values ($1, gen_random_uuid()::text, 1, now() + interval '40 years', now()) returning id::int`,
    [owner.id],
  );
  return rows[0]!.id;
};

/** An invitation to a free account, made again for each caller. */
const anOpenCode: About = async (ctx, { owner }) => {
  const { rows } = await ctx.owner.query<{ code: string }>(
    `insert into reseller_invitations (inviter_id, code, max_uses, expires_at, created_at)
     values ($1, replace(gen_random_uuid()::text, '-', ''), 1, now() + interval '40 years', now()) returning code`,
    [owner.id],
  );
  return rows[0]!.code;
};

/** A referral between two lines of the owner, which waits for a payment. */
const aReferral: About = async (ctx, { owner }) => {
  const [referrer, friend] = [await line(ctx, owner), await line(ctx, owner)];
  await ctx.owner.query(
    `insert into referral_settings values ($1, true, 10, 0, 7, 1, 12) on conflict do nothing`,
    [owner.id],
  );
  const { rows } = await ctx.owner.query<{ id: number }>(
    `insert into referrals (account_id, referrer_line_id, friend_line_id, at)
     values ($1, $2, $3, now()) returning id::int`,
    [owner.id, referrer.id, friend.id],
  );
  return rows[0]!.id;
};

const ofOwner = each({ otherwise: 404, owner: 200, admin: 403 });

const everybody = each({ otherwise: 200 }, 200);
const byId = (id: number | string) => ({ params: { id } });
const byCode = (code: number | string) => ({ params: { code } });

export const referrals: Record<string, Row> = {
  'get-referral-settings': { outcomes: sellers },
  'save-referral-settings': {
    outcomes: sellers,
    sent: () => ({
      body: {
        is_on: true,
        referrer_days: 10,
        friend_days: 0,
        wait_days: 7,
        payments_counted: 1,
        friends_a_year: 12,
      },
    }),
  },
  'list-referrals': { outcomes: sellers },
  // Nobody was refused, so the export is empty.
  'export-referrals': {
    outcomes: each({ otherwise: 422, admin: 403 }),
    sent: () => ({ body: { search: 'ninguem' } }),
  },
  // The code of a customer is unknown to every account in this test.
  'add-referral': {
    outcomes: each({ otherwise: 422, admin: 403 }),
    sent: () => ({ body: { code: 'desconhecido', username: 'ninguem' } }),
  },
  'deliver-referral': { outcomes: ofOwner, about: aReferral, sent: byId },
  'refuse-referral': {
    outcomes: ofOwner,
    about: aReferral,
    sent: (id) => ({ params: { id }, body: { reason: 'Não é amigo' } }),
  },
  // The key of the customer is refused like every unknown key.
  'get-portal-referral': {
    outcomes: each({ otherwise: 403 }, 403),
    sent: () => ({ body: { key: 's.1.2.x' } }),
  },
  'list-invitations': { outcomes: sellers },
  'create-invitation': { outcomes: sellers, sent: () => ({ body: { days: 7 } }) },
  'revoke-invitation': {
    outcomes: each({ otherwise: 404, owner: 200, admin: 403 }),
    about: anInvitation,
    sent: byId,
  },
  'get-invitation': { outcomes: everybody, about: anOpenCode, sent: byCode },
  'accept-invitation': {
    outcomes: everybody,
    about: anOpenCode,
    sent: (code) => ({
      params: { code },
      body: { username: `c-${code}`, password: 'senha-segura-1' },
    }),
  },
};
