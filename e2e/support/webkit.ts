/**
 * Controls an installed WebKitGTK by its own WebDriver on a virtual screen. Playwright can control
 * only its own build of WebKit, and no package registry contains that build.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { DrivenPage } from './driven-page.ts';

/**
 * RAMAL_WEBKIT_DRIVER, or the path of Debian's webkit2gtk-driver. Undefined if the driver or Xvfb
 * is not installed.
 */
export const webkitDriver = existsSync('/usr/bin/Xvfb')
  ? [process.env.RAMAL_WEBKIT_DRIVER, '/usr/bin/WebKitWebDriver'].find(
      (path) => path !== undefined && existsSync(path),
    )
  : undefined;

const DISPLAY = ':77';
const PORT = 4777;
const WAIT_MS = 60_000;

export async function openInWebKit(driver: string): Promise<DrivenPage> {
  const children = [
    spawn('/usr/bin/Xvfb', [DISPLAY, '-screen', '0', '800x1000x24'], { stdio: 'ignore' }),
    spawn(driver, [`--port=${PORT}`], { env: { ...process.env, DISPLAY }, stdio: 'ignore' }),
  ];
  try {
    const session = await eventually(() =>
      command<{ sessionId: string }>('/session', { capabilities: {} }),
    );
    return pageOf(`/session/${session.sessionId}`, children);
  } catch (error) {
    end(children);
    throw error;
  }
}

function pageOf(session: string, children: readonly ChildProcess[]): DrivenPage {
  const find = async (using: string, value: string): Promise<string> => {
    const element = await command<Record<string, string>>(`${session}/element`, { using, value });
    return `${session}/element/${Object.values(element)[0]!}`;
  };
  const press = (using: string, value: string) =>
    eventually(async () => command(`${await find(using, value)}/click`, {}));
  return {
    goto: (url) => command(`${session}/url`, { url }),
    fill: (selector, text) =>
      eventually(async () => command(`${await find('css selector', selector)}/value`, { text })),
    press: (selector) => press('css selector', selector),
    pressText: (text) => press('xpath', `//button[contains(., ${quoted(text)})]`),
    see: (text) => eventually(() => find('xpath', `//body//*[contains(text(), ${quoted(text)})]`)),
    path: async () => new URL(await command<string>(`${session}/url`)).pathname,
    close: async () => {
      await command(session, undefined, 'DELETE').finally(() => end(children));
    },
  };
}

const quoted = (text: string): string => JSON.stringify(text);

async function command<Answer>(
  path: string,
  body?: object,
  method = body ? 'POST' : 'GET',
): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${PORT}${path}`, {
    method,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { value } = (await response.json()) as { value: Answer };
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
  return value;
}

/**
 * Retries an attempt until it succeeds. An element may not exist yet, or a disappearing element may
 * still cover it.
 */
async function eventually<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
  const end = Date.now() + WAIT_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

function end(children: readonly ChildProcess[]): void {
  for (const child of children) child.kill();
}
