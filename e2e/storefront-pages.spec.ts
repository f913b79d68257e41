/**
 * States of a seller's public page as visitors see them. The page is real, and its responses are
 * simulated.
 */
import type { Page } from '@playwright/test';
import { DESKTOP, PHONE } from './support/accounts.ts';
import {
  doubleBrowserText,
  expectFitsLargeText,
  expectSelectionVisible,
} from './support/phone-checks.ts';
import { expectAccessible, expectWithinScreen } from './support/screen-checks.ts';
import { expect, test } from './support/server.ts';
import {
  codeStep,
  expectAccessibleToEnd,
  expectSound,
  expectSoundInBothSchemes,
  knownVisitor,
  nowSeconds,
  openStorefront,
  order,
  paidOrder,
  readyTest,
  refusal,
  storefrontPage,
  testAnswer,
} from './support/storefront.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function requestTest(page: Page): Promise<void> {
  await page.getByRole('checkbox').check();
  await button(page, 'Receber meu teste').press('Enter');
}

test('the sales page shows plans and acts and follows the chosen plan', async ({
  browser,
  demo,
}) => {
  const page = await openStorefront(browser, demo.url, { page: storefrontPage() });
  await expect(
    page.getByText(
      'Teste por 6 horas, sem cartão. Gostou, assina no Pix e continua com o mesmo usuário.',
    ),
  ).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(4);
  await expect(page.getByText('3 meses no Pix ou cartão')).toBeVisible();
  await page.getByRole('radio', { name: /^12 meses/ }).check();
  await expect(page.getByText('12 meses no Pix ou cartão')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Já sou cliente' })).toHaveAttribute(
    'href',
    '/portal',
  );
  await expectSound(page);
  await expectFitsLargeText(page);
  await page.emulateMedia({ forcedColors: 'active' });
  await expectSelectionVisible(page, 'label:has(:checked)', 'label:has(input:not(:checked))');
  await page.emulateMedia({ forcedColors: 'none' });
  await expectFitsLargeText(page);
  await button(page, 'Como funciona o teste').click();
  await expect(page.getByRole('dialog', { name: 'Como funciona o teste' })).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('12 meses no Pix ou cartão')).toBeVisible();
});

for (const [width, viewport] of [
  [390, PHONE],
  [1280, DESKTOP],
] as const)
  test(`the sales page leads to the chats of its seller at ${width} px`, async ({
    browser,
    demo,
  }) => {
    const telegram = 'https://t.me/aurora_bot?start=q7Rk2mVx9a';
    const whatsapp = 'https://wa.me/551155550142?text=Oi';
    const page = await openStorefront(browser, demo.url, {
      page: storefrontPage({ telegram_url: telegram, whatsapp_url: whatsapp }),
      viewport,
    });
    for (const [name, address] of [
      ['Atendimento no Telegram', telegram],
      ['Atendimento no WhatsApp', whatsapp],
    ] as const)
      await expect(page.getByRole('link', { name })).toHaveAttribute('href', address);
    await expectAccessibleToEnd(page);
    await expectWithinScreen(page);
    await doubleBrowserText(page);
    await page.reload();
    await expect(page.getByRole('link', { name: 'Atendimento no Telegram' })).toBeVisible();
    await expectWithinScreen(page);
  });

test('the sales page has two columns and one filled button on a desk', async ({
  browser,
  demo,
}) => {
  const page = await openStorefront(browser, demo.url, {
    page: storefrontPage(),
    viewport: DESKTOP,
  });
  const act = button(page, 'Assinar por R$ 99,00');
  await expect(act).toBeVisible();
  await expect(page.getByText('No Pix ou cartão, pago a Marcelo TV')).toBeVisible();
  const [title, plans] = await Promise.all([
    page.getByRole('heading', { level: 1 }).boundingBox(),
    page.getByRole('radiogroup').boundingBox(),
  ]);
  expect(title!.x + title!.width).toBeLessThan(plans!.x);
  await expectAccessible(page);
  await doubleBrowserText(page);
  await page.reload();
  await expect(button(page, 'Testar grátis')).toBeVisible();
  await expectWithinScreen(page);
});

