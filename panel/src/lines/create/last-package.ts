/** The package of the last sale on each platform, on this device: the next customer mostly takes the same. */
import type { PlatformKey } from '@ramal/contract/rules/platforms';

const nameOf = (platform: PlatformKey): string => `ramal.pacote.${platform}`;

export function lastPackage(platform: PlatformKey): number | undefined {
  try {
    return Number(localStorage.getItem(nameOf(platform))) || undefined;
  } catch {
    // A browser may keep the storage shut.
    return undefined;
  }
}

export function rememberPackage(platform: PlatformKey, id: number): void {
  try {
    localStorage.setItem(nameOf(platform), String(id));
  } catch {
    // Then the first package is offered next time.
  }
}
