/**
 * Creates the HTTP servers: the routes of all modules, grouped by subject and bound to their
 * declarations.
 */
import { openLive } from '@ramal/contract/live';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { activationRoutes } from './activation/activation.ts';
import { abuseRoutes } from './abuse/abuse.ts';
import { apiKeyRoutes, createAuthenticateKey, isApiKey } from './api-keys/api-keys.ts';
import { announcementRoutes } from './announcements/announcements.ts';
import { noticeRoutes } from './notices/notices.ts';
import { balancerRoutes } from './balancers/balancers.ts';
import { hostnameRoutes } from './hostnames/hostnames.ts';
import { backupRoutes } from './backups/backups.ts';
import { batchRoutes } from './batches/batches.ts';
import { blocklistRoutes, measureBlocklist, refuseBlockedSignIns } from './blocklist/blocklist.ts';
import {
  brandRoutes,
  brandsOf,
  guardHosts,
  renderBrandPage,
  serveBrandImages,
  serveInstallable,
} from './brands/brands.ts';
import { chatbotRoutes } from './chatbot/chatbot.ts';
import { creditRoutes } from './credits/credits.ts';
import { dashboardRoutes } from './dashboard/dashboard.ts';
import { boxRoutes } from './boxes/boxes.ts';
import { deviceRoutes } from './devices/devices.ts';
import { logRoutes } from './activity-log/activity-log.ts';
import { exportRoutes } from './exports/exports.ts';
import type { ApiGroup } from './foundation/http/document/api-groups.ts';
import { serveDocument } from './foundation/http/document/serve-document.ts';
import type { ScopeGroup } from '@ramal/contract/api-keys';
import { type AuthGuard, type Binding, serve } from './foundation/http/bind.ts';
import { notFound } from './foundation/http/failures.ts';
import { serveHealth } from './foundation/http/health.ts';
import { createRoom, limitRequests, type Room } from './foundation/http/overload.ts';
import { isReplay } from './foundation/idempotency.ts';
import { createRateMeter } from './foundation/limits/rate-limiter.ts';
import { measureLoopLag } from './foundation/http/loop-lag.ts';
import { type RenderPage, servePanel } from './foundation/http/panel-files.ts';
import { makeServer } from './foundation/http/server.ts';
import { isUploadType } from './foundation/http/upload.ts';
import type { AppContext } from './foundation/app-context.ts';
import { catalogueRoutes } from './catalogue/catalogue.ts';
import { lineServerRoutes } from './line-servers/line-servers.ts';
import { paymentUndos } from './line-payments/line-payments.ts';
import { lineRoutes, lineUndo } from './lines/lines.ts';
import { messageTextRoutes } from './message-texts/message-texts.ts';
import { messagingRoutes, serveTelegram, serveWhatsapp } from './messaging/messaging.ts';
import { limitRoutes } from './limits/limits.ts';
import { panelImportRoutes } from './panel-imports/panel-imports.ts';
import { nodeRoutes } from './nodes/nodes.ts';
import { numberRoutes, numberSettingsRoutes } from './numbers/numbers.ts';
import { couponRoutes } from './coupons/coupons.ts';
import { paymentRoutes, servePaymentNotices, serveWooviNotices } from './payments/payments.ts';
import { serveAsaasNotices } from './recurring-pix/recurring-pix.ts';
import { createFindBoxRenewal, portalRoutes, servePortal, serveTvCodes } from './portal/portal.ts';
import {
  archiveProofRoutes,
  channelSourceRoutes,
  registerPlayer,
  serveWebFiles,
} from './player/player.ts';
import { isInQuarantine, quarantineRoutes } from './quarantine/quarantine.ts';
import {
  customerChats,
  reminderRoutes,
  reminderUndos,
  serveStopLinks,
  whatsappCustomers,
} from './reminders/reminders.ts';
import { salesChatRoutes, salesChats } from './sales-chats/sales-chats.ts';
import { outsideSources } from './outside-sources.ts';
import { probedSources } from './probed-sources.ts';
import { agentRoutes } from './reachability/reachability.ts';
import { referralRoutes, serveReferralLinks } from './referrals/referrals.ts';
import { reportRoutes } from './reports/reports.ts';
import { resellerRoutes } from './resellers/resellers.ts';
import {
  createSpendCode,
  passkeyRoutes,
  secondFactorRoutes,
} from './second-factors/second-factors.ts';
import { createAuthenticate, liveRoutes, sessionRoutes } from './sessions/sessions.ts';
import { settingsRoutes } from './settings/settings.ts';
import { serveStorefronts, storefrontRoutes, visitorRoutes } from './storefront/storefront.ts';
import { sigmaRenewalRoutes, sigmaRoutes } from './sigma/sigma.ts';
import { taskRoutes } from './tasks/tasks.ts';
import { linkRoutes } from './links/links.ts';
import { ticketRoutes } from './tickets/tickets.ts';
import { undoRoutes, type UndoKind } from './undo/undo.ts';
import { zoneRoutes } from './zones/zones.ts';
import { webhookRoutes } from './webhooks/webhooks.ts';
import { winBackRoutes } from './win-back/win-back.ts';
import { welcomeRoutes } from './welcome/welcome.ts';
import { watchingRoutes } from './watching/watching.ts';

