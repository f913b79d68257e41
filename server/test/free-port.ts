import { once } from 'node:events';
import { createServer } from 'node:net';

export async function getFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const url = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof url === 'object' && url ? url.port : 0;
}
