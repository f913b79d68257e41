import { deleteReseller, restoreReseller } from '@ramal/contract/reseller-acts';
import { createReseller } from '@ramal/contract/resellers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestHouse, call, openTestHouse } from '../../test/house.ts';
import { PASSWORD, person } from '../../test/people.ts';
import { eraseDeletedResellers } from './erase-deleted-resellers.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const DAY_MS = 86_400_000;

it('erases an account thirty days after its deletion, not one day sooner, and frees its name', async () => {
  const admin = await person(house, { profile: 'admin', until: '2027-03-01T15:00:00Z' });
  const as = { token: admin.token };
  const gone = await person(house, { username: 'norte-tv', parent: admin });
  const kept = await person(house, { username: 'sul-tv', parent: admin });
  await house.owner.query(
    `update accounts set whatsapp = '5511955550142', email = 'a@b.com', totp_secret = 'x' where id = any($1)`,
    [[gone.id, kept.id]],
  );
  await house.owner.query(
    `insert into recovery_codes (account_id, hash) select id, 'x' from unnest($1::bigint[]) id`,
    [[gone.id, kept.id]],
  );
  await call(house, deleteReseller, { params: { id: gone.id }, body: {} }, as);
  const taken = { username: 'Norte-TV', password: PASSWORD, credits: 0 };

  house.clock.forward(29 * DAY_MS);
  await eraseDeletedResellers.work(house, undefined);
  expect(await personal(gone.id)).toMatchObject({ username: 'norte-tv', email: 'a@b.com' });
  expect((await call(house, createReseller, { body: taken }, as)).body.code).toBe('account_taken');

  house.clock.forward(2 * DAY_MS);
  await eraseDeletedResellers.work(house, undefined);
  expect(await personal(gone.id)).toEqual({
    username: `#${gone.id}`,
    password_hash: '',
    whatsapp: null,
    email: null,
    totp_secret: null,
  });
  expect(await personal(kept.id)).toMatchObject({ username: 'sul-tv', email: 'a@b.com' });
  const codes = await house.owner.query('select account_id::int as id from recovery_codes');
  expect(codes.rows).toEqual([{ id: kept.id }]);
  expect((await call(house, createReseller, { body: taken }, as)).status).toBe(200);
  const late = await call(house, restoreReseller, { params: { id: gone.id } }, as);
  expect([late.status, late.body.code]).toEqual([409, 'restore_expired']);
});

async function personal(id: number) {
  const { rows } = await house.owner.query(
    'select username, password_hash, whatsapp, email, totp_secret from accounts where id = $1',
    [id],
  );
  return rows[0];
}
