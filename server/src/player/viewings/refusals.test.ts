/**
 * Tests each reason why the player refuses a stream. Header, text and the reseller's list must
 * agree.
 */
import { listRefusedPlays, refusalTexts } from '@ramal/contract/watching';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { call } from '../../../test/context.ts';
import { type SeededLine, changeLine } from '../../../test/player.ts';
import {
  ONE_SCREEN,
  admin,
  closeScreens,
  ctx,
  firstPlayer,
  hls,
  inTurn,
  seedPackageLine,
  openScreens,
  liveUrl,
} from '../../../test/screens.ts';

beforeAll(openScreens);
beforeEach(() => ctx.clock.forward(10 * 60_000));
afterAll(closeScreens);

async function refusedAs(line: SeededLine, file = '11.ts', as = 'VLC/3.0') {
  const answer = await fetch(liveUrl(firstPlayer, line, file), { headers: { 'user-agent': as } });
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  return [answer.status, answer.headers.get('x-refusal-reason'), await answer.text()];
}

const history = async ({ username }: SeededLine) =>
  (await call(ctx, listRefusedPlays, { body: { username } }, { token: admin.token })).body.map(
    ({ reason, text, user_agent }) => [reason, text, user_agent],
  );

test.each([
  ['expired', `expires_at = '2020-01-01'`, '11.ts'],
  ['disabled', 'is_on = false', '11.m3u8'],
  ['blocked', 'blocked_for_abuse_at = now()', '11.ts'],
  ['not-offered', 'note = note', '999.ts'],
] as const)('returns the reason of the refusal: %s', async (reason, change, file) => {
  const line = await seedPackageLine(ONE_SCREEN);
  await changeLine(ctx, line.id, change);
  expect(await refusedAs(line, file)).toEqual([403, reason, refusalTexts[reason]]);
  expect(await history(line)).toEqual([[reason, refusalTexts[reason], 'VLC/3.0']]);
});

test('answers only «unknown» to a wrong password and records nothing for the line', async () => {
  const line = await seedPackageLine(ONE_SCREEN);
  const refused = await refusedAs({ ...line, password: 'errada-1' });
  expect(refused).toEqual([403, 'unknown', refusalTexts.unknown]);
  expect(await history(line)).toEqual([]);
});

test('reports a contested screen to the player that lost it and to the one that is refused', async () => {
  const line = await seedPackageLine(ONE_SCREEN);
  const screens = await inTurn(['A', 'B', 'A', 'B', 'A'].map((as) => () => hls(line, { as })));
  expect(await screens[0]!.status()).toBe(403);
  expect(await history(line)).toEqual([['screens', refusalTexts.screens, expect.any(String)]]);
  ctx.clock.forward(11_000);
  expect(await refusedAs(line, '11.m3u8', 'B')).toEqual([403, 'screens', refusalTexts.screens]);
  expect(await history(line)).toEqual([['screens', refusalTexts.screens, 'B']]);
});
