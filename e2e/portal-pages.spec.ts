/**
 * Unusual states of the portal as customers see them. The portal is real, and its responses are
 * simulated.
 */
import type { Browser, Page } from '@playwright/test';
import { DESKTOP, PHONE } from './support/accounts.ts';
import {
  doubleBrowserText,
  expectSelectionMarked,
  expectSelectionVisible,
  expectFitsLargeText,
} from './support/phone-checks.ts';
import { expectAccessible, expectWithinScreen } from './support/screen-checks.ts';
import { expect, test } from './support/server.ts';

type Json = Readonly<Record<string, unknown>>;

const nowSeconds = (): number => Math.floor(Date.now() / 1000);
const DAY = 86_400;

const line = (more: Json = {}): Json => ({
  username: '84920175',
  name: 'Dona Célia',
  platform: 'IPTV',
  plan: 'Completo',
  expires_at: nowSeconds() + 12 * DAY,
  is_trial: false,
  is_on: true,
  blocked: false,
  watching: 0,
  seller: { name: 'loja-do-bairro', whatsapp: '5511987654321' },
  sandbox: false,
  plans: [{ months: 1, value: 29.9, renewed_until: nowSeconds() + 42 * DAY }],
  notices: [],
  links: [{ label: 'Link da lista', value: 'http://exemplo.test/s/abc' }],
  how_to: 'Abra o aplicativo.',
  receipts: [],
  ...more,
});

const charge = (more: Json = {}): Json => ({
  reference: '4b1de8a8-2c9e-4f0a-8f51-0d6f7a1b2c3d',
  value: 29.9,
  months: 1,
  method: 'pix',
  state: 'pending',
  outcome: null,
  pix_code: '00020126580014br.gov.bcb.pix0136',
  checkout_url: null,
  expires_at: nowSeconds() + 1800,
  renewed_until: null,
  sandbox: false,
  ...more,
});

/** Default responses, for a customer who renews without an authorization. */
const defaults: Answers = { home: () => line(), recurring: { offer: null, authorization: null } };

type Answer = Json | ((body: Json) => Json | Promise<Json>);

interface Answers {
  home?: Answer;
  recurring?: Json;
  charge?: Json;
  'charge-state'?: Json;
  'sign-in'?: Json;
  tickets?: Json;
  'read-ticket'?: Answer;
  'write-message'?: Answer;
}

/** Opens the portal with these responses. A test may change them while the page is open. */
async function openPortal(browser: Browser, url: string, answers: Answers): Promise<Page> {
  const context = await browser.newContext({ viewport: PHONE });
  const page = await context.newPage();
  await page.route('**/api/portal/*', async (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1) as keyof Answers;
    const answer = answers[name] ?? defaults[name] ?? { tickets: [] };
    const json =
      typeof answer === 'function' ? await answer(route.request().postDataJSON() as Json) : answer;
    return route.fulfill({ json, status: 'code' in json ? 409 : 200 });
  });
  await page.addInitScript(() => localStorage.setItem('ramal-portal-key', 'l.1.x'));
  await page.goto(`${url}/portal`);
  await expect(page.getByText('Dona Célia')).toBeVisible();
  return page;
}

const askForPix = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^Pagar/ }).click();

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

const ended = [
  ['refused', 'cancelled', 'O pagamento não foi aprovado', 'Tentar de novo'],
  ['expired', 'cancelled', 'O prazo para pagar acabou', 'Ainda não paguei: pedir de novo'],
  ['cancelled', 'cancelled', 'O pedido foi cancelado', 'Começar de novo'],
  ['refunded', 'reversed', 'O pagamento foi devolvido', 'Voltar ao início'],
  ['mismatched', 'cancelled', 'O pagamento precisa ser conferido', 'Pedir ajuda'],
  ['mismatched', 'pending', 'O pagamento precisa ser conferido', 'Pedir ajuda'],
] as const;

