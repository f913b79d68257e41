/**
 * Pages of the portal for a line with an automatic renewal. The portal is real, and its responses are
 * simulated.
 */
import type { Browser, Page } from '@playwright/test';
import { PHONE } from './support/accounts.ts';
import { expectFitsLargeText } from './support/phone-checks.ts';
import {
  expectAccessible,
  expectCalmLoad,
  expectWithinScreen,
  watchLayoutShift,
} from './support/screen-checks.ts';
import { expect, test } from './support/server.ts';

type Json = Readonly<Record<string, unknown>>;

const DAY = 86_400;
const NOW = new Date('2026-11-20T17:32:00Z');
const nowSeconds = (): number => NOW.getTime() / 1000;

/**
 * Returns the day that is this many days after `NOW` in São Paulo, as yyyy-mm-dd. São Paulo has no
 * summer time.
 */
const dayAfter = (days: number): string =>
  new Date((nowSeconds() + days * DAY - 3 * 3_600) * 1000).toISOString().slice(0, 10);
const endOf = (days: number): number => Date.parse(`${dayAfter(days)}T23:59:00-03:00`) / 1000;
const written = (days: number): string => dayAfter(days).split('-').reverse().join('/');
const short = (days: number): string => written(days).slice(0, 5);

const line = (more: Json = {}): Json => ({
  username: '84920175',
  name: 'Dona Célia',
  platform: 'IPTV',
  plan: 'Completo',
  expires_at: endOf(0),
  is_trial: false,
  is_on: true,
  blocked: false,
  watching: 1,
  seller: { name: 'Marcelo', whatsapp: '5511987654321' },
  sandbox: false,
  plans: [1, 12].map((months) => ({
    months,
    value: 35 * months,
    renewed_until: endOf(30 * months),
  })),
  notices: [],
  links: [],
  how_to: 'Abra o aplicativo.',
  receipts: [],
  ...more,
});

