/**
 * Sort orders of the administration's lists: infrastructure, tickets, and imports from other
 * panels.
 */
import { listAccesses } from '@ramal/contract/logs';
import { listBalancers, balancerSorts } from '@ramal/contract/operations/balancers';
import {
  blockedIpSorts,
  exemptNetworkSorts,
  listBlockedAttempts,
  listBlockedIps,
  listExemptNetworks,
  refusedAttemptSorts,
} from '@ramal/contract/operations/blocklist';
import {
  collectedSorts,
  listCollectedHostnames,
} from '@ramal/contract/operations/hostname-collector';
import {
  differenceSorts,
  listLineDifferences,
  listLinePushes,
  pushSorts,
} from '@ramal/contract/operations/line-servers';
import { listPanelImportRows, panelRowSorts } from '@ramal/contract/operations/panel-imports';
import { listPortalTickets, ticketSorts } from '@ramal/contract/tickets/tickets';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, person } from '../accounts.ts';
import { type TestContext, TODAY, call, createTestContext } from '../context.ts';
import { type Value, testOrders } from '../list-orders.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;

const NETWORK = 'Vivo';

beforeAll(async () => {
  ctx = await createTestContext({ RAMAL_RESOLVERS: `${NETWORK}=192.0.2.53` });
  admin = await person(ctx, { profile: 'admin', username: 'admin' });
  seller = await person(ctx, { parent: admin, username: 'marcelo' });
  const zeca = await person(ctx, { parent: seller, username: 'Zeca' });
  await ctx.owner.query('update accounts set id_franchise = 2 where id = $1', [zeca.id]);
  await ctx.owner.query(
    `insert into lines (id, platform, owner_id, username, password, is_trial, is_on, expires_at, created_at, package_id, short_code)
     overriding system value
     select 8000 + n, 'iptv', case when n % 3 = 0 then $2::bigint else $1 end, 'linha-' || (n * 5 % 12), 'x', false, true,
       $3::timestamptz + interval '1 year', $3, 1, 'd' || n from generate_series(1, 12) n`,
    [seller.id, zeca.id, TODAY],
  );
  await fillBlocklist();
  await fillBalancers();
  await fillServer();
  await fillTickets(zeca.id);
  await fillImport();
});
afterAll(() => ctx.close());

async function fillBlocklist() {
  await ctx.owner.query(
    `insert into blocked_addresses (network, attempts, score, scored_at, window_started_at, window_pairs, blocks, blocked_until, reason, reason_pairs)
     select ('203.0.113.' || n * 7 % 10)::cidr, 20 + n % 4, 1, $1, $1, 3, 1 + n % 5, $1::timestamptz + make_interval(hours => n - 5),
       (array['pairs', 'panel', 'one-password'])[1 + n % 3], n % 4 from generate_series(1, 9) n`,
    [TODAY],
  );
  await ctx.owner.query(
    `insert into refused_players (at, address, username, password_masked, host)
     select $1::timestamptz - make_interval(mins => n % 5), '203.0.113.7', (array['Álvaro', 'beto', 'Zé'])[1 + n % 3],
       (array['a…b 7', 'c…d 8'])[1 + n % 2], (array['painel', 'tv.example', 'casa.example'])[1 + n % 3] from generate_series(1, 10) n`,
    [TODAY],
  );
  await ctx.owner.query(
    `insert into exempt_networks (network, reason, ends_at, created_by, created_at)
     select ('198.51.' || n * 7 % 10 || '.0/24')::cidr, (array['Operadora', 'área de testes', 'Escritório'])[1 + n % 3],
       case when n % 3 > 0 then $2::timestamptz + make_interval(days => n % 4) end, $1, $2::timestamptz - make_interval(days => n)
     from generate_series(1, 9) n`,
    [admin.id, TODAY],
  );
  await ctx.owner.query(
    `insert into collected_hostnames (host, franchise, network, created_at, blocked_at)
     select 'h' || n * 7 % 10 || '.click', (array['A', 'B', 'C'])[1 + n % 3], case when n % 2 = 0 then $1 else 'outra' end, $2,
       case when n % 3 = 0 then $2::timestamptz - make_interval(days => n) end from generate_series(1, 9) n`,
    [NETWORK, TODAY],
  );
}

