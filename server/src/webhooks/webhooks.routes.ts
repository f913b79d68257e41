/** Binds the calls on webhooks. */
import {
  createWebhook,
  deleteWebhook,
  editWebhook,
  getWebhookMessage,
  listWebhookMessages,
  listWebhooks,
  resendWebhookMessage,
  rotateWebhookSecret,
  testWebhook,
} from '@ramal/contract/webhooks';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { readEndpoints, isOwnEndpoint } from './endpoints.sql.ts';
import { findMessage, listMessages, resend } from './messages.ts';
import {
  createEndpoint,
  editEndpoint,
  deleteEndpoint,
  rotateSecret,
  sendTest,
} from './write-endpoints.ts';

export const webhookRoutes = (ctx: AppContext): Binding[] => [
  bind(listWebhooks, async ({ actor }) => ({
    data: await readEndpoints(ctx, ctx.db, isOwnEndpoint(actor)),
  })),
  bind(createWebhook, async (call) => ({
    message: 'Endereço adicionado',
    ...(await createEndpoint(ctx, call)),
  })),
  bind(editWebhook, async (call) => ({
    message: 'Endereço salvo',
    ...(await editEndpoint(ctx, call)),
  })),
  bind(rotateWebhookSecret, async (call) => ({
    message: 'Segredo trocado',
    ...(await rotateSecret(ctx, call)),
  })),
  bind(testWebhook, async (call) => ({
    id: await sendTest(ctx, call),
    message: 'Teste enviado. A resposta aparece em Entregas.',
  })),
  bind(deleteWebhook, async (call) => ({
    id: await deleteEndpoint(ctx, call),
    message: 'Endereço removido',
  })),
  bind(listWebhookMessages, (call) => listMessages(ctx, call)),
  bind(getWebhookMessage, (call) => findMessage(ctx, call)),
  bind(resendWebhookMessage, async (call) => ({
    id: await resend(ctx, call),
    message: 'Enviado de novo',
  })),
];
