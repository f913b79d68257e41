/** Menu of a chat, and the request for the own number in Telegram. */
import { writeStorefrontText } from '../../storefront/storefront.ts';
import { type Conversation, isOffered, offer, type Turn } from './conversation.ts';
import {
  type Act,
  initialState,
  type MenuChoice,
  menuLabels,
  menuOption,
  toMenuOption,
} from './state.ts';

export const showMenu = (conversation: Conversation, text = 'Escolha uma opção.'): Turn => {
  const choices = (Object.keys(menuLabels) as MenuChoice[]).filter((choice) =>
    isOffered(conversation, choice),
  );
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