interface RouteGroup {
  readonly tag: string;
  readonly description: string;
  readonly routes: readonly Binding[];
  /** Scope that an API key needs for this group. Keys cannot use a group without a scope. */
  readonly scopeGroup?: ScopeGroup;
}

/** Returns all groups, in the order of the API reference. */
const routeGroups = (ctx: AppContext): RouteGroup[] => [
  ...sellingGroups(ctx),
  ...strangerGroups(ctx),
  ...operatingGroups(ctx),
];

/** Calls that resellers use every day. */
const sellingGroups = (ctx: AppContext): RouteGroup[] => [
  {
    tag: 'Acesso',
    description: 'Entrar, sair, a própria conta, as chaves de acesso e as de API.',
    routes: [
      ...sessionRoutes(ctx),
      ...secondFactorRoutes(ctx),
      ...passkeyRoutes(ctx),
      ...apiKeyRoutes(ctx),
      ...messageTextRoutes(ctx),
    ],
  },
  {
    tag: 'Revendas',
    description: 'Contas abaixo, a árvore, limites.',
    scopeGroup: 'resellers',
    routes: [...resellerRoutes(ctx), ...limitRoutes(ctx)],
  },
  {
    tag: 'Créditos',
    description: 'Movimentos e extratos.',
    scopeGroup: 'credits',
    routes: creditRoutes(ctx),
  },
  {
    tag: 'Recargas',
    description: 'Créditos do portal, preços, chaves e o que os clientes pagaram.',
    routes: [...paymentRoutes(ctx), ...couponRoutes(ctx), ...portalRoutes(ctx)],
  },
  {
    tag: 'Indicação',
    description: 'Indicações de clientes e convites de revenda.',
    routes: referralRoutes(ctx),
  },
  {
    tag: 'Linhas',
    description: 'Criar, listar, renovar e mudar linhas de todas as plataformas.',
    scopeGroup: 'lines',
    routes: [...lineRoutes(ctx), ...watchingRoutes(ctx), ...abuseRoutes(ctx)],
  },
  {
    tag: 'Lembretes',
    description: 'Avisos aos clientes, por onde saem, quem cobrar e o que trouxeram.',
    scopeGroup: 'lines',
    routes: reminderRoutes(ctx),
  },
  {
    tag: 'Reconquista',
    description: 'Mensagens a quem parou ou testou sem comprar, e o que trouxeram.',
    routes: winBackRoutes(ctx),
  },
  {
    tag: 'Aparelhos e códigos',
    description: 'Aparelhos e caixas por MAC, e aplicativos ativados por código.',
    scopeGroup: 'devices',
    routes: [...deviceRoutes(ctx), ...boxRoutes(ctx), ...activationRoutes(ctx)],
  },
];