test('every step is accessible in both schemes', async ({ browser, demo }) => {
  const visitor = { ...knownVisitor, testKey: 't.1.x', orderKey: 'o.1.x' };
  const answers = { 'test-state': readyTest(), order: order() };
  for (const [path, text] of [
    ['', 'Planos'],
    ['/teste', 'Seu teste está pronto'],
    ['/assinar', 'Assinar'],
    ['/pix', 'Esperando o pagamento'],
  ] as const) {
    const options = { page: storefrontPage(), visitor, answers, path };
    const page = await openStorefront(browser, demo.url, options);
    await expect(page.getByText(text).first()).toBeVisible();
    await expectSoundInBothSchemes(page);
    await expectFitsLargeText(page);
    await page.context().close();
  }
});

const pauses = [
  ['outside-hours', /^Testes voltam amanhã, às \d\d:\d\d$/],
  ['day-full', /^Os testes de hoje acabaram\. Voltam amanhã, às \d\d:\d\d\.$/],
] as const;

for (const [pause, title] of pauses)
  test(`a page without a test now states when tests return: ${pause}`, async ({
    browser,
    demo,
  }) => {
    const tests = {
      hours: 6,
      pause,
      returns_timestamp: nowSeconds() + 86_400,
      code_by: null,
    };
    const sent: unknown[] = [];
    const page = await openStorefront(browser, demo.url, {
      page: storefrontPage({ tests }),
      answers: {
        notify: (body) => {
          sent.push(body);
          return { message: 'Avisamos quando voltar.' };
        },
      },
    });
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(button(page, 'Testar grátis')).toHaveCount(0);
    await expect(button(page, 'Assinar por R$ 99,00')).toBeVisible();
    await expectSound(page);
    await button(page, 'Avisar quando voltar').click();
    const sheet = page.getByRole('dialog', { name: 'Avisar quando voltar' });
    await sheet.getByLabel('Seu WhatsApp').fill('11 95555-0142');
    await expectAccessible(page);
    await sheet.getByRole('button', { name: 'Avisar quando voltar' }).press('Enter');
    await expect(sheet.getByText('Marque para continuar.')).toBeVisible();
    await sheet.getByRole('checkbox').check();
    await sheet.getByRole('button', { name: 'Avisar quando voltar' }).press('Enter');
    await expect(sheet.getByText('Avisamos quando voltar.')).toBeVisible();
    expect(sent).toEqual([{ phone: '+5511955550142', consent: true }]);
  });

test('a page without a way to pay offers the test and a conversation', async ({
  browser,
  demo,
}) => {
  const page = await openStorefront(browser, demo.url, { page: storefrontPage({ methods: [] }) });
  await expect(button(page, 'Testar grátis')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Falar com Marcelo' }).first()).toHaveAttribute(
    'href',
    'https://wa.me/5511955550142',
  );
  await expect(button(page, /^Assinar/)).toHaveCount(0);
  await expectSound(page);
});

test('a seller without tests offers only the subscription', async ({ browser, demo }) => {
  const tests = { hours: 6, pause: 'off', returns_timestamp: null, code_by: null };
  const page = await openStorefront(browser, demo.url, { page: storefrontPage({ tests }) });
  await expect(button(page, 'Assinar por R$ 99,00')).toBeVisible();
  await expect(button(page, 'Testar grátis')).toHaveCount(0);
  await expect(page.getByText('Testes voltam')).toHaveCount(0);
});

