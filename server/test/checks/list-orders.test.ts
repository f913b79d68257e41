/**
 * Every list is sorted by the value that its rows show in the selected column, with empty values
 * last. No row appears on two pages. Other files test the lists of lines (lines/line-order.test.ts)
 * and the lists of the administration (administration-orders.test.ts).
 */
import {
  listSeries,
  listStreams,
  seriesSorts,
  streamSorts,
} from '@ramal/contract/catalogue/catalogue';
import { batchRowSorts, batchSorts, listBatchRows, listBatches } from '@ramal/contract/batches';
import { importEntrySorts, listImportEntries } from '@ramal/contract/catalogue/catalogue-lists';
import { deviceSorts, listDevices } from '@ramal/contract/devices';
import { channelSourceSorts, listChannelSources } from '@ramal/contract/catalogue/channel-sources';
import { fileRowSorts, listLineFileRows } from '@ramal/contract/lines/line-import';
import { accessSorts, getLog, listAccesses, logSorts } from '@ramal/contract/logs';
import {
  extractSorts,
  getExtract,
  listMovements,
  movementSorts,
} from '@ramal/contract/resellers/credits';
import { duplicateSorts, viewDuplicates } from '@ramal/contract/resellers/reseller-tree';
import { listResellers, resellerSorts } from '@ramal/contract/resellers/resellers';
import { listSecondFactors, secondFactorSorts } from '@ramal/contract/second-factors';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sumUpTree } from '../../src/credits/movement-months.sql.ts';
import { type TestContext, call, createTestContext } from '../context.ts';
import { type Person, person } from '../accounts.ts';
import { type Value, testOrders } from '../list-orders.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;
let resellers: Person[];
beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin', username: 'admin' });
  seller = await person(ctx, { parent: admin, username: 'marcelo' });
  resellers = [];
  for (let n = 0; n < 12; n += 1)
    resellers.push(
      await person(ctx, {
        parent: n % 3 === 0 ? admin : n % 3 === 1 ? seller : resellers[0]!,
        username: `${['ana', 'Zeca', 'bia'][n % 3]}-${n}`,
        balance: (n % 4) * 100,
      }),
    );
  await ctx.owner.query(
    `update accounts set whatsapp = case when id % 3 > 0 then '55119000' || id % 3 end,
       email = case when id % 4 > 0 then 'e' || id % 4 || '@x.com' end, id_franchise = nullif((id / 3) % 3, 0),
       blocked_at = case when id % 5 = 0 then now() end, blocked_by_admin_at = case when id % 7 = 0 then now() end,
       last_topup_at = case when id % 2 = 0 then now() - make_interval(days => (id % 6)::int) end
     where username like '%-%'`,
  );
  await ctx.owner.query(
    `insert into categories (id, kind, name) select 700 + n, kind, initcap(kind) || ' ' || (array['Ázul', 'bege', 'Cinza'])[n % 3 + 1]
     from generate_series(0, 2) n, unnest(array['live']) kind`,
  );
  await ctx.owner.query(
    `insert into categories (id, kind, name) select 710 + n, 'series', 'Séries ' || n from generate_series(0, 2) n`,
  );
  await ctx.owner.query(
    `insert into source_lists (id, name) values (71, 'Lista B'), (72, 'lista a')`,
  );
  await ctx.owner.query(
    `insert into streams (id, kind, number, name, category_id, source, list_id, source_problem, details)
     select 9000 + n, 'live', n % 5, 'Canal ' || n % 4, 700 + n % 3, 'http://x.example/' || n,
       nullif(70 + n % 3, 70), case when n % 4 = 0 then 'caiu' else '' end,
       case when n % 2 = 0 then jsonb_build_object('year', 1990 + n % 5) else '{}' end
     from generate_series(1, 14) n`,
  );
  await ctx.owner.query(
    `update channel_sources set problem = case when stream_id % 4 = 0 then 'caiu' else '' end,
       checked_at = case when stream_id % 5 > 0 then now() end, height = nullif(stream_id % 3, 0) * 360,
       bits_per_second = nullif(stream_id % 4, 0) * 1000000, first_byte_ms = nullif(stream_id % 5, 0) * 40
     where stream_id > 9000`,
  );
  await ctx.owner.query(
    `insert into series (id, name, category_id, details)
     select 9100 + n, 'Série ' || n % 5, 710 + n % 3, case when n % 2 = 0 then jsonb_build_object('year', 2000 + n) else '{}' end
     from generate_series(1, 9) n`,
  );
  await ctx.owner.query(
    `insert into streams (kind, number, name, category_id, source, series_id, season, episode)
     select 'episode', 1, 'E', 710, 'http://x.example/e' || s || '-' || n, 9100 + s, 1 + n % 2, n
     from generate_series(1, 9) s, generate_series(1, 4) n where n <= s % 5`,
  );
  await ctx.owner.query(
    `insert into sign_ins (id, account_id, address, user_agent, created_at, expires_at, reg_password_hash)
     select gen_random_uuid(), a.id, ('10.0.0.' || 1 + (a.id + n) % 5)::inet, (array['Firefox/1 Android', 'Chrome/1 Windows'])[n], $1::timestamptz + make_interval(mins => (a.id * 7 % 90)::int),
       $1::timestamptz + interval '1 day', ''
     from accounts a, generate_series(1, 2) n where username like '%-%'`,
    ['2026-11-21T12:00:00Z'],
  );
  await ctx.owner.query(
    `insert into events (at, kind, account_id, source, address)
     select $2::timestamptz + make_interval(mins => n), 'sign-in-refused', $1, 0, '10.0.0.9' from generate_series(1, 2) n`,
    [resellers[0]!.id, '2026-11-21T11:00:00Z'],
  );
  await fillDevicesAndBatches();
  await fillMovements();
  await fillLog();
});
afterAll(() => ctx.close());

