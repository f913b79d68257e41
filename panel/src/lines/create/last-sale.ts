/**
 * Platform, package and period of the last sale, stored on this device, because the next customer
 * often buys the same.
 */
import { platformKeys, type PlatformKey } from '@ramal/contract/rules/platforms';
import { DEFAULT_CREDITS, terms } from '@ramal/contract/rules/terms';

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

export const lastPlatform = (): PlatformKey | undefined =>
  platformKeys.find((key) => key === readChoice(PLATFORM_NAME));

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
