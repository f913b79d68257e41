/** The mailbox of tickets on a phone and on a desktop, by touch and by keyboard alone. */
import type { Page } from '@playwright/test';
import { PHONE, callApi, openAs } from './support/accounts.ts';
import {
  expectAccessibleInBothSchemes,
  expectCalmLoad,
  watchLayoutShift,
} from './support/screen-checks.ts';
import { expect, test } from './support/server.ts';

const DESK = { width: 1280, height: 800 };

const row = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Tickets' }).getByRole('link', { name: title });
const field = (page: Page) => page.getByRole('textbox', { name: 'Mensagem' });

async function openTicketOf(page: Page, title: string): Promise<number> {
  const { status, body } = await callApi(page, '/api/ticket', {
    title,
    category: 1,
    content: 'O aplicativo fecha sozinho.',
  });
  expect(status).toBe(200);
  return Number(body.id);
}

test('an admin answers a ticket with three taps on a phone', async ({ browser, demo }) => {
  const seller = await openAs(browser, demo.url, 'master');
  await openTicketOf(seller, 'Três toques bastam');
  const page = await openAs(browser, demo.url, 'admin', { viewport: PHONE, loadsFonts: true });
  await watchLayoutShift(page);
  await page.goto(`${demo.url}/ticket-portal?status=0`);
  await expect(row(page, 'Filme sem legenda')).toBeVisible();
  await expectCalmLoad(page);
  await expectAccessibleInBothSchemes(page);
  await page.goto(`${demo.url}/ticket?status=0`);
  const ticket = row(page, 'Três toques bastam');
  await expect(ticket).toBeVisible();
  await expectCalmLoad(page);
  const box = (await ticket.locator('..').boundingBox())!;
  expect([box.x, box.width, box.height]).toEqual([0, PHONE.width, 72]);
  await expectAccessibleInBothSchemes(page);

  let taps = 0;
  const tap = async (name: string) => {
    taps += 1;
    await page.getByRole('button', { name, exact: true }).click();
  };
  taps += 1;
  await ticket.click();
  await tap('Canal em manutenção');
  await tap('Enviar');
  await expect(page.getByRole('log', { name: 'Conversa' })).toContainText('O canal está em manut');
  expect(taps).toBe(3);

  await expect(page).toHaveURL(/ticket=\d+/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Três toques bastam');
  const facts = (await page.locator('[data-facts-row] > button').boundingBox())!;
  expect(facts.height).toBe(48);
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('button', { name: 'Voltar' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tickets');
});

test('the keyboard alone answers, postpones and finishes tickets on the desktop', async ({
  browser,
  demo,
}) => {
  const seller = await openAs(browser, demo.url, 'master');
  const first = await openTicketOf(seller, 'Só com o teclado');
  await openTicketOf(seller, 'O ticket de cima');
  const page = await openAs(browser, demo.url, 'admin', { viewport: DESK });
  await page.goto(`${demo.url}/ticket?status=0`);
  await expect(row(page, 'Só com o teclado')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Escolha um ticket' })).toBeVisible();
  await expectAccessibleInBothSchemes(page);

  // The newest ticket is the first one.
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { level: 2, name: 'O ticket de cima' })).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { level: 2, name: 'Só com o teclado' })).toBeVisible();
  const list = (await row(page, 'Só com o teclado').boundingBox())!;
  expect(Math.round(list.width)).toBe(339);
  expect(Math.round((await page.locator('[data-facts-pane]').boundingBox())!.width)).toBe(252);
  await expectAccessibleInBothSchemes(page);

  // Enter on the row moves the focus to the field, and `/` lists the canned answers in it.
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('/reiniciar');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue(/Desligue a TV Box/);
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue('');
  await expect(page.getByRole('log', { name: 'Conversa' })).toContainText('Desligue a TV Box');
  // Only a stored message can be removed, and the customer answers after it.
  await expect(page.getByRole('button', { name: 'Remover a mensagem 1' })).toBeVisible();
  await callApi(seller, `/api/ticket/${first}`, { mensagem: 'Voltou, obrigado' }, 'PUT');
  await expect(page.getByText('Voltou, obrigado')).toBeVisible();

  // Esc leaves the empty field, H postpones the ticket, and the toast undoes this.
  await page.keyboard.press('Escape');
  await page.keyboard.press('h');
  await page.getByRole('menuitem', { name: 'Adiar até amanhã às 9:00' }).press('Enter');
  await expect(page.getByText(/^Adiado até /)).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer' }).press('Enter');
  await expect(page.getByText('Ticket de volta à lista')).toBeVisible();

  // The answer moved the ticket to «Andamento», where E finishes it.
  await page.goto(`${demo.url}/ticket?status=2&ticket=${first}`);
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await expect(page.getByText('Finalizar este ticket?')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Ticket encerrado com sucesso')).toBeVisible();
  await expect(row(page, 'Só com o teclado')).toBeHidden();
});

test('a swipe to the left on a phone postpones a ticket until its toast undoes it', async ({
  browser,
  demo,
}) => {
  const seller = await openAs(browser, demo.url, 'master');
  await openTicketOf(seller, 'Fica para depois');
  const page = await openAs(browser, demo.url, 'admin', { viewport: PHONE });
  await page.goto(`${demo.url}/ticket?status=0`);
  const ticket = row(page, 'Fica para depois');
  await expect(ticket).toBeVisible();
  await ticket.locator('..').evaluate((item) => item.scrollTo({ left: item.scrollWidth }));
  await page.getByRole('button', { name: 'Adiar Fica para depois' }).click();
  await page
    .getByRole('dialog', { name: 'Adiar' })
    .getByRole('button', { name: 'em 1 hora' })
    .click();
  await expect(ticket).toBeHidden();
  await expect(page.getByRole('button', { name: /^1 ticket adiado/ })).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(ticket).toBeVisible();
});
