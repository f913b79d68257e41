/** Calls of existing tools. Lines are found in the caller's tree; another account has no customer. */
import { listSigmaPackages } from '@ramal/contract/sigma/sigma';
import { line } from '../accounts.ts';
import { call } from '../context.ts';
import { type About, each, type Row, sellers } from './rows.ts';

const aCustomer: About = async (ctx, { owner }) => (await line(ctx, owner)).username;

const aTest: About = async (ctx, { owner }) => {
  const { body } = await call(ctx, listSigmaPackages, {}, { token: owner.token });
  return body.data.find(({ is_trial }) => is_trial === 'NO')!.id;
};

/** Packages belong to one account, so the others do not know the id. */
const onlyOwnPackage = each({ otherwise: 422, owner: 200, admin: 403 });
const ownCustomers = each({
  otherwise: 200,
  stranger: 400,
  sibling: 400,
  child: 400,
  admin: 403,
});

export const sigma: Record<string, Row> = {
  'get-sigma-user': { outcomes: sellers },
  'list-sigma-packages': { outcomes: sellers },
  'find-sigma-customer': {
    outcomes: ownCustomers,
    about: aCustomer,
    sent: (username) => ({ query: { username } }),
  },
  'set-sigma-customer-status': {
    outcomes: ownCustomers,
    about: aCustomer,
    sent: (username) => ({ body: { username, status: 'BANNED' } }),
  },
  'create-sigma-customer': {
    outcomes: onlyOwnPackage,
    about: aTest,
    sent: (packageId) => ({ body: { packageId, name: 'Cliente' } }),
  },
  'renew-sigma-customer': {
    outcomes: onlyOwnPackage,
    about: async (ctx, people) =>
      `${(await line(ctx, people.owner)).username} ${await aTest(ctx, people)}`,
    sent: (both) => {
      const [username, packageId] = String(both).split(' ');
      return { body: { username, packageId } };
    },
  },
};
