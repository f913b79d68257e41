/** Installs the service worker that keeps the shell of the panel on the phone (public/service-worker.js). */

/** Long enough after the start that nothing a person waits for is slowed by it. */
const PAUSE_MS = 3_000;

export function keepShell(): void {
  // Vite's own files change while they are worked on; plain http has no service workers.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  window.addEventListener('load', () =>
    setTimeout(() => void keepLoaded().catch(() => undefined), PAUSE_MS),
  );
}

/** Once it is installed, this says so at once. */
export async function installShell(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/service-worker.js');
  return navigator.serviceWorker.ready;
}

async function keepLoaded(): Promise<void> {
  const { active } = await installShell();
  // The scripts of this start came before the worker did.
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  active?.postMessage({ keep: loaded });
}