test('a closed page and an unknown address state it in one sentence', async ({ browser, demo }) => {
  const closed = await openStorefront(browser, demo.url, {
    page: storefrontPage({ state: 'closed', products: [], methods: [] }),
  });
  await expect(closed.getByText('Esta página está fora do ar.')).toBeVisible();
  await expect(closed.getByRole('link', { name: 'Falar com Marcelo' })).toBeVisible();
  await expectSound(closed);
  const unknown = await openStorefront(browser, demo.url, {});
  await expect(
    unknown.getByText('Não achamos esta página. Confira o endereço com quem mandou.'),
  ).toBeVisible();
  await expectSound(unknown);
});

test('a page that could not be read is read again by a press', async ({ browser, demo }) => {
  let isDown = true;
  const page = await openStorefront(browser, demo.url, {
    answers: {
      '': () =>
        isDown ? { status: 500, message: 'Fora do ar', code: 'internal' } : storefrontPage(),
    },
  });
  await expect(button(page, 'Tentar de novo')).toBeVisible();
  await expectAccessible(page);
  isDown = false;
  await button(page, 'Tentar de novo').click();
  await expect(page.getByRole('heading', { name: /Canais, filmes/ })).toBeVisible();
});

test('the request states each wrong field and moves the focus to the first', async ({
  browser,
  demo,
}) => {
  const page = await openStorefront(browser, demo.url, {
    page: storefrontPage(),
    path: '/teste',
  });
  const phone = page.getByLabel('Seu WhatsApp');
  await expect(phone).toBeFocused();
  await button(page, 'Receber meu teste').press('Enter');
  await expect(page.getByText('Escreva seu WhatsApp com DDD.')).toBeVisible();
  await expect(page.getByText('Escolha onde você vai assistir.')).toBeVisible();
  await expect(page.getByText('Marque para continuar.')).toBeVisible();
  await expect(phone).toBeFocused();
  await expectSound(page);
  await phone.pressSequentially('11955550142');
  await expect(phone).toHaveValue('(11) 95555-0142');
  await expect(page.getByText('Escreva seu WhatsApp com DDD.')).toHaveCount(0);
  await phone.fill('95555-0142');
  await button(page, 'Receber meu teste').press('Enter');
  await expect(page.getByText(/^Falta o DDD/)).toBeVisible();
  await button(page, 'Não sei qual é a minha TV').click();
  await expectAccessible(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^TV Roku/ })
    .click();
  await expect(page.getByRole('radio', { name: 'TV Roku' })).toBeChecked();
});

test('only a foreign number loads the data of other countries', async ({ browser, demo }) => {
  const sent: unknown[] = [];
  const page = await openStorefront(browser, demo.url, {
    page: storefrontPage(),
    path: '/teste',
    visitor: { device: 'phone' },
    answers: {
      test: ({ phone }) => {
        sent.push(phone);
        return { status: 429, code: 'too_many_attempts', message: 'Muitas tentativas' };
      },
    },
  });
  const data: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('phone-numbers')) data.push(request.url());
  });
  await page.getByLabel('Seu WhatsApp').fill('11 95555-0142');
  await requestTest(page);
  await expect(page.getByText('Muitas tentativas. Espere 1 minuto.')).toBeVisible();
  expect(data).toEqual([]);
  await page.getByLabel('País do número').selectOption('351');
  await page.getByLabel('Seu WhatsApp').fill('912 345 678');
  await button(page, 'Receber meu teste').press('Enter');
  await expect.poll(() => sent).toEqual(['+5511955550142', '+351912345678']);
  expect(data).not.toEqual([]);
});

test('a failed request keeps the form and names the failure', async ({ browser, demo }) => {
  const page = await openStorefront(browser, demo.url, {
    page: storefrontPage(),
    path: '/teste',
    visitor: knownVisitor,
    answers: { test: { status: 500, code: 'internal', message: 'Erro inesperado.' } },
  });
  await requestTest(page);
  await expect(page.getByText('Não deu para criar o teste. Tente de novo.')).toBeVisible();
  await expect(page.getByLabel('Seu WhatsApp')).toHaveValue('(11) 95555-0142');
  await expect(page.getByRole('checkbox')).toBeChecked();
  await expectSound(page);
});

