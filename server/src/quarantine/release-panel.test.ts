/** Tests API keys over HTTP during the quarantine and after its release. */
import { createApiKey, rotateApiKey } from '@ramal/contract/api-keys';
import { listIptvLines } from '@ramal/contract/lines/iptv-lines';
import { listOutside, releaseQuarantine } from '@ramal/contract/operations/quarantine';
import { HOUR_MS } from '@ramal/contract/rules/durations';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { seedKey } from '../../test/api-keys.ts';
import { TODAY, type TestContext, call, createTestContext } from '../../test/context.ts';
import { recordRestore } from '../quarantine/quarantine.ts';

let ctx: TestContext;
let admin: Person;
let seller: Person;

beforeAll(async () => {
  ctx = await createTestContext();
  admin = await person(ctx, { profile: 'admin' });
});
beforeEach(async () => {
  ctx.clock.set(TODAY);
  seller = await person(ctx, { parent: admin, grants: ['api.keys'] });
});
afterAll(() => ctx.close());

const tried = async (key: string) => {
  const { status, body } = await call(ctx, listIptvLines, {}, { token: key });
  return status === 200 ? 'served' : body.code;
};

/** Creates two keys, and records a later restore that happened an hour ago. */
async function restored() {
  const ownKey = await seedKey(ctx, seller, { name: 'Site' });
  const external = await seedKey(ctx, seller, { name: 'Integração externa', isExternal: true });
  ctx.clock.forward(HOUR_MS);
  const at = ctx.clock.now();
  await ctx.db.tx((tx) => recordRestore(tx, { restoredAt: at, madeAt: at, file: 'x' }));
  ctx.clock.forward(HOUR_MS);
  return { ownKey, external };
}

const keysBack = async () => (await call(ctx, listOutside, {}, { token: admin.token })).body.keys;
const release = (body: { revoke_keys?: string }) =>
  call(ctx, releaseQuarantine, { body }, { token: admin.token });

it('accepts no API key during the quarantine', async () => {
  const { ownKey, external } = await restored();
  expect([await tried(ownKey.key), await tried(external.key)]).toEqual([
    'in_quarantine',
    'in_quarantine',
  ]);
  // A revoked key gets the same response as usual, without information about the quarantine.
  const revoked = await seedKey(ctx, seller);
  await ctx.owner.query('update api_keys set revoked_at = now() where id = $1', [revoked.id]);
  expect(await tried(revoked.key)).toBe('key_refused');
  expect((await release({})).status).toBe(200);
});

it('revokes the keys from before the restore on release and keeps newer ones', async () => {
  const { ownKey, external } = await restored();
  const created = await call(
    ctx,
    createApiKey,
    { body: { name: 'Nova', scopes: ['lines:read'] } as never },
    { token: seller.token },
  );
  const turned = await seedKey(ctx, seller, { name: 'Girada' });
  await ctx.owner.query('update api_key_secrets set created_at = $2 where key_id = $1', [
    turned.id,
    TODAY,
  ]);
  const { body: rotated } = await call(
    ctx,
    rotateApiKey,
    { params: { id: turned.id }, body: { overlap_hours: 0 } as never },
    { token: seller.token },
  );
  expect(await keysBack()).toBe(2);
  expect((await release({})).status).toBe(200);
  expect([await tried(ownKey.key), await tried(external.key)]).toEqual([
    'key_refused',
    'key_refused',
  ]);
  expect([await tried(created.body.key), await tried(rotated.key)]).toEqual(['served', 'served']);
  const { rows } = await ctx.owner.query(
    `select after ->> 'key' as key, actor_id::int as actor from events
     where account_id = $1 and kind = 'api-key-revoked' order by key`,
    [seller.id],
  );
  expect(rows).toEqual([
    { key: 'Integração externa', actor: admin.id },
    { key: 'Site', actor: admin.id },
  ]);
});

it('keeps the earlier keys if the admin declines the revocation', async () => {
  const { ownKey, external } = await restored();
  expect(await keysBack()).toBe(2);
  expect((await release({ revoke_keys: '0' })).status).toBe(200);
  expect([await tried(ownKey.key), await tried(external.key)]).toEqual(['served', 'served']);
});
