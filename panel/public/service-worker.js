/**
 * Keeps the shell of the panel on the phone, so that it opens without a connection: the page, its
 * scripts, styles and fonts. Server responses are never stored here. The panel stores the last
 * lists itself (src/foundation/api/stored-answers.ts), because only it knows their account. It also
 * shows notices while the panel is closed (Web Push).
 */
const SHELL = 'ramal-shell';
/** Every screen is the same page, so one copy serves all. */
const PAGE = '/';
/**
 * Mark of the panel's page, which other pages of the same host do not have, for example the
 * customers'.
 */
const PANEL_MARK = 'name="ramal-brand"';
const FIXED_FILES = ['/mark.svg'];

self.addEventListener('install', (event) => {
  event.waitUntil(keepPage(fetch(PAGE, { cache: 'reload' })).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

/** The panel says which scripts it has, because the first ones came before this worker did. */
self.addEventListener('message', (event) => {
  event.waitUntil(keepFiles(event.data.keep.filter((url) => isShellFile(new URL(url)))));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.method === 'POST' && url.pathname === '/share')
    event.respondWith(receiveShared(request));
  else if (request.method !== 'GET') return;
  else if (request.mode === 'navigate' && isScreen(url)) event.respondWith(openScreen(event));
  else if (isShellFile(url)) event.respondWith(fileOf(event));
});

self.addEventListener('push', (event) => {
  event.waitUntil(showNotice(event.data?.json() ?? {}));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openNotice(event.notification.data?.path ?? '/notices'));
});

const isScreen = ({ pathname }) => !pathname.startsWith('/api/') && !/\.\w+$/.test(pathname);

const isShellFile = ({ origin, pathname }) =>
  origin === self.location.origin &&
  (pathname.startsWith('/assets/') || FIXED_FILES.includes(pathname));

/** The network's page where it comes; the cached one where nothing comes at all. */
async function openScreen(event) {
  try {
    const response = await fetch(event.request);
    event.waitUntil(keepPage(Promise.resolve(response.clone())));
    return response;
  } catch (error) {
    const cached = await caches.match(PAGE, { cacheName: SHELL });
    if (cached) return cached;
    throw error;
  }
}

/** Names of files change with their content, so a cached file is never old. */
async function fileOf({ request }) {
  const cached = await caches.match(request, { cacheName: SHELL });
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok) {
    const cache = await caches.open(SHELL);
    await cache.put(request, response.clone());
  }
  return response;
}

/** A page of another build takes the place of the kept one; files of the build before go with it. */
async function keepPage(fetching) {
  const response = await fetching;
  if (!response.ok) return;
  const text = await response.clone().text();
  if (!text.includes(PANEL_MARK)) return;
  const before = await caches.match(PAGE, { cacheName: SHELL });
  if (before && (await before.text()) === text) return;
  await caches.delete(SHELL);
  const cache = await caches.open(SHELL);
  await cache.put(PAGE, response);
  const files = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file);
  await keepFiles([...files, ...FIXED_FILES]);
}

async function keepFiles(urls) {
  const cache = await caches.open(SHELL);
  await Promise.all(
    urls.map(async (url) => {
      if (!(await cache.match(url))) await cache.add(url).catch(() => undefined);
    }),
  );
}

/**
 * A contact or a number that was shared into the panel goes to the quick test of the home. It travels behind
 * the #, which no server sees.
 */
async function receiveShared(request) {
  const form = await request.formData();
  const texts = ['title', 'text', 'url'].map((name) => form.get(name)).filter(Boolean);
  const contact = form.get('contact');
  const sharedText = contact ? readContact(await contact.text()) : texts.join(' ');
  return Response.redirect(`/dashboard#para=${encodeURIComponent(sharedText.slice(0, 255))}`, 303);
}

/** The number of a vCard, or else its name (RFC 6350). */
function readContact(card) {
  const line = (name) =>
    new RegExp(`^(?:item\\d+\\.)?${name}[^:\\r\\n]*:(.+)$`, 'im').exec(card)?.[1];
  return (line('TEL') ?? line('FN') ?? '').replace(/^tel:/i, '').trim();
}

/** Shows a notice; a repeated one replaces the earlier. Browsers require a notification for every push. */
const showNotice = ({ title = 'Aviso do painel', path = '/notices', tag = 'aviso' }) =>
  self.registration.showNotification(title, {
    tag,
    icon: '/app-icon/192.png',
    lang: 'pt-BR',
    data: { path },
  });

/** Opens the notice in the existing window, keeping drafts. Only addresses of the panel are opened. */
async function openNotice(path) {
  const { origin, pathname, search } = new URL(path, self.location.origin);
  const screen = origin === self.location.origin ? pathname + search : '/notices';
  const [open] = await self.clients.matchAll({ type: 'window' });
  if (!open) return self.clients.openWindow(screen);
  open.postMessage({ open: screen });
  return open.focus();
}
