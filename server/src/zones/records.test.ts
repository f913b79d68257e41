/**
 * Tests records with the doubles of both providers: created once, recognized by their mark, and not
 * overwritten if edited by hand.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { type TestContext, TODAY, createTestContext } from '../../test/context.ts';
import { type CloudflareDouble, startCloudflare } from '../../test/outside/cloudflare.ts';
import type { Double } from '../../test/outside/double.ts';
import { type PowerDnsDouble, startPowerDns } from '../../test/outside/powerdns.ts';
import { syncDueRecords } from './sync-records.ts';
import type { DnsProvider } from './port.ts';
import { cloudflare } from './providers/cloudflare.ts';
import { powerDns } from './providers/powerdns.ts';
import { findRecord, removeRecord, takeOverRecord, setWantedRecord } from './records.ts';

const MARK = 'ramal:nossa';
/** Each test uses a new name, because the events of earlier tests remain. */
let name = '';
let names = 0;
const [FIRST, SECOND, OTHER] = ['200.160.4.18', '200.160.4.19', '198.51.100.9'];

let ctx: TestContext;
let admin: Person;
let cloud: CloudflareDouble;
let pdns: PowerDnsDouble;

beforeAll(async () => {
  ctx = await createTestContext({ RAMAL_LOG: 'silent' });
  admin = await person(ctx, { profile: 'admin' });
  [cloud, pdns] = [await startCloudflare(), await startPowerDns()];
});
afterAll(async () => {
  await ctx.close();
  for (const double of [cloud, pdns]) await double.close();
});

interface Side {
  provider(): DnsProvider;
  readonly double: () => Double;
  zone(): Promise<unknown>;
  /** Returns the current records of `name`, such as `A 200.160.4.18`. */
  listRecords(): string[];
  edit(content: string | undefined): void;
  /** Adds a record without the mark of this installation. */
  plant(type: string, content: string): void;
  /** Method and object of the request by which this provider writes a record. */
  readonly writes: string;
}

const sides: Record<string, Side> = {
  cloudflare: {
    provider: () => cloudflare({ baseUrl: cloud.url, token: cloud.token, account: undefined }),
    double: () => cloud,
    zone: async () => {
      cloud.zones.clear();
      return sides.cloudflare!.provider().ensureZone('norte.click');
    },
    listRecords: () =>
      cloud.zones.get('norte.click')!.records.map(({ type, content }) => `${type} ${content}`),
    edit: (content) => cloud.editByHand(name, content === undefined ? undefined : { content }),
    plant: (type, content) =>
      void cloud.zones.get('norte.click')!.records.push({
        id: 'alheio',
        type,
        name,
        content,
        ttl: 300,
        proxied: false,
        comment: null,
      }),
    writes: 'POST dns_records',
  },
  powerdns: {
    provider: () =>
      powerDns({ baseUrl: pdns.url, key: pdns.key, nameServers: ['ns1.x.top', 'ns2.x.top'] }),
    double: () => pdns,
    zone: async () => {
      pdns.zones.clear();
      return sides.powerdns!.provider().ensureZone('norte.click');
    },
    listRecords: () =>
      pdns.zones
        .get('norte.click.')!
        .filter(({ type }) => type !== 'NS')
        .flatMap(({ type, records }) => records.map(({ content }) => `${type} ${content}`)),
    edit: (content) => {
      const sets = pdns.zones.get('norte.click.')!;
      const at = sets.findIndex((set) => set.name === `${name}.`);
      if (content === undefined) sets.splice(at, 1);
      else sets[at]!.records = [{ content, disabled: false }];
    },
    plant: (type, content) =>
      void pdns.zones.get('norte.click.')!.push({
        name: `${name}.`,
        type,
        ttl: 300,
        records: [{ content, disabled: false }],
        comments: [],
      }),
    writes: 'PATCH zone',
  },
};

