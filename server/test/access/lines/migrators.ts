/** Access to imports of customers from lists of other panels, and to the exempt hosts. */
import { saveExemptionHost } from '@ramal/contract/lines/list-migrators';
import { call } from '../../context.ts';
import { type About, type Row, admins, sellers } from '../rows.ts';

let counter = 0;
const newName = () => String(8_800_000 + (counter += 1));
const list = () => `http://lista.exemplo/get.php?username=${newName()}&password=senha-1`;
const DAY = '2026-12-21';

const anExemption: About = async (ctx, { admin }) => {
  const body = { url: `${newName()}.exemplo`, limit_days: 30 };
  return (await call(ctx, saveExemptionHost, { body }, { token: admin.token })).body.id;
};

export const migrators: Record<string, Row> = {
  'migrate-iptv-list': {
    outcomes: sellers,
    sent: () => ({ body: { url: list(), package: 1, user: { exp_date: DAY } } }),
  },
  'migrate-p2p-list': {
    outcomes: sellers,
    sent: () => ({ body: { name: newName(), pass: 'senha-1', productid: 1, endTime: DAY } }),
  },
  'verify-iptv-migrate': {
    outcomes: sellers,
    sent: () => ({ body: { url: list(), exp_date: DAY } }),
  },
  'save-exemption-host': {
    outcomes: admins,
    sent: () => ({ body: { url: 'antigo.exemplo', limit_days: 30 } }),
  },
  'list-exemption-hosts': { outcomes: admins },
  'delete-exemption-host': {
    outcomes: admins,
    about: anExemption,
    sent: (id) => ({ params: { id } }),
  },
};