/** Creates twelve lines with one device each, six batches, a file, and an import of a list. */
async function fillDevicesAndBatches() {
  await ctx.owner.query(
    `insert into lines (id, platform, owner_id, username, password, is_trial, is_on, expires_at, created_at, note, package_id, short_code)
     overriding system value
     select 8000 + n, 'iptv', case when n % 3 = 0 then $2::bigint else $1 end, 'linha-' || (n * 5 % 12), 'x', false, true, now() + interval '1 year', now(),
       (array['', 'Álvaro', 'beatriz'])[1 + n % 3], 1, 'd' || n from generate_series(1, 12) n`,
    [seller.id, resellers[0]!.id],
  );
  await ctx.owner.query(
    `insert into devices (app, mac, line_id, id_device, created_by, created_at, waits_since, last_asked_at)
     select (array['prime', 'lazer', '1', '12', '2'])[1 + n % 5], 'AA:BB:CC:DD:EE:' || lpad((n * 7 % 12)::text, 2, '0'), 8000 + n,
       case when n % 3 > 0 then 'aparelho-' || n % 4 end, $1, $2::timestamptz + make_interval(hours => n % 5),
       $2::timestamptz - make_interval(days => n * 2), case when n % 2 = 0 then $2::timestamptz end
     from generate_series(1, 12) n`,
    [seller.id, '2026-11-21T12:00:00Z'],
  );
  await ctx.owner.query(
    `insert into tasks (id, kind, account_id, state, payload, created_at)
     overriding system value
     select 7000 + n, 'batch', $1, (array['waiting', 'running', 'done', 'stopped', 'failed', 'done'])[n], '{}', now() from generate_series(1, 6) n`,
    [seller.id],
  );
  await ctx.owner.query(
    `insert into batches (id, account_id, kind, title, asked, origin, total, done, refused, charged, created_at, task_id)
     overriding system value
     select 700 + n, $1, 'extend-lines', (array['Ligar', 'estender', 'Área'])[1 + n % 3], '{}', '{}', 10 + n % 2, n % 3, n % 4, n % 5 * 100,
       now() - make_interval(hours => n % 4), 7000 + n from generate_series(1, 6) n`,
    [seller.id],
  );
  await ctx.owner.query(
    `insert into batch_rows (batch_id, number, label, outcome, message, charged)
     select 701, n, 'u' || (n * 7 % 10), (array['done', 'refused', null])[1 + n % 3], (array['Ok', '', 'à toa'])[1 + n % 3],
       case when n % 3 = 0 then n % 4 * 100 else 0 end from generate_series(1, 10) n`,
  );
  await ctx.owner.query(
    `insert into line_files (id, account_id, name, created_at) overriding system value values (70, $1, 'a.csv', now())`,
    [seller.id],
  );
  await ctx.owner.query(
    `insert into line_file_rows (file_id, number, cells, asked, reason, hundredths)
     select 70, n, '{}', jsonb_build_object('username', 'u' || (n * 7 % 10), 'dueDay', '2026-12-' || lpad((n * 3 % 7 + 1)::text, 2, '0'), 'note', (array['Álvaro', 'beto', ''])[1 + n % 3]),
       case when n % 4 = 0 then 'Este usuário já existe.' else '' end, case when n % 4 = 0 then 0 else n % 3 * 100 end
     from generate_series(1, 10) n`,
  );
  await ctx.owner.query(
    `insert into imports (id, list_id, state, created_at) values (7, 71, 'ready', now())`,
  );
  await ctx.owner.query(
    `insert into import_entries (import_id, position, kind, name, category, source, verdict, changes, reason)
     select 7, n, (array['live', 'film', 'episode'])[1 + n % 3], (array['Ázul', 'bege', 'Cinza', ''])[1 + n % 4], (array['Filmes', 'ação'])[1 + n % 2], 'x',
       'changed', jsonb_build_array(jsonb_build_object('field', (array['nome', 'categoria'])[1 + n % 2], 'before', 'a' || n % 3, 'after', 'b')),
       (array['', 'sem nome', 'Repetida'])[1 + n % 3] from generate_series(1, 11) n`,
  );
}

