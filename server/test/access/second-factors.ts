/**
 * Access to calls on the authenticator, the recovery codes, the required second factor and the
 * caller's password.
 */
import { PASSWORD, person } from '../accounts.ts';
import { type About, type Row, admins, each, signedIn } from './rows.ts';

/** Outcomes of a call that needs a second factor, which no account of this table has. */
const withoutOne = each({ otherwise: 409 });
const withPeopleBelow = each({ otherwise: 403, franchise: 200, admin: 200 });

const anEnrolledAccount: About = async (ctx, { owner }) => {
  const { id } = await person(ctx, { parent: owner });
  await ctx.owner.query(`update accounts set totp_secret = '\\x01' where id = $1`, [id]);
  return id;
};
const aboutEnrolled: Row = {
  outcomes: admins,
  about: anEnrolledAccount,
  sent: (id) => ({ params: { id } }),
};

export const secondFactors: Record<string, Row> = {
  'verify-2fa': { outcomes: signedIn },
  'enable-2fa': {
    outcomes: signedIn,
    sent: () => ({ body: { current_password: PASSWORD } }),
  },
  'confirm-2fa': {
    outcomes: withoutOne,
    sent: () => ({ body: { secret: 'A'.repeat(32), token: '123456' } }),
  },
  'renew-recovery-codes': { outcomes: withoutOne },
  'disable-2fa': { outcomes: withoutOne },
  'replace-2fa': aboutEnrolled,
  'remove-2fa': aboutEnrolled,
  'remove-2fa-of-many': { outcomes: admins, sent: () => ({ body: { ids: [999_999] } }) },
  'get-2fa-rule': { outcomes: withPeopleBelow },
  'set-2fa-rule': { outcomes: withPeopleBelow },
  'list-2fa': { outcomes: admins },
  'change-password': {
    outcomes: signedIn,
    // The new password equals the old one, because the other rows use it too.
    sent: () => ({ body: { password: PASSWORD, current_password: PASSWORD } }),
  },
};
