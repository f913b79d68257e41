/**
 * Tests activator hostnames. Accounts with the grant can change the hostname of an activator, and
 * the playlists of the activator's devices contain it.
 */
import { requestDeviceLine, bindDevice } from '@ramal/contract/devices';
import { editActivator, listActivators } from '@ramal/contract/operations/activators';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { line, type Person, person } from '../../../test/accounts.ts';
import { call, createTestContext, type TestContext } from '../../../test/context.ts';
import { probeRound } from '../../reachability/reachability.ts';
import { probedActivators } from './activators.ts';

let ctx: TestContext;
let seller: Person;
let special: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  seller = await person(ctx, { balance: 100_000 });
  special = await person(ctx, { grants: ['dns.fixed'] });
});
afterAll(() => ctx.close());

const edit = (id: number, dns: string, by = special) =>
  call(ctx, editActivator, { params: { id }, body: { dns } }, { token: by.token });
const probe = async (failed: 'connect' | null) => {
  const options = {
    probe: async () => ({ failed, certificateEndsAt: null, ms: null }),
    pause: async () => undefined,
  };
  await probeRound(ctx, [probedActivators], options);
};

it('lists each app with its hostname and an empty value for an app without one', async () => {
  const { body } = await call(ctx, listActivators, {}, { token: special.token });
  expect(body).toEqual(
    ['Smart App', 'Prime', 'Lazer Play'].map((ativador, index) => ({
      id: index + 1,
      ativador,
      dns: '',
      changed_formatted: null,
      health: 'unknown',
      down_since_timestamp: null,
    })),
  );
});

it.each([
  ['', 'O endereço DNS não pode estar vazio.'],
  // The form accepts a pasted address, but rejects a scheme other than http.
  ['ftp://tv.exemplo.com', 'Escreva um nome, como tv.exemplo.com.'],
])('refuses %j in the documents’ words', async (dns, text) => {
  const answer = await edit(1, dns);
  expect([answer.status, answer.body.fields]).toEqual([422, { dns: text }]);
});

it('refuses accounts without the grant and unknown apps', async () => {
  expect((await edit(1, 'tv.exemplo.com', seller)).status).toBe(403);
  expect((await edit(9, 'tv.exemplo.com')).body.code).toBe('activator_not_found');
});

it('uses the hostname in the next playlists of the app’s devices while it answers', async () => {
  const { username } = await line(ctx, seller);
  const mac = '00:1A:79:00:00:01';
  const body = { mac, app: 1, username, id_device: 'aparelho-1' };
  expect((await call(ctx, bindDevice, { body }, { token: seller.token })).status).toBe(200);
  const host = async () => {
    const { body: answer } = await call(ctx, requestDeviceLine, {
      body: { mac, app: 1, id_device: 'aparelho-1' },
    });
    return new URL(String((answer as { M3U8?: string }).M3U8)).hostname;
  };
  const originalHost = await host();
  expect((await edit(1, 'Smart.Exemplo.com')).body).toMatchObject({ dns: 'smart.exemplo.com' });
  expect(await host()).toBe('smart.exemplo.com');
  await probe('connect');
  await probe('connect');
  expect(await host()).toBe(originalHost);
  expect((await call(ctx, listActivators, {}, { token: special.token })).body[0]).toMatchObject({
    health: 'down',
    down_since_timestamp: expect.any(Number),
  });
  // After a change of the address, the probe results of the previous address must disappear.
  await edit(1, 'outro.exemplo.com');
  expect(await host()).toBe('outro.exemplo.com');
});
