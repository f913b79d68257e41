/**
 * The panel as an app on a phone: what a browser asks before it installs it, its opening without a connection,
 * the last list with its time, what could not be sent, what another app shares into it, and what the bell says
 * while it is closed.
 */
import type { Page } from '@playwright/test';
import { openAs, PHONE, signIn } from './support/accounts.ts';
import { packageIsChosen } from './support/package-is-chosen.ts';
import { DEMO_PASSWORD, expect, test } from './support/server.ts';

test.use({ serviceWorkers: 'allow' });

const SHELL = 'ramal-shell';

/** The worker is installed and has the scripts of this start. */
async function waitForShell(page: Page): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(async (shell) => {
          const kept = await (await caches.open(shell)).keys();
          const urls = new Set(kept.map(({ url }) => url));
          const loaded = performance
            .getEntriesByType('resource')
            .map(({ name }) => name)
            .filter((name) => name.includes('/assets/'));
          return loaded.length > 0 && loaded.every((name) => urls.has(name));
        }, SHELL),
      { timeout: 30_000 },
    )
    .toBe(true);
}

test('carries the manifest and the icons of its host', async ({ demo, request }) => {
  const manifest = await (await request.get(`${demo.url}/manifest.webmanifest`)).json();
  expect(manifest).toMatchObject({ name: 'Ramal', display: 'standalone', start_url: '/dashboard' });
  for (const { src, sizes } of manifest.icons) {
    const icon = await request.get(demo.url + src);
    expect(icon.headers()['content-type']).toBe('image/png');
    // The width stands in the first chunk of a PNG.
    expect((await icon.body()).readUInt32BE(16)).toBe(Number(sizes.split('x')[0]));
  }
});

test('opens without a connection, shows the last list with its time, and sends nothing in silence', async ({
  browser,
  demo,
}) => {
  // It signs out in the end, so it takes a session of its own.
  const page = await (await browser.newContext({ viewport: PHONE })).newPage();
  await signIn(page, demo.url, 'revenda', DEMO_PASSWORD);
  await page.goto(`${demo.url}/user-iptv`);
  await expect(page.getByText('Completo').first()).toBeVisible();
  await page.goto(`${demo.url}/users-iptv`);
  const customer = page.getByText('Barbearia do Zé').first();
  await expect(customer).toBeVisible();
  await waitForShell(page);

  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByText('Sem conexão').first()).toBeVisible();
  await expect(page.getByText(/A lista é das \d\d:\d\d e pode estar desatualizada/)).toBeVisible();
  await expect(customer).toBeVisible();

  await page.goto(`${demo.url}/user-iptv`);
  await page.getByLabel('Anotações').fill('Dona Lúcia, TV do quarto');
  await packageIsChosen(page);
  await page
    .getByRole('button', { name: /^Adicionar/ })
    .last()
    .click();
  await expect(page.getByRole('alertdialog')).toContainText(/conexão|internet/i);
  await page.getByRole('alertdialog').getByRole('button').last().click();
  await page.goto(`${demo.url}/users-iptv`);
  await expect(customer).toBeVisible();

  await page.context().setOffline(false);
  await expect(page.getByText('A conexão voltou')).toBeVisible();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByLabel('Anotações')).toHaveValue('Dona Lúcia, TV do quarto');

  // Nothing of a person stays behind on a phone that goes to somebody else.
  await page.getByRole('button', { name: 'Conta' }).click();
  await page
    .getByText(/^(Logout|Sair)/)
    .last()
    .click();
  await expect(page).toHaveURL(/login/);
  await expect.poll(() => page.evaluate(() => caches.has('ramal-last-answers'))).toBe(false);
});

test('takes a shared contact into the quick test', async ({ browser, demo }) => {
  const page = await openAs(browser, demo.url, 'revenda', { viewport: PHONE });
  await waitForShell(page);
  await page.evaluate(() => {
    const form = document.createElement('form');
    form.method = 'POST';
    form.enctype = 'multipart/form-data';
    form.action = '/share';
    form.innerHTML = '<input name="text" value="Patrícia +55 11 98888-7766">';
    document.body.append(form);
    form.submit();
  });
  await expect(page.getByLabel('Para quem')).toHaveValue('+55 11 98888-7766');
  expect(new URL(page.url()).hash).toBe('');
});

test('shows what was pushed by its title alone, and opens its screen in the window that is there', async ({
  browser,
  demo,
}) => {
  const page = await openAs(browser, demo.url, 'revenda', { viewport: PHONE });
  const context = page.context();
  await context.grantPermissions(['notifications'], { origin: demo.url });
  await waitForShell(page);
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const notice = { title: 'ESPN 2 travando', path: '/notices', tag: 'aviso-7' };
  const pushed = {
    origin: demo.url,
    registrationId: await registered,
    data: JSON.stringify(notice),
  };
  // Sent twice, it stands there once.
  await devtools.send('ServiceWorker.deliverPushMessage', pushed);
  await devtools.send('ServiceWorker.deliverPushMessage', pushed);
  const shown = () =>
    page.evaluate(async () => {
      const notices = await (await navigator.serviceWorker.ready).getNotifications();
      return notices.map(({ title, body, tag }) => ({ title, body, tag }));
    });
  await expect.poll(shown).toEqual([{ title: notice.title, body: '', tag: notice.tag }]);

  await page.evaluate(() => Object.assign(window, { isStillTheSamePage: true }));
  const [worker] = context.serviceWorkers();
  // As source, because the types here are those of a page.
  await worker!.evaluate(`(async () => {
    const [notification] = await self.registration.getNotifications();
    self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  })()`);
  await expect(page).toHaveURL(/notices/);
  expect(await page.evaluate(() => 'isStillTheSamePage' in window)).toBe(true);
  await expect.poll(shown).toEqual([]);
});
