/** Passkeys and sign-ins belong to one account. Accounts above it have no access to them. */
import { listSignIns } from '@ramal/contract/sessions';
import { call } from '../context.ts';
import { PASSWORD, person, session } from '../accounts.ts';
import { type About, type Row, anybody, each, signedIn } from './rows.ts';

/** Creates a passkey of a new account, so that no caller of this table owns it. */
const aForeignKey: About = async (ctx, { owner }) => {
  const { id } = await person(ctx, { parent: owner });
  const { rows } = await ctx.owner.query<{ id: string }>(
    `insert into passkeys (account_id, name, rp_id, credential_id, public_key, counter, is_backed_up, created_at)
     values ($1, 'Celular', 'localhost', $2, '\\x00', 0, false, now()) returning id`,
    [id, `chave-${id}`],
  );
  return Number(rows[0]!.id);
};

const anotherSignIn: About = async (ctx, { owner }) => {
  const { token } = await session(ctx, owner.username);
  const { body } = await call(ctx, listSignIns, {}, { token });
  return body.data.find(({ current }) => current)!.id;
};

/**
 * Body with an unsigned response of a passkey. A caller with access gets the error about the
 * signature.
 */
const unsigned = () => ({
  body: { name: 'Celular', response: { id: 'a', rawId: 'a', type: 'public-key' } },
});

export const passkeys: Record<string, Row> = {
  'list-passkeys': { outcomes: signedIn },
  'offer-passkey': {
    outcomes: signedIn,
    sent: () => ({ body: { current_password: PASSWORD } }),
  },
  'add-passkey': { outcomes: each({ otherwise: 422 }), sent: unsigned },
  'remove-passkey': {
    outcomes: each({ otherwise: 404 }),
    about: aForeignKey,
    sent: (id) => ({ params: { id } }),
  },
  // The accounts of this table have no passkey.
  'ask-confirmation': { outcomes: each({ otherwise: 409 }) },
  'confirm-with-passkey': { outcomes: each({ otherwise: 422 }), sent: unsigned },
  'offer-passkey-sign-in': { outcomes: anybody },
  'sign-in-with-passkey': { outcomes: each({ otherwise: 422 }, 422), sent: unsigned },

  'list-sign-ins': { outcomes: signedIn },
  'end-sign-in': {
    outcomes: each({ otherwise: 404, owner: 200 }),
    about: anotherSignIn,
    sent: (id) => ({ params: { id } }),
  },
  'end-other-sign-ins': { outcomes: signedIn },
};
