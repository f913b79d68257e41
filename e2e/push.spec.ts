/**
 * Notices while the panel is closed. The tests use the complete Chromium, because the headless
 * shell does not support notifications.
 */
import { openAs, PHONE } from './support/accounts.ts';
import { createLaunchOptions } from './support/launch-options.ts';
import { expect, test } from './support/server.ts';
import { waitForShell } from './support/wait-for-shell.ts';

test.use({ serviceWorkers: 'allow' });

test('a pushed notice shows only its title, and its click opens the screen in the existing window', async ({
  playwright,
  demo,
}) => {
  const launchOptions = createLaunchOptions(process.env.RAMAL_CHROMIUM);
  await using browser = await playwright.chromium.launch(launchOptions);
  const page = await openAs(browser, demo.url, 'revenda', { viewport: PHONE });
  const context = page.context();
  await context.grantPermissions(['notifications'], { origin: demo.url });
  await page.goto(`${demo.url}/dashboard`);
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
  // The same notice is sent twice and shown once.
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
  // The code is passed as text, because TypeScript checks this file with the types of a page and
  // not of a service worker.
  await worker!.evaluate(`(async () => {
    const [notification] = await self.registration.getNotifications();
    self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  })()`);
  await expect(page).toHaveURL(/notices/);
  expect(await page.evaluate(() => 'isStillTheSamePage' in window)).toBe(true);
  await expect.poll(shown).toEqual([]);
});
