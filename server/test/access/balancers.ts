/**
 * Access to balancers and CNAMEs. Every account can read the CNAMEs and the second list of
 * balancers; only admins can write (Q-SECONDBAL).
 */
import type { TestContext } from '../context.ts';
import { type About, type People, type Row, admins, signedIn } from './rows.ts';

let made = 0;

const ipOf = (n: number) => `200.160.${Math.floor(n / 250)}.${(n % 250) + 1}`;

async function insertBalancer({ owner, clock }: TestContext, { admin }: People) {
  made += 1;
  const { rows } = await owner.query<{ id: string; ip: string }>(
    `insert into balancers (name, ip, weight, created_by, created_at) values ($1, $2, 20, $3, $4)
     returning id, host(ip) as ip`,
    [`balanceador-${made}`, ipOf(made), admin.id, clock.now()],
  );
  return { id: Number(rows[0]!.id), ip: rows[0]!.ip };
}

const aBalancer: About = async (ctx, people) => (await insertBalancer(ctx, people)).id;
const itsIp: About = async (ctx, people) => (await insertBalancer(ctx, people)).ip;

const aCname: About = async (ctx, people) => {
  const { id } = await insertBalancer(ctx, people);
  const { rows } = await ctx.owner.query<{ id: string }>(
    `insert into cnames (name, balancer_id, changed_at, changed_by, created_at) values ($1, $2, $3, $4, $3)
     returning id`,
    [`tv${made}.norte.click`, id, ctx.clock.now(), people.admin.id],
  );
  return Number(rows[0]!.id);
};

const fresh = (field: 'ip' | 'dns') => () => {
  made += 1;
  return { body: { name: `balanceador-${made}`, [field]: ipOf(made) } };
};

const changed = (field: 'ip' | 'dns') => (id: number | string) => ({
  params: { id },
  ...fresh(field)(),
});

const byId = (id: number | string) => ({ params: { id } });

export const balancers: Record<string, Row> = {
  'list-balancers': { outcomes: admins },
  'create-balancer': { outcomes: admins, sent: fresh('ip') },
  'edit-balancer': { outcomes: admins, about: aBalancer, sent: changed('ip') },
  'delete-balancer': { outcomes: admins, about: aBalancer, sent: byId },
  'restore-balancer': {
    outcomes: admins,
    about: aBalancer,
    sent: (id) => ({ params: { id }, body: {} }),
  },
  'list-dns-balancers': { outcomes: signedIn },
  'create-dns-balancer': { outcomes: admins, sent: fresh('dns') },
  'edit-dns-balancer': { outcomes: admins, about: aBalancer, sent: changed('dns') },
  'delete-dns-balancer': { outcomes: admins, about: aBalancer, sent: byId },
  'get-cnames': { outcomes: signedIn },
  'change-ip-cname': {
    outcomes: admins,
    about: aCname,
    // Sends the address that the CNAME already has.
    sent: (id) => ({ body: { id, ip: ipOf(made) } }),
  },
  'get-cname-automation': { outcomes: admins },
  'set-cname-automation': { outcomes: admins, sent: () => ({ body: { mode: 'rehearsal' } }) },
  'create-cname': {
    outcomes: admins,
    about: itsIp,
    sent: (ip) => ({ body: { name: `novo${made}.norte.click`, ip } }),
  },
  'delete-cname': { outcomes: admins, about: aCname, sent: byId },
};
