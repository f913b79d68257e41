/**
 * An installed Firefox, driven by WebDriver BiDi. Playwright drives only the Firefox that it patches itself, and its
 * own BiDi needs a command that Firefox ESR 153 does not know; Puppeteer's does not.
 */
import { existsSync } from 'node:fs';
import puppeteer, { type Browser } from 'puppeteer-core';

/** RAMAL_FIREFOX, or where Debian puts it; undefined where there is none. */
export const firefoxPath = [
  process.env.RAMAL_FIREFOX,
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
].find((path) => path !== undefined && existsSync(path));

export const startFirefox = (executablePath: string): Promise<Browser> =>
  puppeteer.launch({ browser: 'firefox', executablePath, headless: true });

/** A field by the name that a screen reader hears. */
export const fieldNamed = (name: string): string => `::-p-aria([name="${name}"][role="textbox"])`;

export const textOf = (text: string): string => `::-p-text(${text})`;
