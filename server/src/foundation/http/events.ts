/** Answers that go on: server-sent events. They end with their client, and with the server. */
import type { Server } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';

type Events = AsyncIterableIterator<string>;

const streams = new WeakMap<Server, Set<Events>>();

export function sendEvents(
  server: FastifyInstance,
  reply: FastifyReply,
  events: Events,
): FastifyReply {
  const stream = Readable.from(events, { objectMode: false });
  const open = openOn(server);
  open.add(events);
  stream.once('close', () => {
    open.delete(events);
    void events.return?.();
  });
  return (
    reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      // A proxy that gathers or compresses would keep the news to itself.
      .header('cache-control', 'no-store, no-transform')
      .header('x-accel-buffering', 'no')
      // Its end is the connection's, or a server that stops would wait for what else comes on it.
      .header('connection', 'close')
      .send(stream)
  );
}

function openOn({ server }: FastifyInstance): Set<Events> {
  const open = streams.get(server as Server) ?? new Set<Events>();
  streams.set(server as Server, open);
  return open;
}

/** The clients connect again, to whoever serves then. */
export function endEvents(server: unknown): void {
  for (const events of streams.get(server as Server) ?? []) void events.return?.();
}
