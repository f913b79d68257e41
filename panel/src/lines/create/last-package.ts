/**
 * Package of the last sale on each platform, stored on this device, because the next customer often
 * buys the same.
 */
import type { PlatformKey } from '@ramal/contract/rules/platforms';

const nameOf = (platform: PlatformKey): string => `ramal.pacote.${platform}`;

export function lastPackage(platform: PlatformKey): number | undefined {
  try {
    return Number(localStorage.getItem(nameOf(platform))) || undefined;
  } catch {
    // Storage may be blocked.
    return undefined;
  }
}

export function rememberPackage(platform: PlatformKey, id: number): void {
  try {
    localStorage.setItem(nameOf(platform), String(id));
  } catch {
    // Storage is blocked: the form preselects the first package next time.
  }
}
