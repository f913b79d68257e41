/**
 * Tests the guide of channels whose programmes last for days, read from a file and requested as
 * apps do.
 */
import { readFileSync } from 'node:fs';
import { createGuide, readGuideFile } from '@ramal/contract/catalogue/guides';
import { getTask } from '@ramal/contract/tasks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { person } from '../../../test/accounts.ts';
import { work } from '../../../test/catalogue.ts';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type OpenPlayer, type SeededLine, openPlayer, seedLine } from '../../../test/player.ts';

const file = readFileSync(
  new URL('./cases/xmltv-08-missing-stop-gap-long.xml', import.meta.url),
  'utf8',
);
const DAY_PROGRAMME =
  '<programme start="20261129000000 -0300" stop="20261130000000 -0300" channel="dia.br"><title>Um dia</title></programme>';
const channels = ['w.br', 'w24.br', 'y.br', 'z.br', 'dia.br'];
const idOf = (channel: string) => 40 + channels.indexOf(channel);

let ctx: TestContext;
let player: OpenPlayer;
let line: SeededLine;
let message: string;

beforeAll(async () => {
  ctx = await createTestContext();
  ctx.clock.set('2026-11-29T12:00:00Z');
  const as = { token: (await person(ctx, { profile: 'admin' })).token };
  player = await openPlayer(ctx);
  line = await seedLine(ctx);
  await ctx.owner.query(
    `insert into streams (id, kind, number, name, category_id, epg_channel_id, source)
     select 39 + place, 'live', 39 + place, channel, 1, channel, 'test-channel'
     from unnest($1::text[]) with ordinality as given (channel, place)`,
    [channels],
  );
  const { id } = (await call(ctx, createGuide, { body: { name: 'Guia' } }, as)).body;
  const whole = file.replace('</tv>', `${DAY_PROGRAMME}</tv>`);
  const started = await call(ctx, readGuideFile, { params: { id }, file: whole }, as);
  await work(ctx, started.body);
  ({ message } = (await call(ctx, getTask, { params: { id: started.body.id } }, as)).body);
});
afterAll(async () => {
  await player.close();
  await ctx.close();
});

const ask = (file_: string, extra: Record<string, string> = {}) => {
  const { username, password } = line;
  return fetch(`${player.url}/${file_}?${new URLSearchParams({ username, password, ...extra })}`);
};

async function onAir(channel: string): Promise<string | undefined> {
  const answer = await ask('player_api.php', {
    action: 'get_short_epg',
    stream_id: String(idOf(channel)),
    limit: '1',
  });
  const {
    epg_listings: [first],
  } = (await answer.json()) as {
    epg_listings: { title: string; start_timestamp: string }[];
  };
  if (!first || Number(first.start_timestamp) * 1000 > ctx.clock.now().getTime()) return undefined;
  return Buffer.from(first.title, 'base64').toString();
}

async function inXmltv(channel: string): Promise<boolean> {
  const text = await (await ask('xmltv.php')).text();
  const now = ctx.clock.now().getTime();
  const ends = [...text.matchAll(/stop="(\d{14}) \+0000" channel="([^"]+)"/g)];
  return ends.some(([, stop, id]) => {
    const iso = stop!.replace(/(....)(..)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5:$6Z');
    return id === channel && Date.parse(iso) > now;
  });
}

// A programme longer than a day is shown until its end.
it.each([
  ['dia.br', 'Um dia', '2026-11-29T03:30:00Z'],
  ['dia.br', 'Um dia', '2026-11-30T02:30:00Z'],
  ['w.br', 'Maratona de tres dias', '2026-11-27T03:30:00Z'],
  ['w.br', 'Maratona de tres dias', '2026-11-28T15:00:00Z'],
  ['w.br', 'Maratona de tres dias', '2026-11-30T02:30:00Z'],
  ['w24.br', 'Canal 24 horas, a semana toda', '2026-11-27T13:30:00Z'],
  ['w24.br', 'Canal 24 horas, a semana toda', '2026-11-30T12:00:00Z'],
  ['w24.br', 'Canal 24 horas, a semana toda', '2026-12-04T02:30:00Z'],
  ['y.br', 'Sem fim dois', '2026-11-29T04:59:00Z'],
  ['y.br', 'Fim antes do comeco', '2026-11-29T05:29:00Z'],
  ['y.br', undefined, '2026-11-29T05:31:00Z'],
  ['z.br', 'Cruza b', '2026-11-29T08:30:00Z'],
])('%s: shows «%s» as the current programme at %s', async (channel, title, at) => {
  ctx.clock.set(at);
  expect(await onAir(channel)).toBe(title);
  expect(await inXmltv(channel)).toBe(title !== undefined);
});

it('stores no part longer than a day and counts duplicates', async () => {
  const { rows } = await ctx.owner.query(
    `select from programmes where ends_at - starts_at > interval '24 hours' or ends_at <= starts_at`,
  );
  expect(rows).toEqual([]);
  expect(message).toBe('9 programas em 5 canais. Não importado: 1 × programa repetido.');
});
