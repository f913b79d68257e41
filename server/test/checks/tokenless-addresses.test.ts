/**
 * Lists every path that works without a token, with its protection. A path that returns data of an
 * account or customer requires a password, a key, a signature or a known device.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { moduleRoutes } from '../../src/app.ts';
import { type TestContext, createTestContext } from '../context.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

const open = 'shows nothing of an account';
const credentials = 'requires the user name and password of the line in each request';
const viewing = 'belongs to a viewing and ends with it and with the password of the line';
const signed = 'requires the signature or the secret of its sender';
const portal =
  'requires the key of a portal session or of a renewal link, which a new password ends';
const signIn = 'proves a person and answers a token';
const page = 'is a page of files without data';
const mailed = 'belongs to one customer and only stops or restarts messages';
const device = 'requires the identifier of a device that the operator bound';

const visitor = 'requires the human check and gives a stranger only what the seller offers';
const storefrontKey = 'requires a signed key that the same visitor received';

const box = 'requires the serial number of a registered box or the password of its line';

const tokenless: Readonly<Record<string, string>> = {
  '*': page,
  '/login': signIn,
  '/loja/:slug*': open,
  '/web': page,
  '/healthz': open,
  '/readyz': open,
  '/metrics': 'answers this machine and holders of its token',
  '/manifest.webmanifest': open,
  '/brand-files/:name': open,
  '/backgrounds/:name': open,
  '/app-icon/:file': open,
  '/parar/pagina.css': page,
  '/parar/:key': mailed,
  '/parar/:key/voltar': mailed,
  '/api/openapi.json': open,
  '/api/docs': open,
  '/api/docs.js': open,
  '/api/get-background': open,
  '/api/brand': open,
  '/api/get-logo': open,
  '/api/captcha': open,
  '/api/my-ip': open,
  '/api/login': signIn,
  '/api/passkeys/sign-in': signIn,
  '/api/passkeys/sign-in-options': signIn,
  '/api/files/:token': 'serves one download and ends with the session that started the export',
  '/api/invitations/:code':
    'shows the conditions of an invitation that its code names, and creates one account below it',
  '/api/portal/sign-in': signIn,
  '/api/portal/charge': portal,
  '/api/portal/coupon': portal,
  '/api/portal/charge-state': portal,
  '/api/portal/recurring': portal,
  '/api/portal/authorize': portal,
  '/api/portal/authorization-state': portal,
  '/api/portal/authorization-end': portal,
  '/api/portal/debit-charge': portal,
  '/api/portal/home': portal,
  '/api/portal/referral': portal,
  '/api/portal/open-ticket': portal,
  '/api/portal/read-ticket': portal,
  '/api/portal/tickets': portal,
  '/api/portal/write-message': portal,
  '/api/activation/codes': device,
  '/api/activation/codes/check': device,
  '/api/activation/lines/check': device,
  '/api/loja/:slug': 'shows the public page that a seller switched on',
  '/api/loja/:slug/test': visitor,
  '/api/loja/:slug/subscribe': visitor,
  '/api/loja/:slug/notify': visitor,
  '/api/loja/:slug/code': storefrontKey,
  '/api/loja/:slug/code/resend': storefrontKey,
  '/api/loja/:slug/test-state': storefrontKey,
  '/api/loja/:slug/order': storefrontKey,
  '/api/chatbot/:account/:plan': 'requires two random ids that the seller keeps secret',
  '/api/device': device,
  '/api/probe-reports': signed,
  '/api/avisos/:token': signed,
  '/api/avisos/:token/asaas': signed,
  '/api/avisos/:token/woovi': signed,
  '/api/telegram-updates/:key': signed,
  '/api/whatsapp-updates/:key': signed,
  '/portal.php': box,
  '/server/load.php': box,
  '/c/portal.php': box,
  '/c/server/load.php': box,
  '/stalker_portal/portal.php': box,
  '/stalker_portal/server/load.php': box,
  '/stalker_portal/c/portal.php': box,
  '/c': page,
  '/c/': page,
  '/c/index.html': page,
  '/c/box.js': page,
  '/c/box.css': page,
  '/c/box-576.css': page,
  '/c/box-1080.css': page,
  '/c/mark.png': open,
  '/c/qr.png': open,
  '/stalker_portal/c': page,
  '/stalker_portal/c/': page,
  '/box/:ticket/:file': viewing,
  '/i/:code': 'leads to the seller of the customer who shares the code and shows no data',
  '/tv': 'leads to the renewal of a line by a code that ends after a day',
  '/s/:link': 'leads to the list of a line and ends with its password',
  '/get.php': credentials,
  '/player_api.php': credentials,
  '/xmltv.php': credentials,
  '/ss/:username/:password': credentials,
  '/live/:username/:password/:file': credentials,
  // The router prints both names of a segment in which two addresses differ.
  '/timeshift/:username|:token/:password|:duration/:duration|:start/:start|:file': credentials,
  '/timeshift/:username|:token/:password|:duration/:duration|:start/:start|:file/:file':
    credentials,
  '/timeshifts/:username/:password/:duration/:id/:start': credentials,
  '/streaming/timeshift.php': credentials,
  '/timeshift.php': credentials,
  '/movie/:username/:password/:file': credentials,
  '/series/:username/:password/:file': credentials,
  [String.raw`/:username(^(?!(?:api|settings|assets|backgrounds|brand-files)$).+$)/:password/:file(^\d+(?:\.(?:ts|m3u8))?$)`]:
    credentials,
  [String.raw`/hls/:ticket/:number(^\d{1,15}).ts`]: viewing,
  '/hls/:ticket/index.m3u8': viewing,
};

/** Files of the panel and the portal. The server has these routes only if both are built. */
const builtPages = [
  '/background.svg',
  '/loja/:slug',
  '/loja/:slug/*',
  '/mark.svg',
  '/portal',
  '/portal/',
  '/portal/*',
  '/service-worker.js',
];

/** Returns the paths of the router, read from its printed tree. */
function listPaths(): string[] {
  const paths = new Set<string>();
  const parts: string[] = [];
  for (const row of ctx.server.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods] =
      /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(row) ?? [];
    if (part === '') continue;
    const depth = indent.length / 4;
    parts.splice(depth, parts.length, part);
    if (methods) paths.add(parts.join(''));
  }
  return [...paths];
}

it('lists every address that works without a token, and no other', () => {
  const withToken = new Set(
    moduleRoutes(ctx)
      .filter(({ endpoint }) => endpoint.access !== 'public')
      .flatMap(({ endpoint: { path, alias } }) => (alias ? [path, alias] : [path])),
  );
  const paths = listPaths().filter((path) => !withToken.has(path) && !builtPages.includes(path));
  expect(paths.toSorted()).toEqual(Object.keys(tokenless).toSorted());
});
