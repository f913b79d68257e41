/**
 * Platform, package and period of the last sale, stored on this device, because the next customer
 * often buys the same.
 */
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import { DEFAULT_CREDITS, terms } from '@ramal/contract/rules/terms';
import type { LinePlatform } from '../platforms/platform.ts';

const packageName = (platform: PlatformKey): string => `ramal.pacote.${platform}`;
const PERIOD_NAME = 'ramal.periodo';
const PLATFORM_NAME = 'ramal.plataforma';

export const lastPackage = (platform: PlatformKey): number | undefined =>
  Number(readChoice(packageName(platform))) || undefined;

export const rememberPackage = (platform: PlatformKey, id: number): void =>
  storeChoice(packageName(platform), String(id));

/** Returns the credits of the period that was sold last, or those of one month. */
export function lastCredits(): number {
  const stored = Number(readChoice(PERIOD_NAME));
  return terms.some(({ credits }) => credits === stored) ? stored : DEFAULT_CREDITS;
}

/** Returns the platform of the last sale if it is among these, or else the first. */
export function firstPlatform(platforms: readonly LinePlatform[]): LinePlatform {
  const last = readChoice(PLATFORM_NAME);
  return platforms.find(({ definition }) => definition.key === last) ?? platforms[0]!;
}

export function rememberPeriod(platform: PlatformKey, credits: number): void {
  storeChoice(PLATFORM_NAME, platform);
  storeChoice(PERIOD_NAME, String(credits));
}

function readChoice(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    // Storage may be blocked.
    return null;
  }
}

function storeChoice(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Storage is blocked: the form preselects the first choices next time.
  }
}
