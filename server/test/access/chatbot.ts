/** Chatbot addresses belong to one seller. The address itself is public and only its id is secret. */
import { createChatbotAddress } from '@ramal/contract/storefront/chatbot';
import { call } from '../context.ts';
import { type About, each, type Row, sellers } from './rows.ts';

/** Creates an address in the place of the former ones, because their number is limited. */
const anAddress: About = async (ctx, { owner }) => {
  await ctx.owner.query('update chatbot_addresses set revoked_at = now() where account_id = $1', [
    owner.id,
  ]);
  return (await call(ctx, createChatbotAddress, { body: {} }, { token: owner.token })).body.id;
};

const onlyItsOwner = each({ otherwise: 404, owner: 200, admin: 403 });

const unknown = (): { params: { account: string; plan: string } } => ({
  params: { account: 'q7Rk2mVx9a', plan: 't6H4pZs1Yw' },
});

export const chatbot: Record<string, Row> = {
  'reply-to-chatbot': {
    outcomes: each({ otherwise: 404 }, 404),
    sent: () => ({ ...unknown(), body: {} }),
  },
  'read-chatbot-reply': { outcomes: each({ otherwise: 404 }, 404), sent: unknown },
  'list-chatbot-addresses': { outcomes: sellers },
  'create-chatbot-address': { outcomes: sellers, sent: () => ({ body: { per_day: 5 } }) },
  'edit-chatbot-address': {
    outcomes: onlyItsOwner,
    about: anAddress,
    sent: (id) => ({ params: { id }, body: { per_day: 3 } }),
  },
  'revoke-chatbot-address': {
    outcomes: onlyItsOwner,
    about: anAddress,
    sent: (id) => ({ params: { id } }),
  },
};
