/**
 * Controls an installed Firefox by WebDriver BiDi through Puppeteer. Playwright can control only
 * its own patched Firefox. Playwright uses a BiDi command that Firefox ESR 153 does not have.
 */
import { existsSync } from 'node:fs';
import puppeteer from 'puppeteer-core';
import { PHONE } from './accounts.ts';
import type { DrivenPage } from './driven-page.ts';

/** RAMAL_FIREFOX, or Debian's path. Undefined if Firefox is not installed. */
export const firefoxPath = [
  process.env.RAMAL_FIREFOX,
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
].find((path) => path !== undefined && existsSync(path));

export async function openInFirefox(executablePath: string): Promise<DrivenPage> {
  const firefox = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
  const page = await firefox.newPage();
  await page.setViewport(PHONE);
  return {
    goto: (url) => page.goto(url),
    fill: (selector, text) => page.locator(selector).fill(text),
    press: (selector) => page.locator(selector).click(),
    pressText: (text) => page.locator(textOf(text)).click(),
    see: (text) => page.locator(textOf(text)).wait(),
    path: async () => new URL(page.url()).pathname,
    close: () => firefox.close(),
  };
}

const textOf = (text: string): string => `::-p-text(${text})`;
