const ASK_EVERY_MS = 200;

/**
 * Ends this process when its parent ends. npm starts a shell between itself and its script, and
 * sends signals only to the shell. The shell dies and does not forward the signal.
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
