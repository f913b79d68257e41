/**
 * Checks a screen on the phone. Each check returns the elements that break its rule, so that one
 * test reports all of them with their screen.
 */
import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { expect } from './server.ts';

const { right } = JSON.parse(
  readFileSync(new URL('./cases/phone-browser-01.json', import.meta.url), 'utf8'),
) as { readonly right: string };
/**
 * Minimum text size of a field in px, read from the case file. Safari on iPhones zooms into fields
 * with smaller text.
 */
const MIN_FIELD_PX = Number(/(\d+) px or more/.exec(right)![1]);

/** Checks one screen at the normal text size and at 200 %. */
export async function expectFitsPhone(page: Page): Promise<void> {
  // No field makes Safari zoom.
  expect(await findSmallFields(page), `${page.url()}: fields under 16 px`).toEqual([]);
  expect(await findIndentedActs(page), `${page.url()}: notices`).toEqual([]);
  await expectFitsLargeText(page);
}

/**
 * Doubles the text size. Nothing may scroll sideways, headings must be complete, and icons must
 * grow.
 */
export async function expectFitsLargeText(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const problems = await page.evaluate(() => {
    const past = document.documentElement.scrollWidth - innerWidth;
    if (past <= 0) return [];
    const rightOf = (part: Element) => Math.round(part.getBoundingClientRect().right + scrollX);
    const widest = [...document.querySelectorAll('main *')]
      .filter(
        (part) => rightOf(part) > innerWidth && part.checkVisibility() && !part.closest('svg'),
      )
      .map((part) => `${rightOf(part)} px: ${part.outerHTML.slice(0, 160)}`);
    return [`${past} px wider than the screen`, ...widest.slice(0, 5)];
  });
  problems.push(...(await findCutHeadings(page)), ...(await findSmallIcons(page)));
  expect(problems, `${page.url()} at 200 %`).toEqual([]);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '';
  });
}

const findSmallFields = (page: Page): Promise<string[]> =>
  page.evaluate((smallest) => {
    const fields = 'input, select, textarea, [contenteditable="true"]';
    const noText = '[type=checkbox], [type=radio], [type=range], [type=color], [type=file]';
    return [...document.querySelectorAll(fields)]
      .filter((field) => field.checkVisibility() && !field.matches(noText))
      .map((field) => ({ size: parseFloat(getComputedStyle(field).fontSize), field }))
      .filter(({ size }) => size < smallest)
      .map(({ size, field }) => `${size} px: ${field.outerHTML.slice(0, 160)}`);
  }, MIN_FIELD_PX);

/** Returns notices whose button does not begin at the left edge of the text. */
const findIndentedActs = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role="status"][data-tone]')]
      .filter((notice) => {
        const [text, act] = [notice.querySelector('p'), notice.querySelector(':scope > a')];
        const label = act?.querySelector('.mantine-Button-label');
        if (!text || !label) return false;
        const [from, to] = [text, label].map((part) => part.getBoundingClientRect().left);
        return Math.abs(from! - to!) > 1;
      })
      .map((notice) => notice.textContent ?? ''),
  );

/**
 * Returns controls that are too small for a finger. A touch 22 px from the centre must reach the
 * control, unless another control is at that point.
 */
export const findSmallTargets = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate((controls) => {
    const REACH = 21.5;
    const any = 'a[href], button, input, select, textarea, summary, label';
    const isMissed = (control: Element): boolean => {
      control.scrollIntoView({ block: 'center' });
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      if (x < 0 || x > innerWidth) return false;
      const points = [
        [x - REACH, y],
        [x + REACH, y],
        [x, y - REACH],
        [x, y + REACH],
      ] as const;
      return points.some(([toRight, down]) => {
        const hit = document.elementFromPoint(toRight, down);
        return hit !== null && !hit.closest(any);
      });
    };
    return [...document.querySelectorAll(controls)]
      .filter((control) => control.checkVisibility() && isMissed(control))
      .map((control) => control.outerHTML.slice(0, 160));
  }, selector);

