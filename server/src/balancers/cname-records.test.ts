/**
 * Tests that the records at a DNS provider follow the changes of their CNAMEs by people and by the
 * panel. The panel must never change a record that another program made.
 */
import { saveDnsProvider, takeOverRecord } from '@ramal/contract/operations/dns-providers';
import {
  changeCname,
  createBalancer,
  createCname,
  deleteCname,
  editBalancer,
  getCnames,
  setCnameAutomation,
} from '@ramal/contract/operations/balancers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { TODAY, type TestContext, call, createTestContext } from '../../test/context.ts';
import { type CloudflareDouble, startCloudflare } from '../../test/outside/cloudflare.ts';
import { enrolAuthenticator } from '../../test/second-factor.ts';
import { probeRound } from '../reachability/probe-round.ts';
import { syncRecordsJob } from '../zones/zones.ts';
import { probedBalancers } from './balancers.ts';

let ctx: TestContext;
let cloud: CloudflareDouble;
let admin: Person;
const [FIRST, SECOND] = ['200.160.4.18', '200.160.4.19'];
const NAME = 'tv.norte.click';

beforeAll(async () => {
  cloud = await startCloudflare();
  ctx = await createTestContext({
    RAMAL_LOG: 'silent',
    RAMAL_CLOUDFLARE_URL: cloud.url,
    RAMAL_PROBE_REFERENCES: '',
  });
  admin = await person(ctx, { profile: 'admin' });
  const { code } = await enrolAuthenticator(ctx, admin);
  const body = { provider: 'cloudflare', key: cloud.token, target: '200.160.4.1' };
  await as(saveDnsProvider, { body: { ...body, code_2fa: await code() } as never });
  // This admin has no second factor, because the following calls contain no fresh code.
  admin = await person(ctx, { profile: 'admin' });
  cloud.zones.set('norte.click', {
    id: 'zona',
    name: 'norte.click',
    name_servers: [],
    status: 'active',
    records: [],
  });
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  await ctx.owner.query(
    'truncate balancers, cnames, cname_moves, probed_targets, probe_cells, dns_records',
  );
  cloud.zones.get('norte.click')!.records = [];
  cloud.faults.clear();
  for (const [name, ip] of [
    ['sp1', FIRST],
    ['sp2', SECOND],
  ] as const)
    await as(createBalancer, { body: { name, ip } });
});
afterAll(async () => {
  await ctx.close();
  await cloud.close();
});

const as = <E extends Parameters<typeof call>[1]>(
  endpoint: E,
  sent: Parameters<typeof call<E>>[2],
) => call(ctx, endpoint, sent, { token: admin.token });
const create = async () => (await as(createCname, { body: { name: NAME, ip: FIRST } })).body.cname;
const readRecords = () =>
  cloud.zones.get('norte.click')!.records.map(({ name, type, content, ttl, comment }) => ({
    at: `${name} ${type} ${content} ${ttl}`,
    isOurs: comment?.startsWith('ramal:') ?? false,
  }));
const first = async () => (await as(getCnames, {})).body.result[0]!;
const later = async (minutes: number) => {
  ctx.clock.forward(minutes * 60_000);
  await syncRecordsJob.work(ctx, {});
};

it('writes the record of a new CNAME at once and updates it after a move', async () => {
  const { id } = await create();
  expect(readRecords()).toEqual([{ at: `${NAME} A ${FIRST} 60`, isOurs: true }]);
  expect(await first()).toMatchObject({ record: { state: 'made', found: [] } });
  await as(changeCname, { body: { id, ip: SECOND } });
  expect(readRecords()).toEqual([{ at: `${NAME} A ${SECOND} 60`, isOurs: true }]);
  expect((await as(getCnames, {})).body.is_sandbox).toBe(false);
});

it('updates the records of a balancer whose address changes', async () => {
  await create();
  const { rows } = await ctx.owner.query<{ id: number }>(
    `select id::int from balancers where name = 'sp1'`,
  );
  await as(editBalancer, {
    params: { id: rows[0]!.id },
    body: { name: 'sp1', ip: '200.160.4.77' },
  });
  await later(1);
  expect(readRecords()).toEqual([{ at: `${NAME} A 200.160.4.77 60`, isOurs: true }]);
});

it('leaves a record that was edited by hand until an admin takes it over', async () => {
  const { id } = await create();
  cloud.editByHand(NAME, { content: '198.51.100.9' });
  await later(16);
  expect(await first()).toMatchObject({
    record: { state: 'foreign', found: ['A 198.51.100.9'], was_ours: true },
  });
  const refused = await as(changeCname, { body: { id, ip: SECOND } });
  expect([refused.status, refused.body.code]).toEqual([409, 'record_foreign']);
  expect(readRecords()).toEqual([{ at: `${NAME} A 198.51.100.9 60`, isOurs: true }]);
  expect((await as(takeOverRecord, { body: { name: NAME } })).body).toMatchObject({
    state: 'made',
  });
  expect(readRecords()).toEqual([{ at: `${NAME} A ${FIRST} 60`, isOurs: true }]);
  expect((await as(changeCname, { body: { id, ip: SECOND } })).status).toBe(200);
});

