/**
 * Measures positions of lists and cards. Each check returns the elements that break its rule, so
 * that one test reports all of them with their screen.
 */
import type { Page } from '@playwright/test';
import { UNBROKEN } from './fill-lists.ts';
import { expect } from './server.ts';

/**
 * Maximum distance of the first card from the top of a phone's screen, in px. `FIRST_ROW` is the
 * same for a table.
 */
const FIRST_CARD = 170;
/**
 * Maximum distance of the first card on screens where other content is above the list. These
 * screens are pages of a single object or figure, and the page of boxes, which shows the question
 * of a waiting box.
 */
const FIRST_CARD_BELOW_OTHERS = 560;
const FIRST_ROW = 210;
/** Maximum height of a row with one setting and one act, in px. */
const SETTING_ROW = 72;

/** Checks the lists, cards and settings of a phone's screen. */
export async function expectPhoneLists(page: Page): Promise<void> {
  const first = await findFirstRow(page);
  const isBelowOthers = /\/\d+(\?|$)|\/numbers\/(costs|rows\/)|\/boxes/.test(page.url());
  const limit = isBelowOthers ? FIRST_CARD_BELOW_OTHERS : FIRST_CARD;
  if (first) expect(first.top, `${page.url()}: the first card`).toBeLessThanOrEqual(limit);
  expect(await findHighSettings(page, SETTING_ROW), `${page.url()}: settings`).toEqual([]);
  // A text without a space stays inside its card.
  expect(await findEscapingText(page), `${page.url()}: unbroken text`).toEqual([]);
}

/** Checks the lists on a desktop, where they are tables. */
export async function expectDeskLists(page: Page): Promise<void> {
  expect(await findCutNames(page), `${page.url()}: names`).toEqual([]);
  expect(await findEscapingText(page), `${page.url()}: unbroken text`).toEqual([]);
  // The first control above the list is not a control that deletes.
  expect(await findFirstAct(page), `${page.url()}: the first act`).not.toMatch(DESTRUCTIVE);
  // The buttons of adjacent cards are at the same height.
  expect(await findUnevenCards(page), `${page.url()}: cards in a row`).toEqual([]);
}

export async function expectTableNearTop(page: Page): Promise<void> {
  expect((await findFirstRow(page))?.top, page.url()).toBeLessThanOrEqual(FIRST_ROW);
}

const DESTRUCTIVE = /^(limpar|excluir|deletar|apagar|remover|desligar|bloquear)/i;

/**
 * Returns the position of the first row, or of the empty list. Undefined if the screen has no list.
 */
const findFirstRow = (page: Page): Promise<{ top: number } | undefined> =>
  page.evaluate(() => {
    const rows = 'main [data-list-part], main [data-list-rows] > *, main [data-list-table]';
    const [row] = [...document.querySelectorAll(rows)]
      .filter((part) => part.checkVisibility())
      .filter((part) => !part.querySelector('[data-list-rows]'));
    return row && { top: Math.round(row.getBoundingClientRect().top + scrollY) };
  });

const findHighSettings = (page: Page, limit: number): Promise<string[]> =>
  page.evaluate(
    (most) =>
      [...document.querySelectorAll('[data-setting-row][data-status]')]
        .map((row) => ({ row, height: row.getBoundingClientRect().height }))
        .filter(({ height }) => height > most)
        .map(({ row, height }) => `${height} px: ${row.textContent}`),
    limit,
  );

/**
 * Returns texts that extend over the right edge of a box with a border or a background. Boxes that
 * clip their content are ignored.
 */
const findEscapingText = (page: Page): Promise<string[]> =>
  page.evaluate(
    (unbroken) => {
      const isBox = (element: Element): boolean => {
        const { borderRightWidth, backgroundColor } = getComputedStyle(element);
        return parseFloat(borderRightWidth) > 0 || backgroundColor !== 'rgba(0, 0, 0, 0)';
      };
      const escapes = (text: Text): boolean => {
        const range = document.createRange();
        range.selectNodeContents(text);
        const lines = [...range.getClientRects()];
        const right = Math.max(...lines.map((line) => line.right));
        for (let box = text.parentElement; box && box.tagName !== 'BODY'; box = box.parentElement) {
          if (getComputedStyle(box).overflowX !== 'visible') return false;
          if (isBox(box) && right > box.getBoundingClientRect().right + 1) return true;
        }
        return false;
      };
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const elements: string[] = [];
      for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null)
        if (text.data.includes(unbroken) && text.parentElement?.checkVisibility() && escapes(text))
          elements.push(text.parentElement.outerHTML.slice(0, 160));
      return elements;
    },
    UNBROKEN.slice(3, 18),
  );

