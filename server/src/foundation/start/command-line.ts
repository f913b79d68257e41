/**
 * Returns a command as the operator of this installation types it. The launcher of a release sets
 * RAMAL_LAUNCHER; in a clone, npm starts the commands without it.
 */
export function commandLine(name: string): string {
  const launcher = process.env.RAMAL_LAUNCHER;
  return launcher ? `${launcher} ${name}` : `npm run ${name} --`;
}