for (const [outcome, state, title, next] of ended)
  test(`a payment that is ${outcome}, ${state}, is told in words for customers`, async ({
    browser,
    demo,
  }) => {
    const page = await openPortal(browser, demo.url, { charge: charge({ state, outcome }) });
    await askForPix(page);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(button(page, next)).toBeVisible();
    await expect(button(page, 'Pedir ajuda')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Falar com loja-do-bairro' })).toBeVisible();
    await expect(page.getByText('Pix copia e cola')).toBeHidden();
    // The customer has already paid a wrong amount, so the page warns against paying again.
    if (outcome === 'mismatched') await expect(page.getByText(/de novo:/)).toBeVisible();
    await expectAccessible(page);
    await expectWithinScreen(page);
  });

test('the portal has one column at 200 % and shows the chosen plan in forced colours', async ({
  browser,
  demo,
}) => {
  const signIn = await (await browser.newContext({ viewport: PHONE })).newPage();
  await signIn.goto(`${demo.url}/portal`);
  await expect(signIn.getByRole('button', { name: 'Entrar' })).toBeVisible();
  await expectFitsLargeText(signIn);
  const plans = [1, 3].map((months) => ({
    months,
    value: 29.9 * months,
    renewed_until: nowSeconds() + (12 + 30 * months) * DAY,
  }));
  const page = await openPortal(browser, demo.url, { home: line({ plans }), charge: charge() });
  await expectFitsLargeText(page);
  await button(page, 'Outros períodos').click();
  await expectFitsLargeText(page);
  await page.emulateMedia({ forcedColors: 'active' });
  await expectSelectionVisible(page, 'label:has(:checked)', 'label:has(input:not(:checked))');
  await expectSelectionMarked(
    page,
    'label:has(:checked) > i',
    'label:has(input:not(:checked)) > i',
  );
  await page.getByRole('button', { name: /^Pagar/ }).press('Enter');
  await expect(page.getByRole('heading', { name: /Pagar|Pix/ }).first()).toBeVisible();
  await expectFitsLargeText(page);
});

for (const [width, viewport] of [
  ['390', PHONE],
  ['1280', DESKTOP],
] as const)
  test(`every page fits ${width} px with the text of the browser at 200 %`, async ({
    browser,
    demo,
  }) => {
    const receipt = { id: 20_419, paid_at: nowSeconds() };
    const answers: Answers = {
      home: line({
        plans: [1, 12].map((months) => ({
          months,
          value: 29.9 * months,
          renewed_until: nowSeconds() + 30 * months * DAY,
        })),
        receipts: [
          { ...receipt, value: 29.9, months: 1, method: 'pix', state: 'settled', renewed_until: 0 },
        ],
      }),
      charge: charge(),
      'charge-state': charge({ state: 'settled', renewed_until: nowSeconds(), receipt }),
    };
    const page = await openPortal(browser, demo.url, answers);
    await page.setViewportSize(viewport);
    await doubleBrowserText(page);
    await page.reload();
    await expect(button(page, 'Guardar recibo nº 20419')).toBeVisible();
    await expectWithinScreen(page);
    await button(page, 'Outros períodos').click();
    await expect(page.getByRole('radio', { name: /^12 meses/ })).toBeVisible();
    await expectWithinScreen(page);
    await button(page, /^Pagar/).click();
    await expect(button(page, 'Copiar código Pix')).toBeVisible();
    await expectWithinScreen(page);
    await expect(page.getByText(/^Renovado até/)).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('nº 20419')).toBeVisible();
    await expectWithinScreen(page);
    await button(page, 'Ir para o início').click();
    await button(page, 'Pedir ajuda').press('Enter');
    await expect(page.getByLabel('O que aconteceu?')).toBeVisible();
    await expectWithinScreen(page);
  });

test('an expired code is hidden, and a new one is offered when no payment can be confirmed', async ({
  browser,
  demo,
}) => {
  const answers: Answers = { charge: charge({ expires_at: nowSeconds() + 3 }) };
  answers['charge-state'] = answers.charge!;
  const page = await openPortal(browser, demo.url, answers);
  await askForPix(page);
  await expect(page.getByRole('img', { name: 'QR code do Pix' })).toBeVisible();
  await expect(page.getByText('O código expirou')).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code do Pix' })).toBeHidden();
  await expect(button(page, 'Copiar código Pix')).toBeHidden();
  await expect(page.getByText('espere nesta tela')).toBeVisible();
  await expect(page.getByRole('button', { name: /pedir de novo/ })).toBeHidden();
  await expectAccessible(page);
  answers['charge-state'] = charge({ state: 'cancelled', outcome: 'expired' });
  await page.getByRole('button', { name: /pedir de novo/ }).click({ timeout: 30_000 });
  await expect(button(page, 'Pagar R$ 29,90 com Pix')).toBeVisible();
});