async function fillBalancers() {
  await ctx.owner.query(
    `insert into balancers (id, name, ip, weight, discarded_at, leaving_at, created_by, created_at)
     overriding system value
     select 50 + n, (array['Norte', 'sul', 'Ágil'])[1 + n % 3] || n, ('192.0.2.' || n * 7 % 10)::inet, n % 4 * 10,
       case when n = 3 then $2::timestamptz end, case when n = 5 then $2::timestamptz end, $1, $2 from generate_series(1, 9) n`,
    [admin.id, TODAY],
  );
  await ctx.owner.query(
    `insert into probed_targets (kind, target_id, state, is_flapping, since, checked_at)
     select 'balancer', 50 + n, case n when 1 then 'down' when 6 then 'returning' else 'up' end, n = 7, $1, $1 from generate_series(1, 8) n`,
    [TODAY],
  );
  await ctx.owner.query(
    `with v as (
       insert into viewings (id, line_id, stream_id, title, encoding, started_at, seen_at, balancer_id)
       select gen_random_uuid(), 8000 + n, 1, 'Canal', 'HLS', $1, $1, 51 + n % 4 from generate_series(1, 7) n returning *
     ) insert into presence (session_id, line_id, owner_id, stream_id, title, encoding, started_at, last_seen_at)
     select id, line_id, (select owner_id from lines where id = line_id), stream_id, title, encoding, started_at, seen_at from v`,
    [TODAY],
  );
}

/**
 * Inserts a server with twelve lines whose update is pending or failed, and with the differences of
 * these lines.
 */
async function fillServer() {
  await ctx.owner.query(
    `insert into line_servers (id, name, kind, platform, sealed_access, host, created_by, created_at)
     overriding system value values (60, 'Servidor', 'signed', 'iptv', '', 'servidor.example', $1, $2)`,
    [admin.id, TODAY],
  );
  await ctx.owner.query(
    `insert into server_lines (id, server_id, line_id, is_first) overriding system value
     select 600 + n, 60, 8000 + n, true from generate_series(1, 12) n`,
  );
  await ctx.owner.query('delete from deliveries');
  await ctx.owner.query(
    `insert into deliveries (kind, queue, account_id, subject_id, state, attempts, due_at, reason, created_at)
     select 'line-server', 'line-server:60', $1, 600 + n, (array['waiting', 'failed', 'unknown', 'sending'])[1 + n % 4], n % 5,
       $2::timestamptz + make_interval(mins => n % 4), (array['', 'Não responde', 'à espera'])[1 + n % 3],
       $2::timestamptz - make_interval(mins => n) from generate_series(1, 12) n`,
    [seller.id, TODAY],
  );
  await ctx.owner.query(
    `insert into line_differences (server_id, kind, line_id, remote_id, username, ours, theirs, found_at)
     select 60, (array['username', 'expiry', 'missing-here', 'password', 'status'])[1 + n % 5], case when n % 5 <> 2 then 8000 + n end, n::text,
       'u' || n * 7 % 12, case when n % 5 in (0, 1, 4) then 'a' || n % 3 else '' end, case when n % 5 <> 3 then 'b' || n % 4 else '' end,
       $1::timestamptz - make_interval(hours => n % 4) from generate_series(1, 11) n`,
    [TODAY],
  );
}

async function fillTickets(accountId: number) {
  await ctx.owner.query(
    `insert into tickets (system, status, category, technology, title, content, account_id, customer_line_id, created_at, finished_at, last_at)
     select 2, n % 4, 1 + n % 3, nullif(n % 4, 3), (array['Área', 'bug', 'Canal'])[1 + n % 3] || n, 'x',
       case when n % 2 = 0 then $1::bigint else $2 end, case when n % 3 = 0 then 8000 + n end,
       $3::timestamptz - make_interval(hours => n % 5), case when n % 4 = 1 then $3::timestamptz end, $3::timestamptz - make_interval(mins => n * 7 % 12)
     from generate_series(1, 12) n`,
    [accountId, seller.id, TODAY],
  );
}

