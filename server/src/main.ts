/** Reads the configuration, creates the app context and starts the chosen roles. */
import type { FastifyInstance } from 'fastify';
import { makePanelServer, makePlayerServer } from './app.ts';
import { startShipping } from './backups/backups.ts';
import { seedBrands, seedDemo } from './demo/demo.ts';
import { getInstallationHosts } from './brands/brands.ts';
import { type Config, readConfig } from './foundation/config.ts';
import { commandLine } from './foundation/start/command-line.ts';
import { endWithParent } from './foundation/start/end-with-parent.ts';
import { type PortHolder, reservePort, waitForSuccessor } from './foundation/start/handover.ts';
import { stopAccepting } from './foundation/http/server.ts';
import { startWorker } from './foundation/jobs.ts';
import { reportReady } from './foundation/start/report-ready.ts';
import { releaseStartMemory } from './foundation/start/start-memory.ts';
import { reportFailure } from './foundation/start/explain-failure.ts';
import { deliveryJobs, jobs, LONG_JOBS_AT_ONCE, longJobs } from './jobs.ts';
import { createLogger, createContext } from './create-context.ts';
import { startHeartbeat, type NodeHeartbeat } from './nodes/nodes.ts';
import { createFirstAdmin, type FirstAdmin } from './sessions/sessions.ts';
import { type Upgrade, recordVersion } from './upgrades/upgrades.ts';

const demo = process.argv[2] === 'demo';

/** Time in milliseconds for accepted requests after SIGTERM. */
const STOP_MS = 10_000;
/** Time in milliseconds for running streams after another process has taken the ports. */
const HANDOVER_MS = 6 * 60 * 60_000;

/**
 * Maximum number of connections that wait to be accepted. With Node's default of 511, the system
 * would reset connections during a flood.
 */
const BACKLOG = 4_096;

type Close = () => Promise<unknown>;

interface Running {
  readonly servers: FastifyInstance[];
  readonly workers: Close[];
  signs?: NodeHeartbeat;
}

async function start(): Promise<void> {
  if (demo) {
    process.env.RAMAL_DATA ??= './data-demo';
    process.env.RAMAL_TEST_PAYMENTS ??= '1';
    // The demo must not use the network. It has balancers, so the prober would otherwise send
    // requests to the reference URLs.
    process.env.RAMAL_PROBE_REFERENCES ??= '';
  }
  const config = readConfig();
  const log = createLogger(config);
  const { ctx, ownerUrl, upgrade, close } = await createContext(config, log, servedPorts(config));
  const running: Running = { servers: [], workers: [] };
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= stopAll(running, close));
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => void stop().then(() => process.exit(0)));
  if (process.env.RAMAL_FOLLOW_PARENT) endWithParent(() => void stop().then(() => process.exit(0)));
  try {
    const firstAdmin = demo ? undefined : await createFirstAdmin(ctx);
    if (demo) say([...(await seedDemo(ctx)), ...(await seedBrands(config))]);
    say([...upgraded(upgrade), ...welcome(firstAdmin)]);
    const holders: PortHolder[] = [];
    const listen = async (server: FastifyInstance, port: number) => {
      const holder = await reservePort({ host: config.host, port }, config.dataFolder);
      running.servers.push(server);
      await server.listen({ ...holder.listenOptions, backlog: BACKLOG });
      holders.push(holder);
    };
    if (!(await getInstallationHosts(ctx).isConfigured()))
      log.warn(
        'no host of this installation is configured: links in mails and payments lead to localhost; set RAMAL_PUBLIC_URL',
      );
    if (config.roles.has('panel')) await listen(await makePanelServer(ctx), config.port);
    if (servesPlayerApart(config)) await listen(await makePlayerServer(ctx), config.playerPort);
    if (config.roles.has('worker')) {
      const workers = [
        await startWorker(ctx, ownerUrl, jobs),
        await startWorker(ctx, ownerUrl, longJobs, LONG_JOBS_AT_ONCE),
        await startWorker(ctx, ownerUrl, deliveryJobs, deliveryJobs.length),
      ];
      running.workers.push(...workers.map((worker) => () => worker.stop()));
    }
    if (ctx.embedded) {
      const shipping = startShipping(ctx, { ships: config.roles.has('worker') });
      running.workers.push(() => shipping.stop());
    }
    running.signs = await startHeartbeat(ctx);
    let leaving: Promise<void> | undefined;
    await takeOver(holders, config, () => (leaving ??= stopServing(running, stop)));
    await recordVersion(config.dataFolder);
    say([address(config), ...nextStep(firstAdmin)]);
    await reportReady();
    void releaseStartMemory();
  } catch (error) {
    await stop().catch((err: unknown) => log.warn({ err }, 'the stop failed'));
    throw error;
  }
}

