/** Reads the configuration, creates the app context and starts the chosen roles. */
import { makePanelServer, makePlayerServer } from './app.ts';
import { seedBrands, seedDemo } from './demo/demo.ts';
import { ConfigError, readConfig } from './foundation/config.ts';
import { startWorker } from './foundation/jobs.ts';
import { jobs, LONG_JOBS_AT_ONCE, longJobs } from './jobs.ts';
import { createLogger, createContext } from './create-context.ts';
import { createFirstAdmin, type FirstAdmin } from './sessions/sessions.ts';

const demo = process.argv[2] === 'demo';

async function start(): Promise<void> {
  if (demo) process.env.RAMAL_DATA ??= './data-demo';
  const config = readConfig();
  const log = createLogger(config);
  const open = await createContext(config, log);
  const { ctx } = open;
  const closing: (() => Promise<unknown>)[] = [];
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= shut(closing, open.close));
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => void stop().then(() => process.exit(0)));
  try {
    if (demo) say([...(await seedDemo(ctx)), ...(await seedBrands(config))]);
    else say(welcome(await createFirstAdmin(ctx)));
    const servesPlayer =
      config.roles.has('player') &&
      (config.playerPort !== config.port || !config.roles.has('panel'));
    if (config.roles.has('panel'))
      closing.push(await listen(await makePanelServer(ctx), config.host, config.port));
    if (servesPlayer)
      closing.push(await listen(await makePlayerServer(ctx), config.host, config.playerPort));
    if (config.roles.has('worker')) {
      const workers = [
        await startWorker(ctx, open.ownerUrl, jobs),
        await startWorker(ctx, open.ownerUrl, longJobs, LONG_JOBS_AT_ONCE),
      ];
      closing.push(...workers.map((worker) => () => worker.stop()));
    }
    say([`Ramal is at http://localhost:${config.port}`]);
  } catch (error) {
    await stop();
    throw error;
  }
}

type Server = Awaited<ReturnType<typeof makePanelServer>>;

async function listen(server: Server, host: string, port: number): Promise<() => Promise<unknown>> {
  await server.listen({ host, port });
  return async () => {
    // A connection on which nothing is asked would be waited for without end.
    const late = setTimeout(() => server.server.closeAllConnections(), LEAVE_MS);
    await server.close().finally(() => clearTimeout(late));
  };
}

/** So long after the doors are shut whoever is inside may still be answered. */
const LEAVE_MS = 10_000;

/** Doors first, so that nothing new comes in; then the worker; the database last. */
async function shut(
  closing: (() => Promise<unknown>)[],
  closeContext: () => Promise<void>,
): Promise<void> {
  for (const close of closing) await close();
  await closeContext();
}

function welcome(made: FirstAdmin | undefined): string[] {
  if (!made) return [];
  const password = made.password ? [`Password:    ${made.password}`, 'It is shown this once.'] : [];
  return [`First admin: ${made.username}`, ...password];
}

function say(lines: readonly string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`);
}

start().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : (error as Error).stack}\n`,
  );
  process.exit(1);
});