test('a human check that fails can be tried again', async ({ browser, demo }) => {
  const page = await openStorefront(browser, demo.url, {
    page: storefrontPage(),
    visitor: knownVisitor,
  });
  await page.unroute(/\/api\/captcha/);
  await page.route(/\/api\/captcha/, (route) => route.abort());
  await button(page, 'Testar grátis').click();
  await expect(page.getByText('Não deu para verificar.')).toBeVisible();
  await expectAccessible(page);
  await page.unroute(/\/api\/captcha/);
  await button(page, 'Tentar de novo').click();
  await expect(page.getByText('Verificado: você não é um robô')).toBeVisible();
  await expectSound(page);
});

test('a wrong code leaves fewer tries and another number returns to the form', async ({
  browser,
  demo,
}) => {
  const page = await openStorefront(browser, demo.url, {
    page: storefrontPage(),
    path: '/teste',
    visitor: knownVisitor,
    answers: {
      test: testAnswer({ code: codeStep({ resend_timestamp: nowSeconds() - 1 }) }),
      code: ({ code }) =>
        code === '481205'
          ? testAnswer({ test: readyTest() })
          : {
              status: 422,
              code: 'storefront_code_wrong',
              message: 'Código errado. Faltam 2 tentativas.',
            },
      'code/resend': testAnswer({ code: codeStep() }),
    },
  });
  await requestTest(page);
  await expect(page.getByText('Vale por 10 minutos. Faltam 3 tentativas.')).toBeVisible();
  const code = page.getByRole('textbox', { name: 'Código' });
  await expect(code).toBeFocused();
  await expectSound(page);
  await code.fill('111111');
  await code.press('Enter');
  await expect(page.getByText('Código errado. Faltam 2 tentativas.')).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Trocar número').click();
  await expect(page.getByLabel('Seu WhatsApp')).toHaveValue('(11) 95555-0142');
  await button(page, 'Receber meu teste').press('Enter');
  await button(page, /^Não chegou/).click();
  await expect(page.getByText(/^Mandar de novo em \d/)).toBeVisible();
  // A code that is pasted with a space still fills the six cells.
  await code.fill('481 205');
  await code.press('Enter');
  await expect(page.getByRole('heading', { name: 'Seu teste está pronto' })).toBeFocused();
});

test('a code without tries left asks for another one', async ({ browser, demo }) => {
  const page = await openStorefront(browser, demo.url, {
    page: storefrontPage(),
    path: '/teste',
    visitor: knownVisitor,
    answers: {
      test: testAnswer({ code: codeStep() }),
      code: { status: 422, code: 'storefront_code_expired', message: 'Peça outro código.' },
    },
  });
  await requestTest(page);
  await page.getByRole('textbox', { name: 'Código' }).fill('111111');
  await button(page, 'Receber meu teste').press('Enter');
  await expect(page.getByText('Peça outro código.')).toBeVisible();
});

test('a ready test shows its end and the steps of each device', async ({ browser, demo }) => {
  const page = await openStorefront(browser, demo.url, {
    page: storefrontPage(),
    path: '/teste',
    visitor: { ...knownVisitor, testKey: 't.1.x' },
    answers: { 'test-state': readyTest() },
  });
  await expect(
    page.getByText(/^Vale até .*\d\d:\d\d\. Também foi no seu WhatsApp\.$/),
  ).toBeVisible();
  await expect(page.getByText('Os dias pagos só começam quando o teste acaba')).toBeVisible();
  await expectSound(page);
  await button(page, 'Use o SSIPTV').click();
  await expect(page.getByText('Em lista externa, digite este endereço')).toBeVisible();
  for (const [device, heading] of [
    ['TV Android', 'Na TV Android'],
    ['TV Box', 'Na TV Box'],
    ['Celular', 'No celular'],
    ['Computador', 'No computador'],
    ['MAG', 'No MAG'],
    ['TV Roku', 'Na TV Roku'],
  ] as const) {
    await button(page, 'Trocar aparelho').click();
    await page.getByRole('dialog').getByRole('radio', { name: device, exact: true }).check();
    await button(page, 'Ver o passo a passo').press('Enter');
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expectAccessible(page);
  }
  await button(page, /^Não entrou/).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
});