async function fillImport() {
  await ctx.owner.query(
    `insert into panel_imports (id, account_id, name, panel, state, created_at) overriding system value
     values (70, $1, 'a.sql', 'XUI', 'ready', $2)`,
    [admin.id, TODAY],
  );
  await ctx.owner.query(
    `insert into panel_import_rows (import_id, kind, external_id, name, data, parent, verdict, reason, hundredths, outcome, message)
     select 70, case when n <= 3 then 'reseller' else 'line' end, n, (array['Álvaro', 'beto', 'Zé'])[1 + n % 3] || n, '{}',
       case when n > 3 then nullif(n % 4, 0) end, (array['new', 'same', 'left', null])[1 + n % 4], (array['', 'Repetida'])[1 + n % 2], n % 3 * 100,
       (array[null, 'brought', 'refused', 'undone', 'stays'])[1 + n % 5], (array['', 'Sem senha', 'já existe'])[1 + n % 3]
     from generate_series(1, 14) n`,
  );
}

const as = () => ({ token: admin.token });
const words = (table: Readonly<Record<string, string>>, value: Value): Value =>
  table[String(value)] ?? null;

const lists = {
  'blocked addresses': {
    sorts: blockedIpSorts,
    ask: (query: object) => call(ctx, listBlockedIps, { query }, as()),
    key: 'ip',
    value: (sort: string, row: never) => {
      const { state, reason, pairs, ...address } = row as Record<string, Value>;
      if (sort === 'blocked_until') return address.blocked_until_timestamp;
      if (sort === 'reason') return `${String(reason)} ${String(pairs)}`;
      return sort === 'state' ? state === 'released' : address[sort];
    },
  },
  'attempts of an address': {
    sorts: refusedAttemptSorts,
    ask: (query: object) =>
      call(ctx, listBlockedAttempts, { body: { ip: '203.0.113.7', ...query } }, as()),
    key: undefined,
    value: (sort: string, row: never) => {
      const attempt = row as Record<string, Value>;
      return sort === 'created_at' ? attempt.created_at_timestamp : attempt[sort];
    },
  },
  'exempt networks': {
    sorts: exemptNetworkSorts,
    ask: (query: object) => call(ctx, listExemptNetworks, { query }, as()),
    key: 'id',
    value: (sort: string, row: never) => {
      const network = row as Record<string, Value>;
      // Networks that were created earlier have a higher id in this test.
      if (sort === 'created_at') return -Number(network.id);
      // A network without an end («Sem fim») is sorted after networks with an end.
      return sort === 'ends' ? (network.ends ?? '9999-12-31') : network[sort];
    },
  },
  'collected hostnames': {
    sorts: collectedSorts,
    ask: (query: object) => call(ctx, listCollectedHostnames, { query }, as()),
    key: 'id',
    value: (sort: string, row: never) => {
      const { is_checked: isChecked, ...host } = row as Record<string, Value>;
      if (sort === 'status')
        return host.status === 'BLOCKED' ? 'BLOQUEADO' : isChecked ? 'ATIVO' : 'DESCONHECIDO';
      if (sort !== 'date_verification' || !host.date_verification) return host[sort];
      return String(host.date_verification).split(/[/ ]/).slice(0, 3).toReversed().join('-');
    },
  },
  balancers: {
    sorts: balancerSorts,
    ask: (query: object) => call(ctx, listBalancers, { query }, as()),
    key: 'id',
    value: (sort: string, row: never) => {
      const { state, ...balancer } = row as Record<string, Value>;
      if (sort !== 'status') return balancer[sort];
      return words(
        {
          up: 'Ativa',
          unknown: 'Ativa',
          down: 'Caiu',
          aside: 'Caiu',
          flapping: 'Oscilando',
          draining: 'Esvaziando',
          leaving: 'Esvaziando',
        },
        state,
      );
    },
  },
  'pushes of a server': {
    sorts: pushSorts,
    ask: (query: object) => call(ctx, listLinePushes, { params: { id: 60 }, query }, as()),
    key: 'id',
    value: (sort: string, row: never) => {
      const push = row as Record<string, Value>;
      if (sort === 'due_at') return push.due_at_timestamp;
      if (sort === 'state') return words({ waiting: 'Espera', failed: 'Falhou' }, push.state);
      return sort === 'reason' ? push.reason || null : push[sort];
    },
  },
  'differences of a server': {
    sorts: differenceSorts,
    ask: (query: object) => call(ctx, listLineDifferences, { params: { id: 60 }, query }, as()),
    key: 'id',
    value: (sort: string, row: never) => {
      const difference = row as Record<string, Value>;
      if (sort === 'found_at') return difference.found_at_timestamp;
      return difference[sort] || null;
    },
  },
  tickets: {
    sorts: ticketSorts,
    ask: (query: object) => call(ctx, listPortalTickets, { query }, as()),
    key: 'id',
    value: (sort: string, row: never) => {
      const ticket = row as Record<string, Value>;
      if (sort === 'technology')
        return words({ 0: 'Todas', 1: 'IPTV', 2: 'P2P' }, ticket.technology);
      return sort === 'franchise' ? ticket.franchise || null : ticket[sort];
    },
  },
  'rows of a panel': {
    sorts: panelRowSorts,
    ask: (query: object) => call(ctx, listPanelImportRows, { params: { id: 70 }, query }, as()),
    key: undefined,
    value: (sort: string, row: never) => {
      const { result, outcome, kind, ...other } = row as Record<string, Value>;
      if (sort === 'kind') return words({ line: 'Linha', reseller: 'Revenda' }, kind);
      if (sort === 'reason') return other.message || other.reason || null;
      if (sort !== 'state') return other[sort] === '' ? null : other[sort];
      return outcome
        ? words(
            { brought: 'Veio', refused: 'Recusada', undone: 'Desfeita', stays: 'Ficou' },
            outcome,
          )
        : words({ new: 'Virá', same: 'Já veio', left: 'Fica de fora' }, result);
    },
  },
};

