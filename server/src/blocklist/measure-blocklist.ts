/** Metrics of this process about the blocklist, for monitoring. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { AppContext } from '../foundation/app-context.ts';
import type { AddMeasures } from '../foundation/http/health.ts';
import { getBlocklist } from './blocks.ts';

export const measureBlocklist =
  (ctx: AppContext): AddMeasures =>
  (registry: Registry) => {
    const registers = [registry];
    new Gauge({
      name: 'ramal_blocked_addresses',
      help: 'Addresses that are refused now',
      registers,
      collect() {
        this.set(getBlocklist(ctx).measures().addresses);
      },
    });
    new Counter({
      name: 'ramal_blocked_requests_total',
      help: 'Requests refused because of their address',
      registers,
      collect() {
        this.reset();
        this.inc(getBlocklist(ctx).measures().refused);
      },
    });
  };
