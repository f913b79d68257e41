import type { Page } from '@playwright/test';

interface Box {
  readonly mac: string;
  readonly serial: string;
}

interface BoxWindow {
  readonly played: string[];
}

/** Adds the JavaScript objects of a box to a page. They record the commands for the player. */
export async function makeBox(page: Page, { mac, serial }: Box): Promise<void> {
  await page.addInitScript(
    ([address, number]) => {
      const played: string[] = [];
      Object.assign(window, {
        played,
        gSTB: {
          GetDeviceMacAddress: () => address,
          GetDeviceSerialNumber: () => number,
          GetDeviceModel: () => 'MAG324',
          GetUID: () => '',
          Play: (command: string) => played.push(command),
          Stop: () => undefined,
        },
      });
    },
    [mac, serial] as const,
  );
}

/** Returns the commands that the box sent to its player, such as `ffmpeg http://…`. */
export const playedCommands = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as BoxWindow).played);
