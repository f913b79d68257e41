/**
 * Returns a command as the operator of this installation types it. The launcher of a release sets
 * RAMAL_LAUNCHER. In a clone npm starts the commands, and the variable is not set.
 */
export function commandLine(name: string): string {
  const launcher = process.env.RAMAL_LAUNCHER;
  return launcher ? `${launcher} ${name}` : `npm run ${name}`;
}

/** Returns the command as it is typed before arguments. npm needs `--` before them. */
export const commandWithArguments = (name: string): string =>
  process.env.RAMAL_LAUNCHER ? commandLine(name) : `${commandLine(name)} --`;
