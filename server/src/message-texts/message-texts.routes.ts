import {
  getMessageTexts,
  saveMessageText,
  setLinkHost as setLinkHostDeclaration,
} from '@ramal/contract/message-texts';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { setLinkHost } from './link-host.ts';
import { readTexts, resetText, saveText } from './own-texts.ts';

export const messageTextRoutes = (ctx: AppContext): Binding[] => [
  bind(getMessageTexts, (call) => readTexts(ctx, call)),
  bind(saveMessageText, async (call) => {
    const { kind, text } = call.body;
    if (text === null) await resetText(ctx, call, kind);
    else await saveText(ctx, call, kind, text);
    return {
      message: text === null ? 'O texto padrão vale de novo' : 'Texto guardado com sucesso',
    };
  }),
  bind(setLinkHostDeclaration, async (call) => ({
    host: await setLinkHost(ctx, call, call.body.host),
    message: 'Endereço dos links guardado com sucesso',
  })),
];
