/** Access to acts on accounts in the tree: blocks, deletions, restorations, masters and admins. */
import { deleteReseller } from '@ramal/contract/resellers/reseller-acts';
import { call } from '../../context.ts';
import { PASSWORD, person } from '../../accounts.ts';
import { type About, type Row, aboutAccount, admins, ownTree } from '../rows.ts';

let counter = 0;
const reason = { reason: 'não pagou o mês' };

const aDeletedAccount: About = async (ctx, { admin, owner }) => {
  const { id } = await person(ctx, { parent: owner });
  await call(ctx, deleteReseller, { params: { id }, body: {} }, { token: admin.token });
  return id;
};

export const resellerActs: Record<string, Row> = {
  'create-admin': {
    outcomes: admins,
    sent: () => ({ body: { username: `admin-${(counter += 1)}`, password: PASSWORD } }),
  },
  'set-master': aboutAccount(admins, { isMaster: 0 }),
  'block-reseller': aboutAccount({ ...ownTree, admin: 403 }, reason),
  'block-reseller-as-admin': aboutAccount(admins, reason),
  'block-network': aboutAccount(admins, reason),
  'preview-deletion': aboutAccount(admins),
  'delete-reseller': aboutAccount(admins, {}),
  'delete-network': aboutAccount(admins, {}),
  'delete-tree': aboutAccount(admins, {}),
  'restore-reseller': {
    outcomes: admins,
    about: aDeletedAccount,
    sent: (id) => ({ params: { id } }),
  },
};
