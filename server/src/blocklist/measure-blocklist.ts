/** Metrics of the blocklist for monitoring, for this process. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { AppContext } from '../foundation/app-context.ts';
import type { AddMeasures } from '../foundation/http/health.ts';
import { blocklistOf } from './blocks.ts';

export const measureBlocklist =
  (ctx: AppContext): AddMeasures =>
  (registry: Registry) => {
    const registers = [registry];
    new Gauge({
      name: 'ramal_blocked_addresses',
      help: 'Addresses that are refused now',
      registers,
      collect() {
        this.set(blocklistOf(ctx).measures().addresses);
      },
    });
    new Counter({
      name: 'ramal_blocked_requests_total',
      help: 'Requests refused because of their address',
      registers,
      collect() {
        this.reset();
        this.inc(blocklistOf(ctx).measures().refused);
      },
    });
  };