test('a test that has ended offers the cheapest plan', async ({ browser, demo }) => {
  const page = await openStorefront(browser, demo.url, {
    page: storefrontPage(),
    path: '/teste',
    visitor: { ...knownVisitor, testKey: 't.1.x' },
    answers: {
      'test-state': readyTest({ ends_timestamp: nowSeconds() - 60, has_ended: true }),
    },
  });
  await expect(page.getByRole('heading', { name: 'Seu teste acabou' })).toBeVisible();
  await expectSound(page);
  await button(page, 'Assinar por R$ 35,00').click();
  await expect(page.getByRole('radio', { name: /^1 mês/ })).toBeChecked();
  await expect(button(page, 'Pagar R$ 35,00 com Pix')).toBeVisible();
});

test('a refused number shows the former user only to its owner', async ({ browser, demo }) => {
  const answers = { test: testAnswer({ refusal: refusal() }) };
  const shared = { page: storefrontPage(), path: '/teste', visitor: knownVisitor };
  const proved = await openStorefront(browser, demo.url, { ...shared, answers });
  await requestTest(proved);
  await expect(proved.getByRole('heading', { name: 'Este número já fez um teste' })).toBeVisible();
  await expect(proved.getByText(/O próximo teste fica livre em/)).toBeVisible();
  await expect(proved.getByText('77•••482')).toBeVisible();
  await expect(proved.getByRole('radio')).toHaveCount(2);
  await expectSound(proved);
  await button(proved, 'Ver os 4 planos').click();
  await expect(proved.getByRole('radio')).toHaveCount(4);
  await expect(proved.getByRole('link', { name: /^Não fui eu/ })).toBeVisible();

  const hidden = { tested_timestamp: null, next_timestamp: null, former: null };
  answers.test = testAnswer({
    refusal: refusal({
      ...hidden,
      reason: 'repeated',
      text: 'Este número ou este aparelho já fez o dele',
    }),
  });
  const device = await openStorefront(browser, demo.url, { ...shared, answers });
  await requestTest(device);
  await expect(
    device.getByRole('heading', { name: 'Um teste por número e por aparelho' }),
  ).toBeVisible();
  await expect(device.getByText('O usuário daquele teste')).toHaveCount(0);

  answers.test = testAnswer({
    refusal: refusal({ ...hidden, reason: 'blocked', text: 'Fale com quem vende para você' }),
  });
  const blocked = await openStorefront(browser, demo.url, { ...shared, answers });
  await requestTest(blocked);
  await expect(blocked.getByRole('link', { name: 'Falar com Marcelo' })).toBeVisible();
  await expect(button(blocked, /^Assinar/)).toHaveCount(0);
});

test('a payment that cannot be prepared says that nothing was charged', async ({
  browser,
  demo,
}) => {
  const page = await openStorefront(browser, demo.url, {
    page: storefrontPage(),
    path: '/assinar',
    visitor: knownVisitor,
    answers: { subscribe: { status: 503, code: 'payment_provider_silent', message: 'x' } },
  });
  await expectSound(page);
  await button(page, 'Pagar R$ 99,00 com Pix').press('Enter');
  await expect(page.getByText('Não deu para gerar o Pix. Nada foi cobrado.')).toBeVisible();
});

