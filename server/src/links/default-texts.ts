/** Texts with links that apply until an admin or a franchise publishes its own (Q-LINKDEFAULTS). */
import type { AppLinkType } from '@ramal/contract/links';
import { escapeHtml } from '../foundation/safe-html.ts';
import { lineTexts, playlistPath } from '../player/player.ts';

/** Instruction for P2P lines. It contains no URL, because the app already contains the address. */
export const HOW_TO_ENTER =
  'Assista na TV, na TV Box ou no celular pelo aplicativo P2P:\n' +
  '1. Abra o aplicativo e espere a tela de entrada.\n' +
  '2. Digite o usuário e a senha, respeitando maiúsculas e minúsculas.\n' +
  '3. Confirme em Entrar.';

/** Instruction for P2P lines in the portal, shown below the user name and password. */
export const HOW_TO_ENTER_IN_PORTAL = 'Abra o aplicativo e entre com o usuário e a senha acima.';

/**
 * Returns the HTML by type, with the player's real address. {usuario} and {senha} are placeholders
 * for the login of a line.
 */
export function defaultTexts(baseUrl: string): Readonly<Record<AppLinkType, string>> {
  const line = { username: '{usuario}', password: '{senha}' };
  const { franchise, stb, webPlayer, xCloud } = lineTexts(
    baseUrl,
    line,
    baseUrl + playlistPath('ts', line),
  );
  return {
    1: asHtml(franchise),
    2: asHtml(HOW_TO_ENTER),
    3: asHtml(HOW_TO_ENTER),
    4: asHtml(franchise),
    5: asHtml(stb),
    6: asHtml(webPlayer),
    7: asHtml(xCloud),
    8: asHtml(HOW_TO_ENTER_IN_PORTAL),
  };
}

/**
 * Converts a text to HTML. An empty line begins a new paragraph. Placeholders that are encoded in a
 * URL are decoded.
 */
const asHtml = (text: string): string =>
  text
    .replaceAll('%7B', '{')
    .replaceAll('%7D', '}')
    .split('\n\n')
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('');
