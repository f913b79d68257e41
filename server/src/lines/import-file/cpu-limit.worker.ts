/**
 * Ends the process that reads a file when it has used too much of the processor. Time on the wall would
 * refuse good files on a busy machine: the largest that is allowed takes about 1.5 s of a core.
 */
const MOST_CPU_MS = 5_000;
const LOOK_EVERY_MS = 100;

setInterval(() => {
  const { user, system } = process.cpuUsage();
  if ((user + system) / 1000 > MOST_CPU_MS) process.kill(process.pid, 'SIGKILL');
}, LOOK_EVERY_MS);
