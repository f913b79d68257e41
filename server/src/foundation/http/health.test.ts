/** Tests that the names of the metrics follow the rules of Prometheus. */
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import type { AppContext } from '../app-context.ts';
import { serveHealth } from './health.ts';

it('ends the name of each counter, and of nothing else, with _total', async () => {
  const server = Fastify();
  serveHealth(server, {} as AppContext);
  const { body } = await server.inject('/metrics');
  await server.close();
  const types = [...body.matchAll(/^# TYPE (\S+) (\w+)$/gm)].map(([, name, type]) => ({
    name,
    isCounter: type === 'counter',
  }));
  expect(types.length).toBeGreaterThan(10);
  expect(types.filter(({ name, isCounter }) => name!.endsWith('_total') !== isCounter)).toEqual([]);
});
