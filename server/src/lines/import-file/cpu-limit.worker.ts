/**
 * Ends the process that reads a file if it uses too much processor time. A limit of elapsed time
 * would also reject valid files on a busy machine. The largest allowed file needs about 1.5 s of
 * processor time.
 */
const MAX_CPU_MS = 5_000;
const LOOK_EVERY_MS = 100;

setInterval(() => {
  const { user, system } = process.cpuUsage();
  if ((user + system) / 1000 > MAX_CPU_MS) process.kill(process.pid, 'SIGKILL');
}, LOOK_EVERY_MS);