/**
 * Creates movements of credits between the seller, its reseller, an admin and a line. The monthly
 * sums are independent of these movements.
 */
async function fillMovements() {
  const below = resellers.find((_, n) => n % 3 === 1)!;
  await ctx.owner.query(
    `with w as (select (select id from wallets where kind = 'issuance') as issuance, (select id from wallets where kind = 'consumption') as consumption,
       (select id from wallets where account_id = $1 and kind = 'balance') as own, (select id from wallets where account_id = $2 and kind = 'balance') as below)
     insert into entries (at, from_wallet, to_wallet, amount, from_balance, to_balance, reason, unit_price_cents, note, actor_id, line_id)
     select $4::timestamptz + make_interval(hours => n), case n % 4 when 0 then issuance when 3 then below else own end, case n % 4 when 1 then consumption when 2 then below else own end,
       (1 + n * 5 % 7) * 100, case when n % 4 > 0 then n % 3 * 100 end, case when n % 4 <> 1 then n % 5 * 100 end,
       (array['credits-given', 'line-created', 'credits-given', 'credits-withdrawn'])[1 + n % 4],
       case when n % 3 > 0 then n % 3 * 100 end, 'nota ' || n, case when n % 4 = 0 then $3 else $1 end, case when n % 4 = 1 then 8001 end
     from w, generate_series(1, 12) n`,
    [seller.id, below.id, admin.id, '2026-11-01T00:00:00Z'],
  );
  await ctx.owner.query('delete from movement_months');
  await ctx.owner.query(
    `insert into movement_months (month, account_id, kind, hundredths, value_cents)
     select date '2026-11-01' - make_interval(months => n % 3), a.id, kind, (a.id * 3 + n) % 5 * 100, nullif((a.id + n) % 4, 0) * 100
     from accounts a, generate_series(0, 2) n, unnest(array['received', 'spent', 'given', 'recovered']) kind where a.username like '%-1%'`,
  );
  for (const month of ['2026-09-01', '2026-10-01', '2026-11-01'])
    await ctx.db.tx((tx) => tx.run(sumUpTree(month)));
}

const fillLog = () =>
  ctx.owner.query(
    `insert into events (at, kind, actor_id, account_id, line_id, source, address)
     select timestamptz '2026-06-10' + make_interval(hours => n % 5), (array['signed-in', 'line-edited', 'credits-given', 'account-blocked'])[1 + n % 4],
       case when n % 2 = 0 then $1::bigint else $2 end, $2, case when n % 4 = 1 then 8000 + n end, (array[0, 1, 2, 10])[1 + n % 4], ('10.0.' || n % 3 || '.9')::inet
     from generate_series(1, 11) n`,
    [admin.id, seller.id],
  );

