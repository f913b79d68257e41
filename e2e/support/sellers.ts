/** A seller who takes payments, and the buyers of the test provider. */
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { callApi, callApiOk, openAs } from './accounts.ts';
import { enrolByApi } from './authenticator.ts';
import { DEMO_PASSWORD, expect } from './server.ts';

/** Creates a seller with prices and portal credit, and opens the panel for it. */
export async function openSeller(
  browser: Browser,
  url: string,
  prefix: string,
  options?: Parameters<typeof openAs>[3],
): Promise<Page> {
  const username = `${prefix}-${randomUUID().slice(0, 8)}`;
  const above = await openAs(browser, url, 'master');
  const created = await callApi(above, '/api/reg-users', {
    username,
    password: DEMO_PASSWORD,
    credits: 20,
  });
  expect(created.status).toBe(200);
  const page = await openAs(browser, url, username, options);
  const phone = await enrolByApi(page);
  await callApiOk(page, '/api/save-value-mp', {
    creditPortal: 35,
    code_2fa: await phone.nextCode(),
  });
  await callApiOk(page, '/api/recargas/criar', { id_res: created.body.id, qtd_creditos: 5 });
  return page;
}

/** Pays all charges in place of the buyer. The sandbox allows this to the seller. */
export async function payAll(seller: Page): Promise<void> {
  const { body } = await callApi(seller, '/api/recargas/listar', {});
  for (const { id } of body.recargas as { id: number }[])
    await callApi(seller, `/api/sandbox-payments/${id}`, { act: 'pay' });
}