test('an expired code is hidden and another one is requested by a press', async ({
  browser,
  demo,
}) => {
  const requests: unknown[] = [];
  const page = await openStorefront(browser, demo.url, {
    page: storefrontPage(),
    path: '/pix',
    visitor: { ...knownVisitor, testKey: 't.1.x', orderKey: 'o.1.x' },
    answers: {
      order: order({ charge: { expires_at: nowSeconds() - 5 } }),
      subscribe: (body) => {
        requests.push([body.offer_id, body.price_cents, body.test_key]);
        return order({ key: 'o.2.x' });
      },
    },
  });
  await expect(page.getByText('Este código venceu')).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code do Pix' })).toHaveCount(0);
  await expectSound(page);
  await button(page, 'Gerar outro código').press('Enter');
  await expect(page.getByRole('img', { name: 'QR code do Pix' })).toBeVisible();
  expect(requests).toEqual([['plano00003', 9_900, 't.1.x']]);
});

test('a bank without an answer and a coupon are shown with the code', async ({ browser, demo }) => {
  let isDown = false;
  const page = await openStorefront(browser, demo.url, {
    page: storefrontPage(),
    path: '/pix?cupom=natal20',
    visitor: { ...knownVisitor, orderKey: 'o.1.x' },
    answers: {
      order: () => {
        if (isDown) return { status: 503, code: 'internal', message: 'x' };
        isDown = true;
        return order({ charge: { value: 79.2 } });
      },
    },
  });
  await expect(page.getByText('R$ 79,20')).toBeVisible();
  await expect(page.getByText('Cupom NATAL20')).toBeVisible();
  await expect(
    page.getByText('Ainda sem resposta do banco. Se você pagou, não pague de novo.'),
  ).toBeVisible({ timeout: 30_000 });
  await expectSound(page);
});

const paidStates = [
  ['preparing', 'Pago. Sua linha fica pronta em instantes.'],
  ['held', 'Pago. Marcelo foi avisado e libera sua linha.'],
] as const;

for (const [state, text] of paidStates)
  test(`a paid order without a line says what happens next: ${state}`, async ({
    browser,
    demo,
  }) => {
    const page = await openStorefront(browser, demo.url, {
      page: storefrontPage(),
      path: '/pix',
      visitor: { ...knownVisitor, orderKey: 'o.1.x' },
      answers: { order: paidOrder({ state, line: null }) },
    });
    await expect(page.getByText(text)).toBeVisible();
    await expectSound(page);
  });

test('a paid order shows until when the customer watches', async ({ browser, demo }) => {
  const page = await openStorefront(browser, demo.url, {
    page: storefrontPage(),
    path: '/pix',
    visitor: { ...knownVisitor, orderKey: 'o.1.x' },
    answers: { order: paidOrder() },
  });
  await expect(page.getByRole('heading', { name: /^Pago\. Você assiste até/ })).toBeVisible();
  await expect(page.getByText('Nada muda na TV: mesmo usuário, mesma senha.')).toBeVisible();
  await expect(page.getByText('nº 20419')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Abrir minha conta' })).toHaveAttribute(
    'href',
    '/portal',
  );
  await expectSound(page);
  await button(page, 'Instalar em outra tela').click();
  await expect(page.getByRole('heading', { name: 'Na TV Samsung ou LG' })).toBeVisible();
  await page.getByRole('button', { name: 'Indique e ganhe 10 dias' }).click();
  await page.waitForURL('**/portal*');
});

test('an order that ends without a line says so', async ({ browser, demo }) => {
  const page = await openStorefront(browser, demo.url, {
    page: storefrontPage(),
    path: '/pix',
    visitor: { ...knownVisitor, orderKey: 'o.1.x' },
    answers: {
      order: order({ state: 'ended', charge: { state: 'cancelled', outcome: 'mismatched' } }),
    },
  });
  await expect(page.getByText('O pagamento precisa ser conferido')).toBeVisible();
  await expect(page.getByText(/Não pague de novo/)).toBeVisible();
  await expectSound(page);
});