const charge = (more: Json = {}): Json => ({
  reference: '4b1de8a8-2c9e-4f0a-8f51-0d6f7a1b2c3d',
  value: 35,
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
const settled = () => charge({ state: 'settled', renewed_until: endOf(30) });

const authorization = (more: Json = {}): Json => ({
  reference: '1b1de8a8-2c9e-4f0a-8f51-0d6f7a1b2c3d',
  state: 'waiting',
  charge: charge(),
  value: 35,
  receiver: 'Marcelo TV Ltda',
  payer_name: 'Célia Maria Souza',
  cpf: '•••.982.247-••',
  due_day: 19,
  first_due_on: dayAfter(29),
  authorized_at: null,
  paid: null,
  next: null,
  refusal: null,
  ended_at: null,
  ended_by: null,
  new_value: null,
  ...more,
});

const debit = (more: Json = {}): Json => ({
  due_on: dayAfter(29),
  state: 'planned',
  notice_from: dayAfter(19),
  notice_until: dayAfter(27),
  renewed_until: endOf(61),
  is_at_bank: false,
  is_today: false,
  text: '',
  ...more,
});
const active = (more: Json = {}): Json =>
  authorization({
    state: 'active',
    charge: settled(),
    authorized_at: nowSeconds(),
    paid: { at: nowSeconds(), value: 35, is_first: true },
    next: debit(),
    ...more,
  });
const refused = (more: Json = {}): Json =>
  active({
    refusal: {
      reason: 'no-balance',
      text: 'Não havia saldo na conta. Nada foi cobrado.',
      on: dayAfter(-1),
      tries: [
        { at: nowSeconds() - DAY, on: dayAfter(-1), reason: 'no-balance' },
        { at: nowSeconds() - DAY + 1, on: dayAfter(-1), reason: 'no-balance' },
      ],
      retries_on: [dayAfter(1), dayAfter(3), dayAfter(6)],
      may_pay_now: true,
      is_final: false,
      ...more,
    },
  });
const offer = (more: Json = {}): Json => ({
  value: 35,
  receiver: 'Marcelo TV Ltda',
  due_day: 19,
  first_due_on: dayAfter(29),
  renewed_until: endOf(30),
  ...more,
});
const withOffer = { offer: offer(), authorization: null };
const only = (current: Json) => ({ offer: null, authorization: current });

interface Answers {
  home?: Json;
  recurring?: Json;
  charge?: Json;
  authorize?: Json;
  'authorization-state'?: Json;
  'authorization-end'?: Json;
  'debit-charge'?: Json;
}

/** Opens the portal with simulated responses. A test may change them while the page is open. */
async function openPortal(browser: Browser, url: string, answers: Answers): Promise<Page> {
  const context = await browser.newContext({ viewport: PHONE });
  const page = await context.newPage();
  await watchLayoutShift(page);
  await page.route('**/api/portal/*', async (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1) as keyof Answers;
    const json = answers[name] ?? (name === 'home' ? line() : { tickets: [] });
    return route.fulfill({ json, status: Number(json['status'] ?? ('code' in json ? 409 : 200)) });
  });
  await page.addInitScript(() => localStorage.setItem('ramal-portal-key', 'l.1.x'));
  await page.clock.setFixedTime(NOW);
  await page.goto(`${url}/portal`);
  await expect(page.getByText('Dona Célia')).toBeVisible();
  return page;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const CPF = '529.982.247-25';

async function checkPage(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectWithinScreen(page);
  await expectFitsLargeText(page);
}

async function authorize(page: Page): Promise<void> {
  await button(page, 'Renovar').click();
  await page.getByLabel('CPF').fill(CPF);
  await page.getByLabel('Nome completo').fill('Célia Maria Souza');
  await button(page, 'Pagar e autorizar com Pix').press('Enter');
}

test('a customer pays and authorizes with one code, and the page follows both steps', async ({
  browser,
  demo,
}) => {
  const answers: Answers = { recurring: withOffer, authorize: authorization() };
  answers['authorization-state'] = answers.authorize!;
  const page = await openPortal(browser, demo.url, answers);
  await button(page, 'Renovar').click();
  await expect(page.getByRole('radio', { name: /^Renovar sozinho todo mês/ })).toBeChecked();
  await expect(page.getByText('De 1 a 12 meses, no Pix ou cartão')).toBeVisible();
  await expect(
    page.getByText('Todo dia 19 o banco debita R$ 35,00, um dia antes de vencer.'),
  ).toBeVisible();
  await checkPage(page);
  const sent = page.waitForRequest('**/api/portal/authorize');
  await page.getByLabel('CPF').fill('52998224725');
  await expect(page.getByLabel('CPF')).toHaveValue(CPF);
  await page.getByLabel('Nome completo').fill('Célia Maria Souza');
  await button(page, 'Pagar e autorizar com Pix').press('Enter');
  expect((await sent).postDataJSON()).toMatchObject({
    cpf: CPF,
    name: 'Célia Maria Souza',
    value: 35,
  });
  await expect(page.getByRole('heading', { name: 'Um código, duas coisas' })).toBeVisible();
  await expect(page.getByText('Quem recebe é Marcelo TV Ltda')).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code do Pix' })).toBeVisible();
  await expect(page.getByText(`vale até ${written(30)}`)).toBeVisible();
  await expect(page.getByText('Esperando o Pix')).toBeVisible();
  await checkPage(page);
  // A phone reloads the page when the customer returns from the bank's app.
  await page.reload();
  await expect(page.getByText('Esperando o Pix')).toBeVisible();
  answers['authorization-state'] = authorization({ charge: settled() });
  await expect(page.getByText('Esperando a autorização')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('img', { name: 'QR code do Pix' })).toBeHidden();
  await expectAccessible(page);
  answers['authorization-state'] = active();
  answers.recurring = only(active());
  answers.home = line({ expires_at: endOf(30) });
  await expect(page.getByText('e renova sozinho todo mês')).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  await button(page, 'Ir para o início').click();
  await expect(page.getByText('e renova sozinho, todo mês')).toBeVisible();
});

test('payer data never leaves the memory of the page', async ({ browser, demo }) => {
  const answers: Answers = { recurring: withOffer, authorize: authorization() };
  answers['authorization-state'] = answers.authorize!;
  const page = await openPortal(browser, demo.url, answers);
  await authorize(page);
  await expect(page.getByText('Esperando o Pix')).toBeVisible();
  const stored = await page.evaluate(() =>
    JSON.stringify([localStorage, sessionStorage].map((store) => Object.entries(store))),
  );
  for (const secret of [CPF, '52998224725', '982.247', 'Célia'])
    expect(stored).not.toContain(secret);
  // The memory of the page still contains the payer data, so the customer need not type them again.
  await page.evaluate(() => history.back());
  await button(page, 'Renovar').click();
  await expect(page.getByLabel('CPF')).toHaveValue(CPF);
});

test('wrong payer data are marked under their fields, and the first one has the focus', async ({
  browser,
  demo,
}) => {
  const page = await openPortal(browser, demo.url, { recurring: withOffer });
  await button(page, 'Renovar').click();
  await button(page, 'Pagar e autorizar com Pix').press('Enter');
  await expect(page.getByText('Este CPF não confere. Veja os números.')).toBeVisible();
  await expect(page.getByText('Escreva nome e sobrenome.')).toBeVisible();
  await expect(page.getByLabel('CPF')).toBeFocused();
  await page.getByLabel('CPF').fill(CPF);
  await page.getByLabel('Nome completo').fill('Célia');
  await button(page, 'Pagar e autorizar com Pix').press('Enter');
  await expect(page.getByText('Este CPF não confere. Veja os números.')).toBeHidden();
  await expect(page.getByLabel('Nome completo')).toBeFocused();
  await expectAccessible(page);
});

test('a CPF that the provider refuses is marked under its field', async ({ browser, demo }) => {
  const message = 'Este CPF não confere. Veja os números.';
  const page = await openPortal(browser, demo.url, {
    recurring: withOffer,
    authorize: { code: 'payer_refused', message },
  });
  await authorize(page);
  await expect(page.getByText(message)).toBeVisible();
  await expect(page.getByLabel('CPF')).toBeFocused();
});

test('a provider that prepares nothing leaves the single payment', async ({ browser, demo }) => {
  const message =
    'Não deu para preparar o Pix Automático. Nada foi cobrado. Você pode pagar só desta vez.';
  const page = await openPortal(browser, demo.url, {
    recurring: withOffer,
    authorize: { code: 'authorization_not_prepared', message },
  });
  await authorize(page);
  await expect(page.getByRole('alert')).toHaveText(message);
  await expect(page.getByRole('radio', { name: /^Pagar só desta vez/ })).toBeChecked();
  await expect(button(page, 'Pagar R$ 35,00 com Pix')).toBeVisible();
  await checkPage(page);
});

test('a changed price is read again before the customer authorizes it', async ({
  browser,
  demo,
}) => {
  const answers: Answers = {
    recurring: withOffer,
    authorize: { code: 'price_changed', message: 'O preço mudou: agora é R$ 45,00.' },
  };
  const page = await openPortal(browser, demo.url, answers);
  await button(page, 'Renovar').click();
  answers.recurring = { offer: offer({ value: 45 }), authorization: null };
  await page.getByLabel('CPF').fill(CPF);
  await page.getByLabel('Nome completo').fill('Célia Maria Souza');
  await button(page, 'Pagar e autorizar com Pix').press('Enter');
  await expect(page.getByRole('alert')).toHaveText('O preço mudou. Confira antes de pagar.');
  await expect(page.getByText('Hoje R$ 45,00 · depois R$ 45,00 por mês')).toBeVisible();
});

test('a line without the offer shows the plans only', async ({ browser, demo }) => {
  const page = await openPortal(browser, demo.url, {
    recurring: { offer: null, authorization: null },
  });
  await expect(button(page, 'Pagar R$ 35,00 com Pix')).toBeVisible();
  await expect(button(page, /^Renovar sozinho/)).toHaveCount(0);
  await button(page, 'Outros períodos').click();
  await expect(page.getByRole('radio', { name: /^12 meses/ })).toBeVisible();
  await expect(page.getByRole('radio', { name: /^(Renovar|Pagar)/ })).toHaveCount(0);
});

test('a code that is not ready is announced, and an expired one can be replaced', async ({
  browser,
  demo,
}) => {
  const answers: Answers = {
    recurring: withOffer,
    authorize: authorization({ charge: charge({ pix_code: null }) }),
  };
  answers['authorization-state'] = answers.authorize!;
  const page = await openPortal(browser, demo.url, answers);
  await authorize(page);
  await expect(page.getByText('Preparando o código…')).toBeVisible();
  await expectAccessible(page);
  answers['authorization-state'] = authorization({
    charge: charge({ expires_at: nowSeconds() - 1 }),
  });
  await expect(page.getByRole('heading', { name: 'O código expirou' })).toBeVisible({
    timeout: 30_000,
  });
  await checkPage(page);
  await button(page, 'Gerar outro código').press('Enter');
  await expect(page.getByLabel('CPF')).toHaveValue(CPF);
});

test('a payment whose authorization was refused stays valid', async ({ browser, demo }) => {
  const answers: Answers = { recurring: withOffer, authorize: authorization() };
  answers['authorization-state'] = authorization({ state: 'refused', charge: settled() });
  const page = await openPortal(browser, demo.url, answers);
  await authorize(page);
  await expect(
    page.getByText(
      `Pagamento recebido: seu plano vale até ${written(30)}. O banco não autorizou os próximos meses. Na próxima renovação você pode tentar de novo.`,
    ),
  ).toBeVisible({ timeout: 30_000 });
  await checkPage(page);
});

test('the home of an active authorization needs no act, and ends it after a question', async ({
  browser,
  demo,
}) => {
  const answers: Answers = { home: line({ expires_at: endOf(30) }), recurring: only(active()) };
  const page = await openPortal(browser, demo.url, answers);
  await expect(page.getByText('e renova sozinho, todo mês')).toBeVisible();
  await expect(page.getByText(`Cobrança em ${written(29)}`)).toBeVisible();
  await expect(page.getByText('Célia Maria Souza, CPF •••.982.247-••')).toBeVisible();
  await expect(page.getByText(`O débito de ${short(29)} não acontece`)).toBeVisible();
  await expect(button(page, /^Pagar R\$/)).toBeHidden();
  await expectCalmLoad(page);
  await checkPage(page);
  await button(page, /^Parar de renovar sozinho/).click();
  const question = page.getByRole('dialog', { name: 'Parar de renovar sozinho?' });
  await expect(question.getByText(`Seu plano continua até ${written(30)}.`)).toBeVisible();
  await expect(question.getByRole('button', { name: 'Não' })).toBeFocused();
  await expectAccessible(page);
  await page.evaluate(() => history.back());
  await expect(question).toBeHidden();
  await expect(page.getByText('e renova sozinho, todo mês')).toBeVisible();
  await button(page, /^Parar de renovar sozinho/).press('Enter');
  const ended = active({
    state: 'ended',
    next: null,
    ended_at: nowSeconds(),
    ended_by: 'customer-portal',
  });
  answers['authorization-end'] = ended;
  answers.recurring = only(ended);
  const sent = page.waitForRequest('**/api/portal/authorization-end');
  await question.getByRole('button', { name: 'Sim, parar' }).press('Enter');
  await sent;
  await expect(page.getByText('Não renova mais sozinho')).toBeVisible();
  await expect(
    page.getByText(`Renovar sozinho parou em ${written(0)}, aqui no portal.`),
  ).toBeVisible();
  await expect(button(page, 'Pagar R$ 35,00 com Pix')).toBeVisible();
});

test('a debit that cannot be ended stays, with the reason in the question', async ({
  browser,
  demo,
}) => {
  const page = await openPortal(browser, demo.url, {
    recurring: only(active()),
    'authorization-end': {
      code: 'authorization_ended',
      message: 'Esta autorização já foi encerrada.',
    },
  });
  await button(page, /^Parar de renovar sozinho/).click();
  await button(page, 'Sim, parar').press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Esta autorização já foi encerrada.');
  await button(page, /^Não$/).press('Enter');
  await expect(page.getByText('e renova sozinho, todo mês')).toBeVisible();
});

const debits = [
  ['today', { is_today: true, is_at_bank: true }, 'O banco cobra hoje, até as 21:00', false],
  ['at the bank', { is_at_bank: true }, 'O débito de amanhã já está no banco.', false],
  [
    'skipped',
    { state: 'skipped', text: 'A cobrança de 19/12 não acontece: já está pago até 20/01/2027' },
    'A cobrança de 19/12 não acontece: já está pago até 20/01/2027',
    false,
  ],
  ['planned', {}, `de manhã; seu plano passa a valer até ${written(61)}`, true],
] as const;

for (const [name, more, text, isPayable] of debits)
  test(`the next debit is ${name}`, async ({ browser, demo }) => {
    const page = await openPortal(browser, demo.url, {
      recurring: only(active({ next: debit(more) })),
    });
    await expect(page.getByText(text)).toBeVisible();
    await expect(button(page, /^Pagar à mão desta vez/)).toBeVisible({ visible: isPayable });
    await checkPage(page);
  });

test('a month paid by hand opens the plans without the offer', async ({ browser, demo }) => {
  const page = await openPortal(browser, demo.url, { recurring: only(active()) });
  await button(page, /^Pagar à mão desta vez/).click();
  await expect(button(page, 'Pagar R$ 35,00 com Pix')).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
});

test('a changed price is debited only after the customer authorises it', async ({
  browser,
  demo,
}) => {
  const page = await openPortal(browser, demo.url, {
    recurring: { offer: offer({ value: 40 }), authorization: active({ new_value: 40 }) },
  });
  const row = button(page, /^O preço mudou para R\$ 40,00/);
  await expect(row).toContainText('O débito fica em R$ 35,00 até você autorizar de novo');
  await checkPage(page);
  await row.click();
  await expect(page.getByRole('radio', { name: /^Renovar sozinho todo mês/ })).toBeChecked();
  await expect(page.getByText('R$ 40,00 por mês, no Pix Automático')).toBeVisible();
});

test('a refused debit gives the reason, the same payment by Pix, and the next tries', async ({
  browser,
  demo,
}) => {
  const answers: Answers = { recurring: only(refused()), 'debit-charge': charge() };
  const page = await openPortal(browser, demo.url, answers);
  await expect(page.getByRole('heading', { name: 'A cobrança de ontem não passou' })).toBeVisible();
  await expect(page.getByText('Não havia saldo na conta. Nada foi cobrado.')).toBeVisible();
  await expect(page.getByText('vence hoje, às 23:59')).toBeVisible();
  await expect(page.getByText(`${short(1)}, de manhã`)).toBeVisible();
  await expect(
    page.getByText('o banco tenta de novo; a TV para hoje às 23:59 e volta quando o débito passar'),
  ).toBeVisible();
  await expect(page.getByText(`até ${short(6)}`)).toBeVisible();
  await expect(page.getByText('sem saldo na conta', { exact: true })).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Falar com Marcelo' })).toHaveCount(1);
  await expectCalmLoad(page);
  await checkPage(page);
  await button(page, /^Renovar sozinho continua ligado/).click();
  await expect(page.getByText('e renova sozinho, todo mês')).toBeVisible();
  await button(page, '‹ Voltar').click();
  await button(page, 'Pagar R$ 35,00 agora com Pix').press('Enter');
  await expect(page.getByText('Esperando o pagamento')).toBeVisible();
});

test('a final refusal offers another authorization instead of a retry', async ({
  browser,
  demo,
}) => {
  const page = await openPortal(browser, demo.url, {
    recurring: {
      offer: offer(),
      authorization: refused({
        reason: 'account-closed',
        text: 'A conta autorizada foi encerrada. Autorize de novo com outra conta.',
        retries_on: [],
        is_final: true,
      }),
    },
  });
  await expect(page.getByText('Se preferir esperar')).toBeHidden();
  await expect(page.getByText('Você não paga duas vezes.')).toBeHidden();
  await checkPage(page);
  await button(page, /^Autorizar de novo com outra conta/).click();
  await expect(page.getByRole('radio', { name: /^Renovar sozinho todo mês/ })).toBeChecked();
});

test('a retry of today leaves no payment by hand until the evening', async ({ browser, demo }) => {
  const page = await openPortal(browser, demo.url, {
    home: line({ expires_at: endOf(-1) }),
    recurring: only(refused({ may_pay_now: false })),
  });
  await expect(
    page.getByText('O banco tenta cobrar hoje. Se não passar, você paga aqui à noite.'),
  ).toBeVisible();
  await expect(page.getByText('Sua TV parou ontem, às 23:59')).toBeVisible();
  await expect(button(page, /^Pagar R\$/)).toBeHidden();
  await checkPage(page);
});

test('a failed read keeps the last state and says when it was read', async ({ browser, demo }) => {
  const answers: Answers = { recurring: only(active()) };
  const page = await openPortal(browser, demo.url, answers);
  await button(page, 'Pedir ajuda').click();
  answers.recurring = { code: 'internal', message: 'Não deu certo.', status: 500 };
  await button(page, '‹ Voltar').click();
  await expect(page.getByText(/^Mostrando os dados das \d\d:\d\d$/)).toBeVisible();
  await expect(page.getByText('e renova sozinho, todo mês')).toBeVisible();
  await expectAccessible(page);
});
