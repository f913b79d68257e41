const ASK_EVERY_MS = 200;

/** npm hands a signal to the shell between itself and its script, which dies of it and tells nobody. */
export function endWithParent(end: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    end();
  }, ASK_EVERY_MS);
  watch.unref();
}
