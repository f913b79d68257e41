import { deleteIptvLine } from '@ramal/contract/iptv-lines';
import { getLineHistory } from '@ramal/contract/lines';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestHouse, call, openTestHouse } from '../../test/house.ts';
import { line, person } from '../../test/people.ts';
import { eraseDeletedLines } from './erase-deleted-lines.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const DAY_MS = 86_400_000;

it('erases a line thirty days after its deletion, not one day sooner, and frees its name', async () => {
  const owner = await person(house, { balance: 1000 });
  const gone = await line(house, owner, {
    username: '44440001',
    nota: 'Dona Célia',
    whatsapp: '5511955550142',
  });
  const kept = await line(house, owner, { username: '44440002' });
  for (const { id } of [gone, kept]) {
    await house.owner.query(
      `insert into viewings (id, line_id, stream_id, title, encoding, started_at, seen_at, ended_at, ended_because)
       values (gen_random_uuid(), $1, 1, 'Canal', 'HLS', $2, $2, $2, 'left')`,
      [id, house.clock.now()],
    );
  }
  await call(house, deleteIptvLine, { params: { id: gone.id }, body: {} }, { token: owner.token });

  house.clock.forward(29 * DAY_MS);
  await eraseDeletedLines.work(house, undefined);
  expect(await personal(gone.id)).toMatchObject({ username: '44440001', note: 'Dona Célia' });

  house.clock.forward(2 * DAY_MS);
  await eraseDeletedLines.work(house, undefined);
  expect(await personal(gone.id)).toEqual({
    username: `#${gone.id}`,
    password: '',
    note: '',
    whatsapp: null,
  });
  const watched = await house.owner.query('select line_id::int as id from viewings');
  expect(watched.rows).toEqual([{ id: kept.id }]);
  expect(await personal(kept.id)).toMatchObject({ username: '44440002', note: 'Cliente' });
  const { token } = await person(house, { balance: 1000 });
  expect((await call(house, getLineHistory, { params: { id: gone.id } }, { token })).status).toBe(
    404,
  );
});

async function personal(id: number) {
  const { rows } = await house.owner.query(
    'select username, password, note, whatsapp from lines where id = $1',
    [id],
  );
  return rows[0];
}
