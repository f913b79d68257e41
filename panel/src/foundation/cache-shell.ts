/**
 * Makes the panel installable, and installs the service worker that caches the shell on the phone
 * (public/service-worker.js).
 */

/** Delay in ms after the start, so that the installation does not slow down the first screen. */
const PAUSE_MS = 3_000;

export function cacheShell(): void {
  // In development the files of Vite change often, so they are not cached. Plain http has no
  // service workers.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const later = () =>
    setTimeout(() => {
      offerInstallation();
      void cacheLoadedFiles().catch(() => undefined);
    }, PAUSE_MS);
  if (document.readyState === 'complete') later();
  else window.addEventListener('load', later);
}

/** Adds the manifest to the page late, because the browser fetches it and its icons immediately. */
function offerInstallation(): void {
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = '/manifest.webmanifest';
  document.head.append(link);
}

/**
 * Returns the service worker's registration. Resolves at once if the worker is already installed.
 */
export async function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/service-worker.js');
  return navigator.serviceWorker.ready;
}

async function cacheLoadedFiles(): Promise<void> {
  const { active } = await registerServiceWorker();
  // Sends the list of loaded files to the service worker. This start loaded them before the worker
  // was active, so the worker must fetch them now.
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  active?.postMessage({ keep: loaded });
}