/** Calls by which visitors, apps and tools of others sell for a reseller. */
const strangerGroups = (ctx: AppContext): RouteGroup[] => [
  {
    tag: 'Página de venda',
    description:
      'A página pública da revenda: ajustes, testes e assinaturas de visitantes, números.',
    routes: [...storefrontRoutes(ctx), ...visitorRoutes(ctx)],
  },
  {
    tag: 'Robô de respostas',
    description: 'Endereços que aplicativos de resposta automática chamam para dar testes.',
    routes: chatbotRoutes(ctx),
  },
  {
    tag: 'Atendimento no Telegram e no WhatsApp',
    description: 'O robô e o número que testam, vendem e renovam por conversa.',
    routes: salesChatRoutes(ctx),
  },
  {
    tag: 'Compatível com o Sigma',
    description:
      'Chamadas que ferramentas feitas para o Sigma já fazem: troque o endereço e a chave.',
    scopeGroup: 'sigma',
    routes: sigmaRoutes(ctx),
  },
  {
    tag: 'Compatível com o Sigma: renovar',
    description: 'A renovação, com um escopo só para ela.',
    scopeGroup: 'sigma_renewals',
    routes: sigmaRenewalRoutes(ctx),
  },
];

/** Kinds of undo. The kind that locks a wallet is the first. */
const undoKinds: readonly UndoKind[] = [lineUndo, ...paymentUndos, ...reminderUndos];

/** Calls for the catalogue, support and operation. */
const operatingGroups = (ctx: AppContext): RouteGroup[] => [
  {
    tag: 'Catálogo',
    description: 'Canais, filmes, séries, bouquets, pacotes, guias e importações.',
    scopeGroup: 'catalogue',
    routes: [...catalogueRoutes(ctx), ...archiveProofRoutes(ctx), ...channelSourceRoutes(ctx)],
  },
  {
    tag: 'Tickets',
    description: 'Atendimento às revendas e aos clientes do portal.',
    scopeGroup: 'tickets',
    routes: ticketRoutes(ctx),
  },
  {
    tag: 'Início e relatórios',
    description: 'Totais, vencimentos, registros, relatórios e avisos.',
    scopeGroup: 'reports',
    routes: [
      ...dashboardRoutes(ctx),
      ...logRoutes(ctx),
      ...reportRoutes(ctx),
      ...announcementRoutes(ctx),
      ...linkRoutes(ctx),
    ],
  },
  {
    tag: 'Números',
    description:
      'Receita, clientes, retenção, previsão, custos e lucro; cada número com as linhas que conta.',
    scopeGroup: 'reports',
    routes: numberRoutes(ctx),
  },
  {
    tag: 'Webhooks',
    description: 'Endereços que recebem, assinado, o que acontece na rede da conta.',
    scopeGroup: 'webhooks',
    routes: webhookRoutes(ctx),
  },
  {
    tag: 'Trabalhos e arquivos',
    description: 'Trabalhos em andamento, lotes, arquivos exportados, o sino e o desfazer.',
    routes: [
      ...taskRoutes(ctx),
      ...batchRoutes(ctx),
      ...exportRoutes(ctx),
      ...liveRoutes(ctx),
      ...noticeRoutes(ctx),
      ...undoRoutes(ctx, undoKinds),
    ],
  },
  {
    tag: 'Ajustes',
    description: 'Funções do sistema, visões salvas, marcas, e-mail, Telegram e WhatsApp.',
    routes: [
      ...settingsRoutes(ctx),
      ...numberSettingsRoutes(ctx),
      ...brandRoutes(ctx),
      ...messagingRoutes(ctx),
    ],
  },
  infrastructureGroup(ctx),
];

const infrastructureGroup = (ctx: AppContext): RouteGroup => ({
  tag: 'Infraestrutura',
  description:
    'Versão e nós, DNS, balanceadores, servidores de linhas, CNAMEs, IPs bloqueados, redes isentas e backups.',
  routes: [
    ...nodeRoutes(ctx),
    ...welcomeRoutes(ctx),
    ...hostnameRoutes(ctx),
    ...zoneRoutes(ctx),
    ...agentRoutes(ctx, probedSources),
    ...balancerRoutes(ctx),
    ...lineServerRoutes(ctx),
    ...panelImportRoutes(ctx),
    ...blocklistRoutes(ctx),
    ...backupRoutes(ctx),
    ...quarantineRoutes(ctx, outsideSources),
  ],
});

export const moduleRoutes = (ctx: AppContext): Binding[] =>
  routeGroups(ctx).flatMap(({ routes, scopeGroup }) =>
    scopeGroup ? routes.map((binding) => ({ ...binding, scopeGroup })) : routes,
  );

const apiGroups = (ctx: AppContext): ApiGroup[] =>
  routeGroups(ctx).map(({ routes, tag, description }) => ({
    tag,
    description,
    endpoints: routes.map(({ endpoint }) => endpoint),
  }));

