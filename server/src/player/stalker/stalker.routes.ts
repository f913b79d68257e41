/**
 * Portal for MAG boxes and for apps that imitate them. All answers have status 200, even refusals,
 * because clients compare their text.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../foundation/app-context.ts';
import { changeRoom, createRoom } from '../../foundation/http/overload.ts';
import { reachedUrl } from '../../foundation/caller.ts';
import { readRequestMeta } from '../../foundation/http/request-meta.ts';
import { toPlayableState } from '../line-state.ts';
import type { PlaylistCache } from '../lists/playlist-cache.ts';
import type { SignInLine } from '../sign-in-line.ts';
import type { ViewingRights } from '../viewings/viewing-rights.ts';
import { type BoxEvents, createBoxEvents } from './box-events.ts';
import { createLogInBox } from './log-in-box.ts';
import {
  type ActionDependencies,
  findAction,
  fixedAnswer,
  isAllowedWithoutActiveLine,
} from './portal-actions.ts';
import type { PortalBoxes } from './portal-boxes.ts';
import type { PortalBox } from './portal-boxes.sql.ts';
import { type PortalRequest, readPortalRequest } from './portal-request.ts';
import { type FindBoxRenewal, toBoxProfile } from './profile.ts';
import { sendZippedText } from '../lists/zipped-text.ts';
import { SharedList } from './shared-list.ts';
import { createSignInBox } from './sign-in-box.ts';
import { issueToken, parseToken } from './token.ts';

/** Addresses of the portal that boxes and apps try. */
export const PORTAL_URLS: ReadonlySet<string> = new Set([
  '/portal.php',
  '/server/load.php',
  '/c/portal.php',
  '/c/server/load.php',
  '/stalker_portal/portal.php',
  '/stalker_portal/server/load.php',
  '/stalker_portal/c/portal.php',
]);

const NO_MAC = 'Unauthorized request.';
const NO_TOKEN = 'Authorization failed.';
const BLOCKED = 'Access denied.';

/**
 * Delay before every answer to an unknown device. It makes guesses slow, and is the same for every
 * MAC.
 */
const UNKNOWN_MS = 1_000;
/** Unknown devices that wait at the same time. Further ones are rejected. */
const MAX_UNKNOWN = 200;

export interface StalkerDependencies {
  readonly signInLine: SignInLine;
  readonly rights: ViewingRights;
  readonly lists: PlaylistCache;
  readonly boxes: PortalBoxes;
  /** Undefined if the installation offers customers no renewal. */
  readonly findRenewal: FindBoxRenewal | undefined;
  readonly unknownMs?: number | undefined;
}

export function stalkerRoutes(
  player: FastifyInstance,
  ctx: AppContext,
  dependencies: StalkerDependencies,
): void {
  const { boxes } = dependencies;
  const strangers = createRoom(MAX_UNKNOWN);
  const slow = async (request: FastifyRequest) => {
    changeRoom(request, strangers);
    await pause(dependencies.unknownMs ?? UNKNOWN_MS);
  };
  const events = createBoxEvents(ctx, boxes);
  const signIn = createSignIn(ctx, dependencies, events, slow);
  const actions: ActionDependencies = {
    ctx,
    lists: dependencies.lists,
    rights: dependencies.rights,
    boxes,
  };

  async function answer(portal: PortalRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { type, action, mac, token } = portal;
    if (!mac) return refuse(reply, NO_MAC);
    if (type === 'stb' && action === 'handshake') return js(reply, handshake(ctx, mac, portal));
    const session = parseToken(ctx.secrets, mac, token);
    if (!session) return refuse(reply, NO_TOKEN);
    if (type === 'stb' && Object.hasOwn(signIn, action))
      return js(reply, await signIn[action]!({ portal, mac, session }));
    const fixed = fixedAnswer(portal);
    if (fixed !== undefined) return js(reply, fixed);
    const isPoll = type === 'watchdog';
    const recalled = isPoll ? await boxes.recall(mac) : undefined;
    // The state in memory may be older than the sign-in through another process.
    const box = recalled?.session === session ? recalled : await boxes.read(mac);
    if (!box || box.session !== session) return refuse(reply, NO_TOKEN);
    if (box.isBlocked) return refuse(reply, BLOCKED);
    return isPoll
      ? js(reply, await poll(events, portal, box))
      : answerAction(actions, portal, box, reply);
  }

  const handler = (request: FastifyRequest, reply: FastifyReply) =>
    answer(readPortalRequest(request, ctx.clock.timeZone), reply);
  for (const url of PORTAL_URLS) player.route({ method: ['GET', 'POST'], url, handler });
}

async function answerAction(
  dependencies: ActionDependencies,
  portal: PortalRequest,
  box: PortalBox,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const isActive = toPlayableState(box, dependencies.ctx.clock.now()) === 'active';
  const isLink = portal.action === 'create_link';
  if (!isActive && !isLink && !isAllowedWithoutActiveLine(portal)) return refuse(reply, BLOCKED);
  const action = findAction(portal);
  const result = action ? await action(dependencies, portal, box) : [];
  return result instanceof SharedList
    ? sendZippedText(portal.request, reply.type(JSON_TYPE), result.zipped)
    : js(reply, result);
}

async function poll(events: BoxEvents, portal: PortalRequest, box: PortalBox): Promise<unknown> {
  const id = portal.field('event_active_id');
  if (portal.action !== 'confirm_event') return { data: await events.next(portal, box) };
  await events.confirm(box, id);
  return true;
}

interface SignInCall {
  readonly portal: PortalRequest;
  readonly mac: string;
  readonly session: string;
}

/** Returns the handlers of the calls that need only a token of the MAC. */
function createSignIn(
  ctx: AppContext,
  { signInLine, boxes, findRenewal }: StalkerDependencies,
  events: BoxEvents,
  slow: (request: FastifyRequest) => Promise<void>,
): Readonly<Record<string, (call: SignInCall) => Promise<unknown>>> {
  const signInBox = createSignInBox(ctx, boxes);
  const logInBox = createLogInBox(ctx, { signInLine, boxes });
  return {
    get_profile: async (call) => {
      const { portal } = call;
      const result = await signInBox(call);
      if (result.state === 'unknown') await slow(portal.request);
      if (result.state === 'in') events.noteProfile(result.box);
      const baseUrl = reachedUrl(readRequestMeta(portal.request));
      return toBoxProfile(ctx, portal, result, async (box) => findRenewal?.(box.id, baseUrl));
    },
    do_auth: async (call) => {
      const isRight = await logInBox(call);
      if (!isRight) await slow(call.portal.request);
      return isRight;
    },
  };
}

/** Returns a token for any MAC and stores nothing. A valid token is returned again. */
function handshake({ secrets }: AppContext, mac: string, portal: PortalRequest) {
  const presented = portal.field('token') || portal.token;
  const isValid = parseToken(secrets, mac, presented) !== undefined;
  const token = isValid ? presented.toUpperCase() : issueToken(secrets, mac);
  return { token, random: token.toLowerCase() + token.toLowerCase().slice(0, 8), not_valid: 0 };
}

const JSON_TYPE = 'application/json; charset=utf-8';

const js = (reply: FastifyReply, answer: unknown): FastifyReply =>
  reply.type(JSON_TYPE).send(JSON.stringify({ js: answer }));

const refuse = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('text/plain; charset=utf-8').send(text);
