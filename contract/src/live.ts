/**
 * Stream of live updates to each browser. A signal names the changed object, and the client reads
 * the object with ordinary calls. Signals can be lost, so a client reads everything again after it
 * has connected.
 */
import { z } from 'zod';
import { profiles } from './api/access.ts';
import { endpoint } from './api/endpoint.ts';

/** Server-sent event: `data: {"topic":"tickets","id":5}`. */
const liveSignal = z.object({
  /**
   * Kind of the changed object. `resync` means that signals may have been lost. The client then
   * reads all shown data again.
   */
  topic: z.string(),
  id: z.number().optional(),
});
export type LiveSignal = z.output<typeof liveSignal>;

/** Maximum time in ms between two heartbeats of a stream. */
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
