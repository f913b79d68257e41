/** Makes the panel installable, and installs the service worker that keeps its shell on the phone (public/service-worker.js). */

/** Long enough after the start that nothing a person waits for is slowed by it. */
const PAUSE_MS = 3_000;

export function keepShell(): void {
  // Vite's own files change while they are worked on; plain http has no service workers.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const later = () =>
    setTimeout(() => {
      offerInstallation();
      void keepLoaded().catch(() => undefined);
    }, PAUSE_MS);
  if (document.readyState === 'complete') later();
  else window.addEventListener('load', later);
}

/** The browser fetches the manifest and its icons as soon as it is named. */
function offerInstallation(): void {
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = '/manifest.webmanifest';
  document.head.append(link);
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