testOrders(lists);

it('sorts more rows than a total counts only in the default order', async () => {
  await ctx.owner.query(
    `insert into line_differences (server_id, kind, remote_id, username, ours, theirs, found_at)
     select 60, 'missing-here', 'many' || n, 'many' || n, '', '', $1 from generate_series(1, 10000) n`,
    [TODAY],
  );
  await ctx.owner.query(
    `insert into events (at, kind, account_id, address)
     select $2::timestamptz - make_interval(secs => n), 'sign-in-refused', $1, '192.0.2.1' from generate_series(1, 10001) n`,
    [seller.id, TODAY],
  );
  const differences = (sort: 'username' | 'ours') =>
    call(ctx, listLineDifferences, { params: { id: 60 }, query: { sort } }, as());
  const accesses = (sort: 'date' | 'device') =>
    call(ctx, listAccesses, { params: { id: seller.id }, query: { sort } }, as());
  for (const { body } of [await differences('username'), await accesses('date')])
    expect(body).toMatchObject({ total: 10_000, total_exact: false });
  for (const answer of [await differences('ours'), await accesses('device')])
    expect(answer).toMatchObject({ status: 422, body: { code: 'sort_too_many' } });
  await ctx.owner.query(`delete from line_differences where remote_id like 'many%'`);
});

it('the order reveals no password of a difference', async () => {
  await ctx.owner.query(
    `update line_differences set ours = 'a' || id, theirs = 'z' || id where kind = 'password'`,
  );
  for (const sort of ['ours', 'theirs'] as const) {
    const query = { sort, per_page: 100 };
    const { body } = await call(ctx, listLineDifferences, { params: { id: 60 }, query }, as());
    const kinds = body.data.filter((row) => row.kind === 'password').map(({ id }) => id);
    expect(kinds.length).toBeGreaterThan(1);
    expect(kinds).toEqual(kinds.toSorted((a, b) => a - b));
    expect(
      body.data.slice(-kinds.length).every((row) => row[sort] === '' || row.kind === 'password'),
    ).toBe(true);
  }
});
