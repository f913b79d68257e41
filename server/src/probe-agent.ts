/**
 * `npm run probe` lets this machine probe balancers and hostnames for a remote panel
 * (docs/OPERATIONS.md).
 */
import { readConfig } from './foundation/config.ts';
import { orExplain } from './foundation/start/explain-failure.ts';
import { parseAgentKey, runAgent } from './reachability/reachability.ts';

await orExplain(async () => {
  const { RAMAL_PROBE_URL: url, RAMAL_PROBE_KEY: key } = process.env;
  const agentKey = parseAgentKey(key ?? '');
  if (!url || !URL.canParse(url) || !agentKey) {
    console.error(
      'Set RAMAL_PROBE_URL to the address of the panel and RAMAL_PROBE_KEY to the key that it showed.',
    );
    return 1;
  }
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.abort());
  await runAgent(
    { url: url.replace(/\/+$/, ''), ...agentKey, config: readConfig() },
    (line) => console.error(line),
    stop.signal,
  );
  return 0;
});