/** Returns headings with text outside the screen or outside a box that clips it. */
const findCutHeadings = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isOutside = (line: DOMRect, box: Element): boolean => {
      const { overflowX, overflowY } = getComputedStyle(box);
      const { left, right, top, bottom } = box.getBoundingClientRect();
      const tolerance = line.height / 3;
      const isWide = overflowX !== 'visible' && (line.left < left - 1 || line.right > right + 1);
      const isHigh =
        /hidden|clip/.test(overflowY) &&
        (line.top < top - tolerance || line.bottom > bottom + tolerance);
      return isWide || isHigh;
    };
    const isCut = (heading: Element): boolean => {
      const text = document.createRange();
      text.selectNodeContents(heading);
      const lines = [...text.getClientRects()].filter(({ width }) => width > 0);
      if (lines.length === 0) return (heading.textContent ?? '').trim() !== '';
      if (lines.some(({ left, right }) => left < -1 || right > innerWidth + 1)) return true;
      const boxes: Element[] = [...heading.querySelectorAll('*')];
      for (let box: Element | null = heading; box && box !== document.body; box = box.parentElement)
        boxes.push(box);
      return boxes.some((box) => {
        if (heading.contains(box) && box !== heading) {
          const { scrollWidth, clientWidth } = box;
          return getComputedStyle(box).overflowX !== 'visible' && scrollWidth > clientWidth + 1;
        }
        return lines.some((line) => isOutside(line, box));
      });
    };
    return [...document.querySelectorAll('h1, h2, h3, h4')]
      .filter((heading) => heading.checkVisibility() && !heading.closest('.visually-hidden'))
      .filter(isCut)
      .map((heading) => `${heading.tagName} is cut: «${heading.textContent}»`);
  });

const findSmallIcons = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('svg.tabler-icon')]
      .filter((icon) => {
        const { width } = icon.getBoundingClientRect();
        return icon.checkVisibility() && width < Number(icon.getAttribute('width')) * 1.9;
      })
      .map((icon) => `an icon does not grow: ${icon.parentElement?.outerHTML.slice(0, 160)}`),
  );

/**
 * Doubles the font size that the user has set in the browser, and returns a function that restores
 * it. Unlike a larger root font, this also changes the widths at which the screens take another
 * form.
 */
export async function doubleBrowserText(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const setTextSize = async (standard: number, fixed: number): Promise<void> => {
    await session.send('Page.setFontSizes', { fontSizes: { standard, fixed } });
    // The browser compares the widths of the screen again only when the window changes.
    const { width, height } = page.viewportSize()!;
    await page.setViewportSize({ width, height: height + 1 });
    await page.setViewportSize({ width, height });
  };
  await setTextSize(32, 26);
  return async () => {
    await setTextSize(16, 13);
    await session.detach();
  };
}

/** Expects that the selected element has a tick, a bar or another mark that is not a colour. */
export async function expectSelectionMarked(
  page: Page,
  chosen: string,
  other: string,
): Promise<void> {
  const readMarks = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((part) =>
        ['::before', '::after'].map((mark) => getComputedStyle(part, mark).content),
      );
  expect(await readMarks(chosen), `${page.url()}: ${chosen}`).not.toEqual(await readMarks(other));
}

/** Returns the colours with which the browser draws the first element of the selector. */
async function drawnAs(page: Page, selector: string): Promise<string> {
  return page
    .locator(selector)
    .first()
    .evaluate((part) => {
      const { backgroundColor, borderTopColor, color } = getComputedStyle(part);
      return [backgroundColor, borderTopColor, color].join(' ');
    });
}

/** Expects that forced colours draw the selected element differently from another one. */
export async function expectSelectionVisible(
  page: Page,
  chosen: string,
  other: string,
): Promise<void> {
  expect(await drawnAs(page, chosen), `${page.url()}: ${chosen}`).not.toBe(
    await drawnAs(page, other),
  );
}
