/** Seeds boxes of the demo's lines in several states, and one that requests a line. */
import { HOUR_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import { registerBox } from '../boxes/boxes.ts';
import type { Caller } from '../foundation/caller.ts';
import type { AppContext } from '../foundation/app-context.ts';

interface DemoBox {
  readonly mac: string;
  readonly model: string;
  readonly room?: string;
  /** Time since the last life sign in milliseconds. Undefined if the box has never signed in. */
  readonly seenMs?: number;
  /** Time in milliseconds since another device sent the MAC. */
  readonly otherMs?: number;
}

const boxes: readonly DemoBox[] = [
  { mac: '00:1A:79:22:9E:C4', model: 'StbEmu', seenMs: 2 * HOUR_MS, otherMs: 3 * MINUTE_MS },
  { mac: '00:1A:79:4C:1B:E2', model: 'MAG324', room: 'Sala', seenMs: 40_000 },
  { mac: '00:1A:79:B0:57:0D', model: 'MAG250', seenMs: 12_000 },
  { mac: 'A4:2B:8C:07:33:5F', model: 'Formuler Z11', seenMs: 15 * HOUR_MS },
  { mac: '00:1A:79:0E:72:A1', model: '' },
];

export async function registerDemoBoxes(ctx: AppContext, caller: Caller): Promise<void> {
  const lines = await ctx.db.many<{ id: number }>(sql`
    select id from lines where owner_id = ${caller.actor.id} and platform = 'iptv' and deleted_at is null
    order by id desc limit ${boxes.length}`);
  for (const [turn, demo] of boxes.entries()) {
    const line = lines[turn];
    if (!line) return;
    const { mac, room } = demo;
    const { id } = await registerBox(ctx, caller, {
      mac,
      lineId: line.id,
      mode: 'add',
      move: false,
      room,
    });
    if (demo.seenMs !== undefined) await signIn(ctx, id, demo);
  }
  await requestLine(ctx, lines[0]!.id);
}

const ago = ({ clock }: AppContext, ms: number): Date => new Date(clock.now().getTime() - ms);

async function signIn(ctx: AppContext, id: number, { model, seenMs = 0, otherMs }: DemoBox) {
  const seenAt = ago(ctx, seenMs);
  await ctx.db.tx(async (tx) => {
    await tx.run(sql`
      update boxes set model = ${model}, serial = ${`DEMO${id}`}, pinned_at = ${seenAt}, last_seen_at = ${seenAt},
        other_model = 'MAG250', other_serial = 'OUTRO',
        other_seen_at = ${otherMs === undefined ? null : ago(ctx, otherMs)}
      where id = ${id}`);
    await tx.run(sql`
      insert into box_sign_ins (box_id, at, model) values (${id}, ${seenAt}, ${model})`);
  });
}

/** Seeds a request of a box. The box sent the password of a line that already has another box. */
const requestLine = (ctx: AppContext, lineId: number) =>
  ctx.db.tx((tx) =>
    tx.run(sql`
      insert into box_requests (mac, line_id, model, serial, first_asked_at, last_asked_at)
      values ('00:1A:79:5D:40:3B', ${lineId}, 'MAG322', 'DEMO322', ${ago(ctx, 5 * MINUTE_MS)}, ${ago(ctx, 2 * MINUTE_MS)})`),
  );