/**
 * Creates the server for the panel and the API, and also for the player if it has no separate port.
 */
export async function makePanelServer(ctx: AppContext): Promise<FastifyInstance> {
  const server = await makeServer(ctx);
  guardHosts(server, ctx);
  if (ctx.config.roles.has('player') && ctx.config.playerPort === ctx.config.port) {
    await registerPlayer(server, ctx, undefined, createFindBoxRenewal(ctx));
  }
  await server.register(async (panel) => {
    refuseBlockedSignIns(panel, ctx, isSignIn);
    const { isLate, stop } = measureLoopLag();
    panel.addHook('onClose', async () => stop());
    const yields = ctx.config.maxEventLoopDelayMs > 0;
    limitRequests(panel, chooseRoom(ctx.config.maxRequests), () => yields && isLate());
    const brands = brandsOf(ctx);
    const renderPage: RenderPage = async (page, host) =>
      renderBrandPage(page, await brands.forHost(host));
    await servePanel(panel, ctx.config, renderPage);
    await servePortal(panel, renderPage, ctx.clock.timeZone);
    await serveStorefronts(panel, ctx);
    serveTvCodes(panel, ctx);
    serveReferralLinks(panel, ctx);
    serveBrandImages(panel, ctx);
    serveInstallable(panel, ctx);
    servePaymentNotices(panel, ctx);
    serveAsaasNotices(panel, ctx);
    await serveWooviNotices(panel, ctx);
    serveTelegram(panel, ctx, { ...customerChats, sales: salesChats });
    await serveWhatsapp(panel, ctx, { ...whatsappCustomers, sales: salesChats });
    await serveStopLinks(panel, ctx);
    serve(panel, moduleRoutes(ctx), {
      authenticate: authenticateAnybody(ctx),
      countKeyUse: createRateMeter(ctx, 'api-key'),
      spendCode: createSpendCode(ctx),
      isInQuarantine: () => isInQuarantine(ctx.db),
      rehearse: (work) => ctx.db.rehearse(work),
      isReplay: (actor, key) => isReplay(ctx.db, actor, key),
      fingerprintKey: ctx.secrets.key('idempotency'),
    });
    serveDocument(panel, apiGroups(ctx), ctx.config);
    serveHealth(panel, ctx, [measureBlocklist(ctx)]);
  });
  return server;
}

/** Authenticates a request by the token of a person or by the API key of a program. */
function authenticateAnybody(ctx: AppContext): AuthGuard['authenticate'] {
  const [person, key] = [createAuthenticate(ctx), createAuthenticateKey(ctx)];
  return (token, requestMeta) =>
    token !== undefined && isApiKey(token) ? key(token, requestMeta) : person(token, requestMeta);
}

const SIGN_IN_PATHS = new Set(['/api/login', '/login', '/api/captcha', '/api/passkeys/sign-in']);

const isSignIn = ({ method, routeOptions: { url = '' } }: FastifyRequest): boolean =>
  method === 'POST' && SIGN_IN_PATHS.has(url);

/**
 * Returns a function that selects the room whose slots limit a request. Health checks and the
 * panel's files and pages have no room, because they are cheap.
 */
function chooseRoom(slots: number): (request: FastifyRequest) => Room | undefined {
  const [calls, uploads] = [1, 2].map(() => createRoom(slots, { yieldsToLag: true }));
  const signIns = createRoom(slots);
  return ({ routeOptions: { url = '' }, headers }) => {
    if (SIGN_IN_PATHS.has(url)) return signIns;
    if (!url.startsWith('/api/')) return undefined;
    // An event stream stays open for hours and has its own limits.
    if (url === openLive.path) return undefined;
    // Uploads have slots of their own, because an upload lasts as long as the client needs to send
    // it.
    return isUploadType(headers['content-type']) ? uploads : calls;
  };
}

/** Creates a server only for the player, on a different origin than the panel. */
export async function makePlayerServer(ctx: AppContext): Promise<FastifyInstance> {
  const server = await makeServer(ctx);
  guardHosts(server, ctx);
  server.setNotFoundHandler(notFound);
  await serveWebFiles(server);
  await registerPlayer(server, ctx, undefined, createFindBoxRenewal(ctx));
  serveHealth(server, ctx, [measureBlocklist(ctx)]);
  return server;
}