test('the page announces a code that is not available yet', async ({ browser, demo }) => {
  const answers: Answers = { charge: charge({ pix_code: null }) };
  answers['charge-state'] = charge();
  const page = await openPortal(browser, demo.url, answers);
  await askForPix(page);
  await expect(page.getByText('Preparando o código…')).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code do Pix' })).toBeVisible();
  await expect(page.getByText('Preparando o código…')).toBeHidden();
});

test('a changed price is shown before the customer pays', async ({ browser, demo }) => {
  const answers: Answers = {
    charge: { code: 'price_changed', message: 'O preço mudou: agora é R$ 45,00.' },
  };
  const page = await openPortal(browser, demo.url, answers);
  answers.home = line({ plans: [{ months: 1, value: 45, renewed_until: nowSeconds() }] });
  const sent = page.waitForRequest('**/api/portal/charge');
  await button(page, 'Pagar R$ 29,90 com Pix').press('Enter');
  expect((await sent).postDataJSON()).toMatchObject({ months: 1, value: 29.9 });
  await expect(page.getByRole('alert')).toHaveText('O preço mudou: agora é R$ 45,00.');
  await expect(button(page, 'Pagar R$ 45,00 com Pix')).toBeVisible();
  answers.home = line({ plans: [] });
  await button(page, 'Pagar R$ 45,00 com Pix').click();
  await expect(page.getByText('Para renovar, fale com loja-do-bairro.')).toBeVisible();
});

test('the page shows that a line is blocked or switched off', async ({ browser, demo }) => {
  const blocked = line({ blocked: true, is_on: false, plans: [] });
  const page = await openPortal(browser, demo.url, { home: blocked });
  await expect(page.getByText('Esta linha está bloqueada')).toBeVisible();
  await expect(button(page, /^Pagar/)).toBeHidden();
  await expect(page.getByText('desligada')).toBeHidden();
  const other = await openPortal(browser, demo.url, { home: line({ is_on: false }) });
  await expect(other.getByText('Esta linha está desligada')).toBeVisible();
  await expect(other.getByText('não liga a linha')).toBeVisible();
  await expect(button(other, 'Pagar R$ 29,90 com Pix')).toBeVisible();
  await expectAccessible(other);
});

/** Returns midnight in São Paulo, a number of days after today. São Paulo has no summer time. */
const midnight = (days: number): number => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format();
  return Date.parse(`${today}T00:00:00-03:00`) / 1000 + days * DAY;
};

test('days until the expiry are calendar days', async ({ browser, demo }) => {
  const home = line({ expires_at: midnight(2) - 60 });
  const page = await openPortal(browser, demo.url, { home });
  await expect(page.getByText('vence amanhã às 23:59')).toBeVisible();
  const expiredLine = line({ expires_at: midnight(-1) - 60 });
  const other = await openPortal(browser, demo.url, { home: expiredLine });
  await expect(other.getByText('venceu há 2 dias')).toBeVisible();
});

test('dates are in the time zone of the installation', async ({ browser, demo }) => {
  const home = line({ expires_at: Date.parse('2031-05-01T23:30:00-03:00') / 1000 });
  const page = await openPortal(browser, demo.url, { home });
  await expect(page.getByRole('heading', { name: '01/05/2031' })).toBeVisible();
  await page.route('**/portal', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('America/Sao_Paulo', 'America/Noronha');
    await route.fulfill({ response, body });
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: '02/05/2031' })).toBeVisible();
});

