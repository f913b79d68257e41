/** The list of rooms: every slice, bound to its declarations. */
import type { FastifyInstance } from 'fastify';
import { activationRoutes } from './activation/activation.routes.ts';
import { abuseRoutes } from './abuse/abuse.routes.ts';
import { announcementRoutes } from './announcements/announcements.routes.ts';
import { batchRoutes } from './batches/batches.routes.ts';
import { dressPage } from './brands/brand-page.ts';
import { brandsOf } from './brands/brands.ts';
import { brandRoutes, serveBrandImages } from './brands/brands.routes.ts';
import { creditRoutes } from './credits/credits.routes.ts';
import { dashboardRoutes } from './dashboard/dashboard.routes.ts';
import { deviceRoutes } from './devices/devices.routes.ts';
import { logRoutes } from './events/events.routes.ts';
import { exportRoutes } from './exports/exports.routes.ts';
import { apiPage } from './foundation/http/api-page.ts';
import { type Binding, serve } from './foundation/http/bind.ts';
import { notFound } from './foundation/http/failures.ts';
import { serveHealth } from './foundation/http/health.ts';
import { describeApi } from './foundation/http/openapi.ts';
import { servePanel } from './foundation/http/panel-files.ts';
import { makeServer } from './foundation/http/server.ts';
import type { House } from './foundation/house.ts';
import { catalogueRoutes } from './catalogue/catalogue.routes.ts';
import { lineRoutes } from './lines/lines.routes.ts';
import { limitRoutes } from './limits/limits.routes.ts';
import { registerPlayer } from './player/player.routes.ts';
import { serveWebFiles } from './player/web-page.routes.ts';
import { reportRoutes } from './reports/reports.routes.ts';
import { resellerRoutes } from './resellers/resellers.routes.ts';
import { passkeyRoutes } from './second-factors/passkeys/passkeys.routes.ts';
import { secondFactorRoutes } from './second-factors/second-factors.routes.ts';
import { makeSpendCode } from './second-factors/spend-code.ts';
import { makeAuthenticate } from './sessions/authenticate.ts';
import { sessionRoutes } from './sessions/sessions.routes.ts';
import { settingsRoutes } from './settings/settings.routes.ts';
import { taskRoutes } from './tasks/tasks.routes.ts';
import { viewRoutes } from './views/views.routes.ts';
import { watchingRoutes } from './watching/watching.routes.ts';

export const rooms = (house: House): Binding[] => [
  ...sessionRoutes(house),
  ...secondFactorRoutes(house),
  ...passkeyRoutes(house),
  ...settingsRoutes(house),
  ...resellerRoutes(house),
  ...creditRoutes(house),
  ...limitRoutes(house),
  ...lineRoutes(house),
  ...deviceRoutes(house),
  ...activationRoutes(house),
  ...catalogueRoutes(house),
  ...dashboardRoutes(house),
  ...logRoutes(house),
  ...reportRoutes(house),
  ...announcementRoutes(house),
  ...taskRoutes(house),
  ...batchRoutes(house),
  ...exportRoutes(house),
  ...viewRoutes(house),
  ...watchingRoutes(house),
  ...abuseRoutes(house),
  ...brandRoutes(house),
];

/** Panel and API; the player too, when it has no port of its own. */
export async function makePanelServer(house: House): Promise<FastifyInstance> {
  const server = await makeServer(house);
  if (house.config.roles.has('player') && house.config.playerPort === house.config.port) {
    await registerPlayer(server, house);
  }
  await server.register(async (panel) => {
    const brands = brandsOf(house);
    await servePanel(panel, house.config.captcha, async (page, host) =>
      dressPage(page, await brands.of(host)),
    );
    serveBrandImages(panel, house);
    const bindings = rooms(house);
    const endpoints = bindings.map((binding) => binding.endpoint);
    serve(panel, bindings, {
      authenticate: makeAuthenticate(house),
      spendCode: makeSpendCode(house),
      fingerprintKey: house.secrets.key('idempotency'),
    });
    panel.get('/api/openapi.json', async () => describeApi(endpoints));
    panel.get('/api/docs', async (_request, reply) =>
      reply.type('text/html').send(apiPage(endpoints)),
    );
    serveHealth(panel, house);
  });
  return server;
}

/** The customers' side alone, away from the panel's origin. */
export async function makePlayerServer(house: House): Promise<FastifyInstance> {
  const server = await makeServer(house);
  server.setNotFoundHandler(notFound);
  await serveWebFiles(server);
  await registerPlayer(server, house);
  serveHealth(server, house);
  return server;
}
