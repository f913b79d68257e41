/** Binds the calls for API keys. */
import {
  createApiKey,
  getExternalKey as getDeclaration,
  listApiKeys,
  makeExternalKey as makeDeclaration,
  revokeApiKey,
  revokeExternalKey as revokeDeclaration,
  rotateApiKey,
} from '@ramal/contract/api-keys';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { getExternalKey, makeExternalKey, revokeExternalKey } from './external-keys.ts';
import { createOwnKey, parseKeyEnd, listOwnKeys, revokeOwnKey, rotateOwnKey } from './own-keys.ts';

const revoked = (id: number) => ({ id, message: 'Chave revogada. Ela não vale mais.' });

export const apiKeyRoutes = (ctx: AppContext): Binding[] => [
  bind(listApiKeys, ({ actor }) => listOwnKeys(ctx, actor)),
  bind(
    createApiKey,
    async (call) => ({ message: 'Chave criada', ...(await createOwnKey(ctx, call)) }),
    ({ body }) => parseKeyEnd(ctx.clock, body.endsOn),
  ),
  bind(rotateApiKey, async (call) => ({
    message: 'Chave girada',
    ...(await rotateOwnKey(ctx, call)),
  })),
  bind(revokeApiKey, async (call) => revoked(await revokeOwnKey(ctx, call))),
  bind(getDeclaration, (call) => getExternalKey(ctx, call)),
  bind(makeDeclaration, async (call) => ({
    message: 'Chave externa pronta',
    ...(await makeExternalKey(ctx, call)),
  })),
  bind(revokeDeclaration, async (call) => revoked(await revokeExternalKey(ctx, call))),
];
