/**
 * Long-lived responses: server-sent events. They end with the client's connection and with the
 * server.
 */
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
      // Prevents proxies from buffering or compressing the events, because both would delay them.
      .header('cache-control', 'no-store, no-transform')
      .header('x-accel-buffering', 'no')
      // Closes the connection after the response. On an open connection, a stopping server would
      // wait for another request.
      .header('connection', 'close')
      .send(stream)
  );
}

function openOn({ server }: FastifyInstance): Set<Events> {
  const open = streams.get(server as Server) ?? new Set<Events>();
  streams.set(server as Server, open);
  return open;
}

/** Ends all event streams. Their clients connect again, to the next server process. */
export function endEvents(server: unknown): void {
  for (const events of streams.get(server as Server) ?? []) void events.return?.();
}
