/** API keys belong to one account. Only admins create external keys (Q-EXTERNALKEY). */
import { seedKey } from '../api-keys.ts';
import { person } from '../accounts.ts';
import { type About, type Row, aboutAccount, admins, each } from './rows.ts';

const onlyOwner = each({ otherwise: 403, owner: 200 });

const aKey: About = async (ctx, { owner }) => (await seedKey(ctx, owner)).id;

const anExternalKey: About = async (ctx, { owner }) => {
  const reseller = await person(ctx, { parent: owner });
  await seedKey(ctx, reseller, { isExternal: true });
  return reseller.id;
};

const byId = (id: number | string) => ({ params: { id } });

export const apiKeys: Record<string, Row> = {
  'list-api-keys': { outcomes: onlyOwner },
  'create-api-key': {
    outcomes: onlyOwner,
    sent: () => ({ body: { name: 'Site', scopes: ['lines:read'] } }),
  },
  'rotate-api-key': { outcomes: onlyOwner, about: aKey, sent: byId },
  'revoke-api-key': { outcomes: onlyOwner, about: aKey, sent: byId },
  'get-external-key': aboutAccount(admins),
  'make-external-key': aboutAccount(admins),
  'revoke-external-key': { outcomes: admins, about: anExternalKey, sent: byId },
};
