/** Access to line servers: only for admins. */
import { defaultRules } from '@ramal/contract/operations/line-servers';
import { sealAccess } from '../../src/line-servers/server-access.ts';
import { type About, type Row, admins, each } from './rows.ts';

let made = 0;

/** A registered server whose address does not answer. Calls that contact it fail. */
export const aServer: About = async (ctx, { admin }) => {
  made += 1;
  const { rows } = await ctx.owner.query<{ id: string }>(
    `insert into line_servers (name, kind, platform, sealed_access, host, proven_at, created_by, created_at)
     values ($1, 'xui', 'iptv', $2, '127.0.0.1:9', $4, $3, $4) returning id`,
    [
      `Servidor ${made}`,
      sealAccess(ctx, { url: 'http://127.0.0.1:9/codigo/', key: 'chave' }),
      admin.id,
      ctx.clock.now(),
    ],
  );
  return Number(rows[0]!.id);
};

const byId = (id: number | string) => ({ params: { id } });
const withBody =
  (body: Record<string, unknown> = {}) =>
  (id: number | string) => ({ params: { id }, body });
const silent = each({ otherwise: 403, admin: 503 });

export const lineServers: Record<string, Row> = {
  'list-line-servers': { outcomes: admins },
  'create-line-server': {
    outcomes: silent,
    sent: () => ({
      body: {
        name: 'Novo',
        kind: 'xui',
        platform: 'iptv',
        url: 'http://127.0.0.1:9/codigo',
        key: 'chave',
      },
    }),
  },
  'edit-line-server': {
    outcomes: admins,
    about: aServer,
    sent: (id) => ({
      params: { id },
      body: { name: `Outro ${id}`, takes_new: false, rules: defaultRules },
    }),
  },
  'delete-line-server': { outcomes: admins, about: aServer, sent: byId },
  'prove-line-server': { outcomes: silent, about: aServer, sent: withBody() },
  'get-line-server-products': { outcomes: admins, about: aServer, sent: byId },
  'save-line-server-products': {
    outcomes: admins,
    about: aServer,
    sent: withBody({ mapped: [] }),
  },
  'compare-line-server': { outcomes: admins, about: aServer, sent: withBody() },
  'list-line-differences': { outcomes: admins, about: aServer, sent: byId },
  'settle-line-differences': {
    outcomes: admins,
    about: aServer,
    sent: withBody({ act: 'ignore', ids: [1] }),
  },
  'list-line-pushes': { outcomes: admins, about: aServer, sent: byId },
  'retry-line-pushes': { outcomes: admins, about: aServer, sent: withBody() },
};
