/**
 * One stream a browser for everything that should appear by itself. A signal names what changed; the client
 * asks for it over the ordinary calls. Signals may be lost, so whoever connects asks for what is new.
 */
import { z } from 'zod';
import { profiles } from './api/access.ts';
import { endpoint } from './api/endpoint.ts';

/** Sent as server-sent events: `data: {"topic":"tickets","id":5}`. */
export const liveSignal = z.object({
  /** What changed; `resync` when signals may have been lost: everything open is asked for again. */
  topic: z.string(),
  id: z.number().optional(),
});
export type LiveSignal = z.output<typeof liveSignal>;

/** A stream says at least this often that it lives. */
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
