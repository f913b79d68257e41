const ASK_EVERY_MS = 200;

/**
 * Calls `end` when the parent process ends. npm starts a shell between itself and its script. npm
 * sends signals only to the shell, which ends without forwarding them to this process.
 */
export function endWithParent(end: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    end();
  }, ASK_EVERY_MS);
  watch.unref();
}
