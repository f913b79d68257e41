/**
 * A stream per browser for updates. A signal names the changed object, and the client reads it by
 * the ordinary calls. Signals may be lost, so a client that connects reads everything new.
 */
import { z } from 'zod';
import { profiles } from './api/access.ts';
import { endpoint } from './api/endpoint.ts';

/** Sent as server-sent events: `data: {"topic":"tickets","id":5}`. */
const liveSignal = z.object({
  /**
   * Changed object; `resync` if signals may have been lost: the client reads everything open again.
   */
  topic: z.string(),
  id: z.number().optional(),
});
export type LiveSignal = z.output<typeof liveSignal>;

/** Maximum pause between two heartbeats of a stream. */
export const LIVE_HEARTBEAT_MS = 15_000;

export const openLive = endpoint({
  name: 'open-live',
  method: 'GET',
  path: '/api/live',
  summary: 'Avisos do que mudou, como server-sent events; um por navegador.',
  access: { profiles },
  events: true,
  answer: z.undefined(),
  errors: ['live_full', 'live_off'],
});