test('help and copying work on plain http', async ({ browser, demo }) => {
  const page = await openPortal(browser, demo.url, {});
  await page.evaluate(() => {
    Reflect.deleteProperty(Crypto.prototype, 'randomUUID');
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  await button(page, 'Copiar Link da lista').click();
  await expect(page.getByText('Copiado')).toBeVisible();
  await page.evaluate(() => {
    document.execCommand = () => false;
  });
  await expect(button(page, 'Copiar Link da lista')).toBeVisible();
  await button(page, 'Copiar Link da lista').click();
  await expect(page.getByText('Não copiou')).toBeVisible();
  await expectWithinScreen(page);
  await button(page, 'Pedir ajuda').click();
  await page.getByLabel('O que aconteceu?').fill('   ');
  await button(page, 'Enviar').click();
  await expect(page.getByRole('alert')).toHaveText('Conte o que aconteceu.');
  await page.getByLabel('O que aconteceu?').fill('Sem imagem');
  const sent = page.waitForRequest('**/api/portal/open-ticket');
  await button(page, 'Enviar').press('Enter');
  const { client_id: clientId } = (await sent).postDataJSON() as { client_id: string };
  expect(clientId).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

test('a page that fails shows an error and can be reloaded', async ({ browser, demo }) => {
  const answers: Answers = {};
  const page = await openPortal(browser, demo.url, answers);
  answers.home = line({ links: null });
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Algo deu errado');
  await expectAccessible(page);
  delete answers.home;
  await button(page, 'Recarregar').click();
  await expect(page.getByText('Dona Célia')).toBeVisible();
});

test('a wrong clock of the device does not hide the code', async ({ browser, demo }) => {
  const page = await openPortal(browser, demo.url, {});
  await page.route('**/api/portal/charge', (route) =>
    route.fulfill({
      headers: { date: new Date((nowSeconds() - 7200) * 1000).toUTCString() },
      json: charge({ expires_at: nowSeconds() - 7200 + 900 }),
    }),
  );
  await askForPix(page);
  await expect(page.getByText(/^O código vale por 1[45]:/)).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code do Pix' })).toBeVisible();
});

test('a remote control with arrows and Enter chooses a period', async ({ browser, demo }) => {
  const plans = [1, 3].map((months) => ({
    months,
    value: 29.9 * months,
    renewed_until: nowSeconds() + 30 * months * DAY,
  }));
  const page = await openPortal(browser, demo.url, { home: line({ plans }) });
  const { keyboard } = page;
  await button(page, 'Outros períodos').focus();
  await keyboard.press('Enter');
  const longer = page.getByRole('radio', { name: /^3 meses/ });
  await expect(longer).toBeVisible();
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowRight');
  await expect(longer).toBeFocused();
  await expect(longer).not.toBeChecked();
  await keyboard.press('Enter');
  await expect(longer).toBeChecked();
  await keyboard.press('ArrowUp');
  await expect(page.getByRole('radio', { name: /^1 mês/ })).toBeFocused();
  await expect(button(page, 'Pagar R$ 89,70 com Pix')).toBeVisible();
});

test('a double tap opens the payment once and presses nothing on it', async ({ browser, demo }) => {
  const page = await openPortal(browser, demo.url, { charge: charge() });
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/portal/charge')) requests += 1;
  });
  await button(page, 'Pagar R$ 29,90 com Pix').dblclick();
  await expect(button(page, 'Copiar código Pix')).toBeVisible();
  await expect(page.getByText('Copiado')).toBeHidden();
  expect(requests).toBe(1);
});

test('the Back button of the phone does the same as «Voltar»', async ({ browser, demo }) => {
  const page = await openPortal(browser, demo.url, { charge: charge() });
  const home = page.getByText('Dona Célia');
  await askForPix(page);
  await expect(page.getByText('Pix copia e cola').first()).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(home).toBeVisible();
  await button(page, 'Pedir ajuda').click();
  await button(page, '‹ Voltar').click();
  await expect(home).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/portal');
});

const SUPPORT = 'Reinicie o aparelho';

/** Time after which the open ticket is read again. */
const READ_AGAIN_MS = 5_000;

/** Simulates a ticket with its chat on the page «Ajuda», like the server. */
function chat() {
  const ticket = { id: 7, title: 'A ESPN trava', status: 2, last_at: nowSeconds() };
  const messages: Json[] = [];
  const add = (text: string, mine: boolean): Json => {
    const message = { number: messages.length + 1, text, at: nowSeconds(), mine };
    messages.push(message);
    return message;
  };
  const state = { isOpen: true };
  const answers: Answers = {
    tickets: { tickets: [ticket] },
    'read-ticket': ({ after }) => ({
      ...ticket,
      status: state.isOpen ? 2 : 1,
      text: 'A ESPN trava\nDesde ontem',
      can_write: state.isOpen,
      messages: messages.filter(({ number }) => Number(number) > Number(after)),
    }),
    'write-message': ({ text }) => {
      // The support wrote a message that the page has not read yet.
      if (messages.length === 0) add(SUPPORT, false);
      return add(String(text), true);
    },
  };
  return { answers, state };
}

async function openTicket(page: Page): Promise<void> {
  await page.clock.install();
  await button(page, 'Pedir ajuda').click();
  await button(page, 'Abrir A ESPN trava').press('Enter');
  await expect(page.getByText('Desde ontem')).toBeVisible();
}

test('a message of the support from just before an own message is shown', async ({
  browser,
  demo,
}) => {
  const page = await openPortal(browser, demo.url, chat().answers);
  await openTicket(page);
  await page.getByLabel('Mensagem').fill('Continua travando');
  await button(page, 'Enviar').click();
  const said = page.getByRole('list', { name: 'Conversa' }).getByRole('listitem');
  await expect(said).toContainText(['Continua travando']);
  await page.clock.fastForward(READ_AGAIN_MS);
  await expect(said).toContainText([SUPPORT, 'Continua travando']);
  await expect(page.getByLabel('Mensagem')).toHaveValue('');
});

test('typed text stays when the ticket is closed', async ({ browser, demo }) => {
  const { answers, state } = chat();
  const page = await openPortal(browser, demo.url, answers);
  await openTicket(page);
  const field = page.getByRole('textbox', { name: 'Mensagem' });
  await field.fill('Na sala continua');
  state.isOpen = false;
  await page.clock.fastForward(READ_AGAIN_MS);
  await expect(page.getByText('Este pedido foi encerrado')).toBeVisible();
  await expect(page.getByText('Na sala continua')).toBeVisible();
  await expect(button(page, 'Copiar a mensagem')).toBeVisible();
  await expectAccessible(page);
  await expectWithinScreen(page);
  state.isOpen = true;
  await page.clock.fastForward(READ_AGAIN_MS);
  await expect(field).toHaveValue('Na sala continua');
});

const OTHER_KEY = 'l.2.y';
const other = (): Json => line({ username: '55512345', name: 'Seu Nilo' });

test('a late response for a former customer is not shown', async ({ browser, demo }) => {
  const answers: Answers = { 'sign-in': { key: OTHER_KEY } };
  const page = await openPortal(browser, demo.url, answers);
  await button(page, 'Pedir ajuda').click();
  const former = Promise.withResolvers<Json>();
  const newest = Promise.withResolvers<Json>();
  answers.home = ({ key }) => (key === OTHER_KEY ? newest.promise : former.promise);
  await button(page, '‹ Voltar').click();
  await button(page, 'Sair').press('Enter');
  await page.getByLabel('Usuário').fill('55512345');
  await page.getByLabel('Senha').fill('senha-1');
  await button(page, 'Entrar').click();
  await expect(page.getByText('Carregando')).toBeAttached();
  const arrived = page.waitForResponse((response) =>
    String(response.request().postData()).includes('l.1.x'),
  );
  former.resolve(line());
  await (await arrived).finished();
  // Waits until the page has rendered the response.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await expect(page.getByText('Dona Célia')).toBeHidden();
  await expect(page.getByText('Carregando')).toBeAttached();
  newest.resolve(other());
  await expect(page.getByText('Seu Nilo')).toBeVisible();
});

test('a second link signs in within an open tab, and its key is removed from the address', async ({
  browser,
  demo,
}) => {
  const page = await openPortal(browser, demo.url, {
    home: ({ key }) => (key === OTHER_KEY ? other() : line()),
  });
  await button(page, 'Pedir ajuda').click();
  await expect(page.getByLabel('O que aconteceu?')).toBeVisible();
  await page.evaluate((key) => {
    window.location.hash = key;
  }, OTHER_KEY);
  await expect(page.getByText('Seu Nilo')).toBeVisible();
  await expect(page.getByLabel('O que aconteceu?')).toBeHidden();
  expect(page.url()).toBe(`${demo.url}/portal`);
  await page.evaluate(() => history.back());
  await expect(page.getByText('Seu Nilo')).toBeVisible();
  expect(page.url()).toBe(`${demo.url}/portal`);
  const storedKey = await page.evaluate(() => localStorage.getItem('ramal-portal-key'));
  expect(storedKey).toBe(OTHER_KEY);
});
