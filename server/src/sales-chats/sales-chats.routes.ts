import * as contract from '@ramal/contract/storefront/sales-chats';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { getSalesChats } from './list-channels.ts';

export const salesChatRoutes = (ctx: AppContext): Binding[] => [
  bind(contract.getSalesChats, (call) => getSalesChats(ctx, call)),
];
