// Tests that a stream that begins too late does not run for ever. The responses only record whether
// they were destroyed.
import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Watching } from '../../watching/watching.ts';
import { type OpenStreams, createOpenStreams } from './open-streams.ts';
import type { Right } from '../viewings/viewing-rights.ts';

const PACE = { checkEveryMs: 4_000, goodForMs: 10_000 };
const ticket = { lineId: 1, streamId: 2, sessionId: 's', passwordMark: 'm' };
const request = { headers: {}, ip: '192.0.2.1', url: '/1.mp4' } as unknown as FastifyRequest;
const askedAgo = (ms: number): Right => ({
  title: 'Canal',
  source: 'test-film',
  kind: 'film',
  queriedAtMs: performance.now() - ms,
});

let calls: string[];
let right: Right | undefined;
let running: OpenStreams;

beforeEach(() => {
  [calls, right] = [[], askedAgo(0)];
  running = createOpenStreams(
    { log: pino({ level: 'silent' }) } as unknown as AppContext,
    {
      check: async () => (calls.push('checked'), right),
      reasonAgainst: async () => 'ended',
      beforeOpening: async () => right,
    },
    {
      touch: () => calls.push('seen'),
      playerLeft: () => calls.push('left'),
      onEnded: () => () => calls.push('not listening'),
    } as unknown as Watching,
    PACE,
  );
});
afterEach(() => running.stop());

class Answer extends EventEmitter {
  closed = false;
  destroy(): void {
    calls.push('destroyed');
    this.closed = true;
    this.emit('close');
  }
}

function begin(answer: Answer, since = askedAgo(0)): void {
  const reply = { raw: answer } as unknown as FastifyReply;
  const viewing = { ticket, right: since };
  const onEnd = () => calls.push('over');
  running.begin(request, reply, { viewing, encoding: 'MP4', leaves: true, onEnd });
}

test('ends a stream at once if its player left while it was opened', () => {
  const answer = new Answer();
  answer.closed = true;
  begin(answer);
  running.stop();
  expect(calls).toEqual(['not listening', 'over', 'left']);
});

test('begins no stream on a server that stops', () => {
  running.stop();
  begin(new Answer());
  expect(calls).toEqual(['destroyed', 'not listening', 'over', 'left']);
});

test('checks the line of a stream with a slow source before ending it', async () => {
  begin(new Answer(), askedAgo(PACE.goodForMs + 1));
  await expect.poll(() => calls).toEqual(['seen', 'checked', 'seen']);
});

test('cuts a stream at once if its line may not watch any more', async () => {
  right = undefined;
  begin(new Answer(), askedAgo(PACE.checkEveryMs));
  await expect.poll(() => calls).toContain('over');
  expect(calls.slice(0, 3)).toEqual(['seen', 'checked', 'destroyed']);
});
