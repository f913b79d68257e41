/** Menu of a chat, and the request for the own number in Telegram. */
import { writeStorefrontText } from '../../storefront/storefront.ts';
import { type Conversation, offer, type Turn } from './conversation.ts';
import {
  type Act,
  initialState,
  type MenuChoice,
  menuLabels,
  menuOption,
  toMenuOption,
} from './state.ts';

export const showMenu = ({ storefront }: Conversation, text = 'Escolha uma opção.'): Turn => {
  const { products, tests, methods } = storefront.page;
  const isOffered: Readonly<Record<MenuChoice, boolean>> = {
    test: tests.pause !== 'off' && products.some(({ testId }) => testId !== null),
    subscribe: methods.includes('pix') && products.some(({ offers }) => offers.length > 0),
    renew: true,
    access: true,
    person: true,
  };
  const choices = (Object.keys(menuLabels) as MenuChoice[]).filter((choice) => isOffered[choice]);
  return offer(text, choices.map(toMenuOption));
};

/** Greets a person who opened the chat by a link, with the text of the seller's page. */
export async function greet(conversation: Conversation): Promise<Turn> {
  const { ctx, chat, requestMeta } = conversation;
  const about = { line: undefined, requestMeta };
  return showMenu(conversation, await writeStorefrontText(ctx, chat.accountId, 'welcome', about));
}

/** Asks for the person's own contact. Only Telegram needs it, because it hides the number. */
export const askContact = (act: Act, isForeign: boolean): Turn => ({
  state: { ...initialState, options: [menuOption], waiting: act },
  replies: [
    {
      text: isForeign
        ? 'Falta provar o seu número. Toque em «Enviar meu número»; o contato de outra pessoa não vale.'
        : 'Para continuar, toque em «Enviar meu número». Assim sabemos que ele é seu.',
      options: [menuOption.label],
      asksContact: true,
    },
  ],
});