const lists = {
  resellers: {
    sorts: resellerSorts,
    ask: (query: object) => call(ctx, listResellers, { query }, { token: admin.token }),
    key: 'id',
    value: (sort: string, row: never) => {
      const result = row as Record<string, Value>;
      if (sort === 'status') return result.block_admin === 1 ? 2 : 1 - Number(result.status);
      if (sort === 'created_at' || sort === 'deleted_at') return 0;
      return result[sort];
    },
  },
  streams: {
    sorts: streamSorts,
    ask: (query: object) =>
      call(ctx, listStreams, { query: { kind: 'live', ...query } }, { token: admin.token }),
    key: 'id',
    value: (sort: string, row: never) => {
      const result = row as Record<string, Value> & { details: { year?: number } };
      const values: Record<string, Value> = {
        number: result.number,
        name: result.name,
        category: result.category_name,
        guide: result.programmes === 0 ? null : result.programmes,
        year: result.details.year,
        source: result.source_state,
        list: result.list_name === '' ? null : result.list_name,
        archive: (result.archive as unknown as { days: number }).days || null,
      };
      return values[sort];
    },
  },
  'channel sources': {
    sorts: channelSourceSorts,
    ask: (query: object) => call(ctx, listChannelSources, { query }, { token: admin.token }),
    key: 'id',
    value: (sort: string, row: never) => {
      const result = row as Record<string, Value>;
      const values: Record<string, Value> = {
        state: ['lost', 'fallback', 'partial', 'unknown', 'ok'].indexOf(String(result.state)),
        quality: result.height,
        rate: result.bits_per_second,
        delay: result.first_byte_ms,
      };
      return sort in values ? values[sort] : result[sort];
    },
  },
  series: {
    sorts: seriesSorts,
    ask: (query: object) => call(ctx, listSeries, { query }, { token: admin.token }),
    key: 'id',
    value: (sort: string, row: never) => {
      const result = row as Record<string, Value> & { details: { year?: number } };
      if (sort === 'category') return result.category_name;
      return sort === 'year' ? result.details.year : result[sort];
    },
  },
  'second factors': {
    sorts: secondFactorSorts,
    ask: (query: object) => call(ctx, listSecondFactors, { query }, { token: admin.token }),
    key: 'id',
    value: (sort: string, row: never) => (row as Record<string, Value>)[sort],
  },
  duplicates: {
    sorts: duplicateSorts,
    ask: (query: object) => call(ctx, viewDuplicates, { query }, { token: admin.token }),
    key: 'ip',
    value: (sort: string, row: never) => {
      const result = row as Record<string, Value> & { ids: number[]; revendedores: string };
      if (sort === 'count') return result.ids.length;
      return sort === 'panels' ? result.revendedores.split(', ')[0] : result[sort];
    },
  },
  accesses: {
    sorts: accessSorts,
    ask: (query: object) =>
      call(ctx, listAccesses, { params: { id: resellers[0]!.id }, query }, { token: admin.token }),
    key: undefined,
    value: (sort: string, row: never) =>
      (row as Record<string, Value>)[sort] || (sort === 'device' ? null : false),
  },
  devices: {
    sorts: deviceSorts,
    ask: (query: object) => call(ctx, listDevices, { query }, { token: admin.token }),
    key: 'id',
    value: (sort: string, row: never) => {
      const device = row as Record<string, Value> & {
        app: string;
        iptv: { username: string; nota: string };
        reseller: { username: string };
      };
      const waits = device.waits_until_timestamp as number | null;
      const values: Record<string, Value> = {
        created_at: device.created_at_timestamp,
        username: device.iptv.username,
        app: { lazer: -1, prime: 0 }[device.app] ?? Number(device.app),
        state:
          waits !== null
            ? waits * 1000 > ctx.clock.now().getTime()
              ? 1
              : 4
            : device.last_asked_timestamp === null
              ? 2
              : 3,
        nota: device.iptv.nota || null,
        reseller: device.reseller.username,
        id_device: device.id_device === '' ? null : device.id_device,
      };
      return sort in values ? values[sort] : device[sort];
    },
  },
  batches: {
    sorts: batchSorts,
    ask: (query: object) => call(ctx, listBatches, { query }, { token: seller.token }),
    key: 'id',
    value: (sort: string, row: never) => {
      const { task, ...batch } = row as Record<string, Value> & { task: { state: string } };
      if (sort === 'created_at') return batch.created_at_timestamp;
      if (sort !== 'state') return batch[sort];
      if (task.state === 'waiting') return 'Na fila';
      if (task.state === 'running') return 'Em andamento';
      if (Number(batch.done) + Number(batch.refused) < Number(batch.total))
        return task.state === 'stopped' ? 'Parado' : 'Interrompido';
      return batch.refused === 0 ? 'Concluído' : batch.done === 0 ? 'Nenhuma feita' : 'Com recusas';
    },
  },
  'batch rows': {
    sorts: batchRowSorts,
    ask: (query: object) =>
      call(ctx, listBatchRows, { params: { id: 701 }, query }, { token: seller.token }),
    key: 'number',
    value: (sort: string, row: never) => {
      const result = row as Record<string, Value>;
      if (sort === 'outcome')
        return { done: 'Renovada', waiting: 'Na fila', refused: 'Recusada' }[
          String(result.outcome)
        ];
      return sort === 'message' ? result.message || null : result[sort];
    },
  },
  'rows of a file': {
    sorts: fileRowSorts,
    ask: (query: object) =>
      call(ctx, listLineFileRows, { params: { id: 70 }, query }, { token: seller.token }),
    key: 'number',
    value: (sort: string, row: never) => {
      const result = row as Record<string, Value>;
      if (sort === 'result') return result.reason !== '';
      if (sort === 'due') return String(result.due).split('/').toReversed().join('-');
      if (sort === 'reason') return result.reason || result.note || null;
      return sort === 'cost' && result.reason !== '' ? null : result[sort];
    },
  },
  'entries of an import': {
    sorts: importEntrySorts,
    ask: (query: object) =>
      call(ctx, listImportEntries, { params: { id: 7 }, query }, { token: admin.token }),
    key: 'position',
    value: (sort: string, row: never) => {
      const result = row as Record<string, Value> & {
        changes: { field: string; before: string; after: string }[];
      };
      const [change] = result.changes;
      if (sort === 'changes') return `${change!.field}: ${change!.before} → ${change!.after}`;
      if (sort === 'kind')
        return { live: 'Canal', film: 'Filme', episode: 'Episódio' }[String(result.kind)];
      return sort === 'position' ? result.position : result[sort] || null;
    },
  },
  'movements of an account': movementsOf({}),
  'movements of a tree': movementsOf({ tree: 'true' }),
  statement: {
    sorts: extractSorts,
    ask: async (query: object) => {
      const request = { query };
      const { status, body } = await call(ctx, getExtract, request, { token: admin.token });
      return { status, body: { data: body.extracts } };
    },
    key: 'token',
    value: (sort: string, row: never) => {
      const result = row as Record<string, Value>;
      if (sort === 'token') {
        const [, month, account] = /^(\d+)-(\d+)/.exec(String(result.token))!;
        return Number(month) * 1_000_000 + Number(account);
      }
      return sort === 'date' ? String(result.date).split('/').toReversed().join('-') : result[sort];
    },
  },
  log: {
    sorts: logSorts,
    ask: async (query: object) => {
      const request = { query: { month: 6, year: 2026, ...query } };
      const { status, body } = await call(ctx, getLog, request, { token: seller.token });
      return { status, body: { data: body.logs } };
    },
    key: undefined,
    value: (sort: string, row: never) => {
      const result = row as Record<string, Value>;
      if (sort === 'acao') return /<b>(.*)<\/b>/.exec(String(result.acao))![1];
      if (sort === 'source')
        return { 0: 'Contas', 10: 'Créditos', 4: 'DNS Premium', 1: 'IPTV', 2: 'P2P' }[
          String(result.source)
        ];
      if (sort === 'id') return 0;
      return sort === 'ip' ? result.ip || null : result[sort];
    },
  },
} as const;

function movementsOf(more: object) {
  return {
    sorts: movementSorts,
    ask: (query: object) =>
      call(
        ctx,
        listMovements,
        { params: { id: seller.id }, query: { ...query, ...more } },
        { token: seller.token },
      ),
    key: undefined,
    value: (sort: string, row: never) => {
      const result = row as Record<string, Value>;
      return sort === 'registered' ? result.id : result[sort];
    },
  };
}

/**
 * Columns whose empty values need not be last. Admins have no credits, and an account without a
 * top-up counts as the longest time since one.
 */
testOrders(lists, { emptyAnywhere: ['credits', 'days_to_due'] });

it('the order reveals no franchise to a reseller', async () => {
  const actor = resellers[0]!;
  const ids = async (query: object) =>
    (await call(ctx, listResellers, { query }, { token: actor.token })).body.data.map(
      ({ id }) => id,
    );
  expect(await ids({ sort: 'id_franchise' })).toEqual(await ids({ sort: 'id' }));
});