/**
 * Returns cells with the name of a row that do not show the whole name. Names of more than 40
 * characters are ignored.
 */
const findCutNames = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isCut = (text: Node, cell: Element): boolean => {
      const range = document.createRange();
      range.selectNodeContents(text);
      const { right } = range.getBoundingClientRect();
      for (let box = text.parentElement; box; box = box === cell ? null : box.parentElement) {
        // This text is only for screen readers.
        if (box.clientWidth <= 1 && getComputedStyle(box).display !== 'inline') return false;
        const clips = getComputedStyle(box).overflowX !== 'visible';
        if (clips && right > box.getBoundingClientRect().right + 1) return true;
      }
      return false;
    };
    const hasCutText = (cell: Element): boolean => {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        if (isCut(text, cell)) return true;
      return false;
    };
    return [...document.querySelectorAll('td[data-identity]')]
      .filter(({ textContent }) => (textContent ?? '').length <= 40)
      .filter(hasCutText)
      .map((cell) => cell.textContent ?? '');
  });

const findFirstAct = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const controls = 'main :is(button, a[href], input, select, textarea)';
    const [control] = [...document.querySelectorAll(controls)].filter(
      (part) => part.checkVisibility() && !part.matches(':disabled'),
    );
    return control ? (control.getAttribute('aria-label') ?? control.textContent ?? '').trim() : '';
  });

/**
 * Returns cards with a form that differ from the other cards in their row. A card differs if it is
 * stretched, or if the distance above its button is unusual.
 */
const findUnevenCards = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const cards = [...document.querySelectorAll('main section:has(form)')].filter((card) => {
      const { display, gridTemplateColumns } = getComputedStyle(card.parentElement!);
      return display === 'grid' && gridTemplateColumns.split(' ').length > 1;
    });
    const measured = cards.map((card) => {
      const { bottom } = card.getBoundingClientRect();
      const { paddingBottom, borderBottomWidth } = getComputedStyle(card);
      const inner = bottom - parseFloat(paddingBottom) - parseFloat(borderBottomWidth);
      const content = Math.max(
        ...[...card.children].map((part) => part.getBoundingClientRect().bottom),
      );
      const button = card.querySelector('button[type=submit]')?.getBoundingClientRect();
      const fields = [...card.querySelectorAll('form :is(input, select, textarea)')]
        .filter((field) => field.checkVisibility())
        .map((field) => field.getBoundingClientRect().bottom)
        .filter((end) => button && end <= button.top);
      const distance = button && fields.length > 0 ? button.top - Math.max(...fields) : undefined;
      return { card, empty: inner - content, distance };
    });
    const [usual] = measured
      .map(({ distance }) => distance)
      .filter((distance) => distance !== undefined);
    return measured
      .filter(
        ({ empty, distance }) =>
          empty > 2 || (distance !== undefined && Math.abs(distance - usual!) > 1),
      )
      .map(
        ({ card, empty, distance }) =>
          `${card.textContent?.slice(0, 40)}: ${empty} px empty, button at ${distance} px`,
      );
  });

/** Height in px of a ticket's row on a phone. */
const TICKET_ROW = 72;

/**
 * Expects eight complete tickets of equal height above the phone's bar. A tap on the second one
 * opens its conversation.
 */
export async function expectTicketRows(page: Page): Promise<void> {
  const bar = (await page.getByRole('navigation').last().boundingBox())!;
  const rows = page.locator('[data-list-rows] > *');
  for (let index = 0; index < 8; index++) {
    const row = (await rows.nth(index).boundingBox())!;
    expect([row.height, row.x, row.width], `ticket ${index}`).toEqual([TICKET_ROW, 0, 390]);
    expect(row.y + row.height, `ticket ${index}`).toBeLessThanOrEqual(bar.y);
  }
  await rows.nth(1).click({ position: { x: 8, y: 8 } });
  await expect(page.getByRole('log', { name: 'Conversa' })).toBeVisible();
}
