/** Blocked addresses and exempt networks: for admins only. */
import { type About, type Row, each } from './rows.ts';

const adminOnly = each({ otherwise: 403, admin: 200 });

let made = 0;

const blockedAddress: About = async ({ owner, clock }) => {
  made += 1;
  const ip = `198.18.${Math.floor(made / 250)}.${made % 250}`;
  await owner.query(
    `insert into blocked_addresses (network, score, scored_at, window_started_at, window_pairs, blocks,
       blocked_at, blocked_until, reason, reason_pairs)
     values ($1, 0, $2, $2, 20, 1, $2, $2::timestamptz + interval '1 minute', 'pairs', 20)`,
    [ip, clock.now()],
  );
  return ip;
};

const exemptNetwork: About = async ({ owner, clock }, { admin }) => {
  made += 1;
  const { rows } = await owner.query<{ id: string }>(
    `insert into exempt_networks (network, reason, created_by, created_at) values ($1, 'Operadora', $2, $3)
     returning id`,
    [`10.${Math.floor(made / 250)}.${made % 250}.0/24`, admin.id, clock.now()],
  );
  return Number(rows[0]!.id);
};

export const blocklist: Record<string, Row> = {
  'list-blocked-ips': { outcomes: adminOnly },
  'list-blocked-attempts': {
    outcomes: adminOnly,
    about: blockedAddress,
    sent: (ip) => ({ body: { ip } }),
  },
  'delete-blocked-ip': {
    outcomes: adminOnly,
    about: blockedAddress,
    sent: (ip) => ({ body: { ip } }),
  },
  'list-exempt-networks': { outcomes: adminOnly },
  'create-exempt-network': {
    outcomes: adminOnly,
    sent: () => {
      made += 1;
      return { body: { network: `172.16.${made % 250}.0/24`, reason: 'Operadora' } };
    },
  },
  'delete-exempt-network': {
    outcomes: adminOnly,
    about: exemptNetwork,
    sent: (id) => ({ params: { id } }),
  },
};
