/** Health check of a container: exits with 0 if the server of this machine is ready. */
const {
  PORT = '8080',
  RAMAL_PLAYER_PORT = PORT,
  RAMAL_ROLES = 'panel,player,worker',
} = process.env;
const roles = RAMAL_ROLES.split(',').map((role) => role.trim());

const ports = [
  ...(roles.includes('panel') ? [PORT] : []),
  ...(roles.includes('player') ? [RAMAL_PLAYER_PORT] : []),
];

// A process that runs only the worker opens no port. It is healthy while it runs, because `every`
// of an empty list is true.
const answers = await Promise.all(ports.map(isReady));
process.exitCode = answers.every(Boolean) ? 0 : 1;

async function isReady(port) {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`, {
      signal: AbortSignal.timeout(5_000),
    });
    return response.ok;
  } catch {
    return false;
  }
}