const servesPlayerApart = ({ roles, port, playerPort }: Config): boolean =>
  roles.has('player') && (playerPort !== port || !roles.has('panel'));

const servedPorts = (config: Config): number[] => [
  ...(config.roles.has('panel') ? [config.port] : []),
  ...(servesPlayerApart(config) ? [config.playerPort] : []),
];

/**
 * Makes the previous process on these ports leave. Then waits for a later process that requests
 * this process to leave.
 */
async function takeOver(
  holders: readonly PortHolder[],
  config: Config,
  leaveNow: () => Promise<void>,
): Promise<void> {
  for (const { predecessor } of holders) await predecessor?.askToLeave();
  for (const { listenOptions } of holders)
    await waitForSuccessor(listenOptions, config.dataFolder, leaveNow);
}

/**
 * Resolves when the ports are closed. The process ends after the last stream, or after six hours.
 */
async function stopServing(
  { servers, workers, signs }: Running,
  stop: () => Promise<void>,
): Promise<void> {
  signs?.drain();
  const departures = servers.map(stopAccepting);
  await Promise.all(departures.map(({ closed }) => closed));
  const end = () => stop().then(() => process.exit(0));
  const late = setTimeout(() => void end(), HANDOVER_MS);
  void Promise.all([
    ...departures.map(({ ended }) => ended),
    ...workers.map((stopWorker) => stopWorker()),
  ]).then(() => {
    clearTimeout(late);
    return end();
  });
}

/**
 * Closes the ports first, so that no new requests arrive, then the workers and finally the
 * database.
 */
async function stopAll({ servers, workers, signs }: Running, closeContext: Close): Promise<void> {
  for (const server of servers) {
    // Idle connections would otherwise keep the server open forever.
    const late = setTimeout(() => server.server.closeAllConnections(), STOP_MS);
    await server.close().finally(() => clearTimeout(late));
  }
  for (const stopWorker of workers) await stopWorker();
  await signs?.stop();
  await closeContext();
}

function welcome(admin: FirstAdmin | undefined): string[] {
  if (!admin) return [];
  const password = admin.password ? [`Senha: ${admin.password} (mostrada só desta vez)`] : [];
  return [`Conta: ${admin.username}`, ...password];
}

function upgraded(upgrade: Upgrade | undefined): string[] {
  if (!upgrade) return [];
  const { fromVersion, toVersion, copy } = upgrade;
  const versions = `Banco atualizado ${fromVersion ? `da versão ${fromVersion} ` : ''}para a ${toVersion}`;
  return copy
    ? [
        `${versions}; a cópia de antes está em ${copy.folder}. Para voltar: ${commandLine('rollback')}`,
      ]
    : [`${versions}, sem cópia de antes.`];
}

function address({ port, logFile }: Config): string {
  const log = logFile === undefined ? '' : ` (registro em ${logFile})`;
  return `O Ramal atende em http://localhost:${port}${log}`;
}

const nextStep = (admin: FirstAdmin | undefined): string[] =>
  admin ? ['Próximo passo: abra esse endereço, entre com essa conta e troque a senha.'] : [];

function say(lines: readonly string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`);
}

start().catch((error: unknown) => process.exit(reportFailure(error)));
