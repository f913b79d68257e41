/** Starts the processes of one installation on one database, optionally with a replica. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { startReplica } from '../../../server/test/replica.ts';
import type { EmbeddedPostgres } from '../../../server/src/foundation/postgres/embedded.ts';
import type { DataSet } from '../open-data-set.ts';
import { type ServerProcess, startServer } from '../server.ts';

export interface Processes {
  readonly panels: readonly ServerProcess[];
  readonly players: readonly ServerProcess[];
  readonly pids: readonly number[];
  readonly embedded: EmbeddedPostgres;
  readonly replica: EmbeddedPostgres | undefined;
  memoryMb(): number;
  stop(): Promise<void>;
}

interface ProcessOptions {
  /** Number of processes of each kind. */
  readonly processes: number;
  readonly replica: boolean;
}

export async function startProcesses(
  { folder, embedded }: DataSet,
  { processes, replica: withReplica }: ProcessOptions,
): Promise<Processes> {
  const replica = withReplica ? await makeReplica(folder, embedded) : undefined;
  const started: ServerProcess[] = [];
  const stop = async (): Promise<void> => {
    for (const server of started) await server.stop();
    await replica?.stop();
  };
  const start = async (roles: string): Promise<ServerProcess> => {
    const server = await startServer({
      script: 'scripts/start.mjs',
      dataFolder: folder,
      firstPage: '/readyz',
      env: {
        RAMAL_CAPTCHA: 'off',
        RAMAL_ROLES: roles,
        DATABASE_URL: embedded.ownerUrl,
        ...(replica ? { DATABASE_REPLICA_URL: replica.ownerUrl } : {}),
      },
    });
    started.push(server);
    return server;
  };
  try {
    const panels: ServerProcess[] = [];
    const players: ServerProcess[] = [];
    for (let n = 0; n < processes; n += 1) {
      panels.push(await start('panel'));
      players.push(await start('player'));
    }
    return {
      panels,
      players,
      pids: started.map(({ pid }) => pid),
      embedded,
      replica,
      memoryMb: () => started.reduce((sum, server) => sum + server.memoryMb(), 0),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function makeReplica(
  folder: string,
  { ownerUrl }: EmbeddedPostgres,
): Promise<EmbeddedPostgres> {
  const at = path.join(folder, 'replica');
  rmSync(at, { recursive: true, force: true });
  return startReplica(ownerUrl, at);
}