it('writes the record later if the provider is unavailable', async () => {
  cloud.faults.set('POST dns_records', ['down']);
  await create();
  expect([readRecords(), (await first()).record?.state]).toEqual([[], 'waiting']);
  await later(1);
  expect(readRecords()).toHaveLength(1);
});

// The record at the provider must be deleted with its CNAME.
describe('deleting a CNAME', () => {
  const remove = async () => {
    const { id } = await create();
    return async () => (await as(deleteCname, { params: { id } })).body.message;
  };

  it('removes the record that the panel wrote', async () => {
    const deleting = await remove();
    expect(await deleting()).toBe('CNAME removido da lista, e o registro excluído no DNS');
    expect(readRecords()).toEqual([]);
  });

  it('leaves a record that was changed by hand and shows its value', async () => {
    const deleting = await remove();
    cloud.editByHand(NAME, { content: '198.51.100.9' });
    expect(await deleting()).toBe(
      'CNAME removido da lista. O registro continua no provedor de DNS: A 198.51.100.9.',
    );
    expect(readRecords()).toHaveLength(1);
  });

  it('says that the record stays if the provider does not answer', async () => {
    const deleting = await remove();
    cloud.faults.set('GET dns_records', ['down']);
    expect(await deleting()).toBe(
      `CNAME removido da lista. O provedor de DNS não excluiu o registro, que continua lá com ${FIRST}.`,
    );
    expect(readRecords()).toHaveLength(1);
  });
});

// If the provider rejected a change, the response must not report a success.
describe('the message of a changed CNAME', () => {
  const change = async () => {
    const { id } = await create();
    return async () => (await as(changeCname, { body: { id, ip: SECOND } })).body.message;
  };

  it('reports success only for a record that the provider has', async () => {
    expect(await (await change())()).toBe('CNAME alterado com sucesso!');
  });

  it('names the value of a record that was changed by hand', async () => {
    const changing = await change();
    cloud.editByHand(NAME, { content: '198.51.100.9' });
    expect(await changing()).toBe(
      'Guardado no painel, mas o DNS ainda não mudou: o registro foi alterado por fora, e lá está A 198.51.100.9.',
    );
  });

  it('reports a record that was deleted by hand', async () => {
    const changing = await change();
    cloud.editByHand(NAME, undefined);
    expect(await changing()).toBe(
      'Guardado no painel, mas o DNS ainda não mudou: o registro foi excluído por fora.',
    );
  });

  it('says that the panel tries again if the provider does not answer', async () => {
    const changing = await change();
    cloud.faults.set('GET dns_records', ['down']);
    expect(await changing()).toBe(
      'Guardado no painel, mas o DNS ainda não mudou: o provedor não respondeu, e o painel tenta de novo a cada minuto.',
    );
  });

  it('reports a name without a zone at the provider', async () => {
    const created = await as(createCname, { body: { name: 'tv.sem-zona.click', ip: FIRST } });
    expect(created.body.message).toBe(
      'Guardado no painel, mas o DNS ainda não mudou: o provedor não tem a zona deste nome.',
    );
  });
});

it('a bought hostname points to the player and cannot be a CNAME', async () => {
  await ctx.owner.query(
    `insert into dns_records (name, ip, ttl, follows_target, check_at) values ($1, $2, 300, true, now())`,
    [NAME, FIRST],
  );
  const refused = await as(createCname, { body: { name: NAME, ip: FIRST } });
  expect(refused.body.code).toBe('cname_is_hostname');
});

it('follows health at the provider too unless the record was edited by hand', async () => {
  await as(setCnameAutomation, { body: { mode: 'on' } });
  await create();
  await as(createCname, { body: { name: 'cine.norte.click', ip: FIRST } });
  cloud.editByHand('cine.norte.click', { content: '198.51.100.9' });
  await later(16);
  let down = false;
  const rounds = async (times: number) => {
    for (let n = 0; n < times; n += 1) {
      await probeRound(ctx, [probedBalancers], {
        probe: async (_ctx, { url }) => ({
          failed: down && url.includes(FIRST) ? 'connect' : null,
          certificateEndsAt: null,
          ms: null,
        }),
        pause: async () => undefined,
      });
      ctx.clock.forward(30_000);
    }
  };
  await rounds(12);
  down = true;
  await rounds(3);
  expect(readRecords().map(({ at }) => at)).toEqual([
    `${NAME} A ${SECOND} 60`,
    'cine.norte.click A 198.51.100.9 60',
  ]);
});
