/**
 * `npm run test:cluster`: runs the cluster test in separate namespaces. Its three machines have no
 * connection to a real network. When the first process ends, the kernel ends all other processes.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { runOrExplain, root, SetupError } from '../run.mjs';
import { setUp } from '../setup.mjs';
import { findClusterTools } from '../test-tools.mjs';

const NAMESPACES = ['--net', '--mount', '--pid', '--fork', '--mount-proc', '--kill-child'];

/**
 * Folder at which this clone is mounted, because the account of PostgreSQL has no permission to
 * enter the clone's own folder. The shell is the first process, so that it collects orphaned
 * processes.
 */
const HOME = '/opt/ramal';
const SCRIPT = `mount -t tmpfs none /opt && mkdir ${HOME} && mount --rbind "$1" ${HOME} && shift &&
  cd ${HOME} && "$@" & wait $!`;

await runOrExplain(async () => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new SetupError('test:cluster needs Linux and root, for its network namespaces.');
  const { node } = await setUp({ panel: false });
  const moved = (file) => file.replace(root, `${HOME}/`);
  const command = [moved(node), moved(join(root, 'e2e/cluster/main.ts')), ...process.argv.slice(2)];
  const tools = moved(findClusterTools());
  const child = spawn('unshare', [...NAMESPACES, 'sh', '-c', SCRIPT, 'sh', root, ...command], {
    stdio: 'inherit',
    env: { ...process.env, RAMAL_CLUSTER_TOOLS: tools },
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => (process.exitCode = code ?? 1));
});