describe.each(Object.keys(sides))('at %s', (kind) => {
  const side = sides[kind]!;
  const access = () => ({ provider: side.provider(), mark: MARK });
  const want = (ip: string) =>
    ctx.db.tx((tx) => setWantedRecord(tx, { name, ip, ttl: 60, now: ctx.clock.now() }));
  const minute = async () => {
    ctx.clock.forward(60_000);
    await syncDueRecords(ctx, access());
  };
  const later = async () => {
    ctx.clock.forward(20 * 60_000);
    await syncDueRecords(ctx, access());
  };
  const state = async () => (await findRecord(ctx.db, name))!.state;
  const events = async (subject: string) =>
    (
      await ctx.owner.query(
        `select after from events where kind = $1 and after->>'name' = $2 order by id`,
        [subject, name],
      )
    ).rows.map(({ after }) => after as unknown);

  beforeEach(async () => {
    ctx.clock.set(TODAY);
    await ctx.owner.query('truncate dns_records');
    name = `tv${(names += 1)}.norte.click`;
    await side.zone();
    side.double().faults.clear();
    await want(FIRST);
  });

  it('writes a record once and changes its address on request', async () => {
    await minute();
    expect([await state(), side.listRecords()]).toEqual(['made', [`A ${FIRST}`]]);
    await later();
    await want(SECOND);
    await minute();
    expect([await state(), side.listRecords()]).toEqual(['made', [`A ${SECOND}`]]);
    expect(await events('dns-record-written')).toEqual([
      { name, ip: FIRST },
      { name, ip: SECOND },
    ]);
  });

  it.each(['edited', 'deleted', 'made an alias'] as const)(
    'keeps a record that was %s by hand and reports it once',
    async (how) => {
      await minute();
      if (how === 'edited') side.edit(OTHER);
      else side.edit(undefined);
      if (how === 'made an alias') side.plant('CNAME', 'outro.exemplo.com');
      const before = side.listRecords();
      await later();
      await later();
      expect([await state(), side.listRecords()]).toEqual(['foreign', before]);
      expect(await events('dns-record-foreign')).toHaveLength(1);
      await expect(want(SECOND)).rejects.toMatchObject({ code: 'record_foreign' });
      expect((await findRecord(ctx.db, name))!.found).toEqual(before);
    },
  );

  it('removes a record while it has the value that the panel wrote', async () => {
    await minute();
    const written = (await findRecord(ctx.db, name))!;
    side.edit(OTHER);
    expect(await removeRecord(access(), written)).toEqual([`A ${OTHER}`]);
    side.edit(FIRST);
    expect([await removeRecord(access(), written), side.listRecords()]).toEqual([[], []]);
    expect(await removeRecord(access(), written)).toEqual([]);
  });

  it('treats an earlier record as foreign even with the same address', async () => {
    side.plant('A', FIRST);
    await minute();
    expect([await state(), side.listRecords()]).toEqual(['foreign', [`A ${FIRST}`]]);
  });

  it('takes over any foreign record when an admin requests it', async () => {
    side.plant('CNAME', 'outro.exemplo.com');
    await minute();
    const origin = { ip: null, requestId: 'test' };
    expect(await takeOverRecord(ctx, access(), { name, actorId: admin.id, origin })).toBe('made');
    expect(side.listRecords()).toEqual([`A ${FIRST}`]);
    expect(
      await takeOverRecord(ctx, access(), { name, actorId: admin.id, origin }),
    ).toBeUndefined();
  });

  it('treats a record as ours again when it was restored by hand', async () => {
    await minute();
    side.edit(OTHER);
    await later();
    side.edit(FIRST);
    await later();
    expect(await state()).toBe('made');
  });

  it.each(['lost', 'unseen', 'busy', 'down'] as const)(
    'reads a record before writing it again after the fault %s',
    async (fault) => {
      side.double().faults.set(side.writes, [fault, fault]);
      await minute();
      expect(await state()).toBe('waiting');
      for (let n = 0; n < 4; n += 1) {
        ctx.clock.forward(6 * 60_000);
        await syncDueRecords(ctx, access());
      }
      expect([await state(), side.listRecords()]).toEqual(['made', [`A ${FIRST}`]]);
      const writes = side.double().requests.filter((request) => request === side.writes).length;
      side.double().requests.length = 0;
      expect(writes).toBeGreaterThan(0);
    },
  );

  it('recognizes a record as ours although its answer was lost and another address is wanted', async () => {
    side.double().faults.set(side.writes, ['unseen']);
    await minute();
    await want(SECOND);
    await minute();
    expect([await state(), side.listRecords()]).toEqual(['made', [`A ${SECOND}`]]);
  });

  it('writes a record only once its zone exists', async () => {
    cloud.zones.clear();
    pdns.zones.clear();
    await minute();
    expect(await state()).toBe('no-zone');
    await side.zone();
    ctx.clock.forward(61 * 60_000);
    await syncDueRecords(ctx, access());
    expect(await state()).toBe('made');
  });

  it('writes the record again with a zone that was deleted in the meantime', async () => {
    await minute();
    cloud.zones.clear();
    pdns.zones.clear();
    await later();
    expect(await state()).toBe('no-zone');
  });
});

it('stops the run at Cloudflare’s limit and sends no request until it ends', async () => {
  ctx.clock.set(TODAY);
  await ctx.owner.query('truncate dns_records');
  await sides.cloudflare!.zone();
  for (const hostname of ['a.norte.click', 'b.norte.click', 'c.norte.click'])
    await ctx.db.tx((tx) =>
      setWantedRecord(tx, { name: hostname, ip: FIRST, ttl: 60, now: ctx.clock.now() }),
    );
  const access = { provider: sides.cloudflare!.provider(), mark: MARK };
  cloud.throttles = 1;
  cloud.requests.length = 0;
  await syncDueRecords(ctx, access);
  expect(cloud.requests).toHaveLength(1);
  ctx.clock.forward(60_000);
  await syncDueRecords(ctx, access);
  expect(cloud.requests).toHaveLength(1);
  ctx.clock.forward(61_000);
  await syncDueRecords(ctx, access);
  expect(cloud.zones.get('norte.click')!.records).toHaveLength(3);
});
