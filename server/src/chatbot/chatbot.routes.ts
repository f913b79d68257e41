import * as contract from '@ramal/contract/storefront/chatbot';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { createAddress, editAddress, listAddresses, revokeAddress } from './chatbot-addresses.ts';
import { createReplyToChatbot } from './reply-to-chatbot.ts';

export function chatbotRoutes(ctx: AppContext): Binding[] {
  const reply = createReplyToChatbot(ctx);
  return [
    bind(contract.replyToChatbot, (call) => reply(call, { ...call.query, ...call.body })),
    bind(contract.readChatbotReply, (call) => reply(call, call.query)),
    bind(contract.listChatbotAddresses, (call) => listAddresses(ctx, call)),
    bind(contract.createChatbotAddress, (call) => createAddress(ctx, call)),
    bind(contract.editChatbotAddress, (call) => editAddress(ctx, call)),
    bind(contract.revokeChatbotAddress, (call) => revokeAddress(ctx, call)),
  ];
}
