/** Binds the calls on the DNS provider and its records. */
import {
  getDnsProvider as getDeclaration,
  saveDnsProvider as saveDeclaration,
  takeOverRecord as takeOverDeclaration,
} from '@ramal/contract/operations/dns-providers';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { checkDnsProvider, getDnsProvider, saveDnsProvider, adoptRecord } from './edit-provider.ts';

export const zoneRoutes = (ctx: AppContext): Binding[] => [
  bind(getDeclaration, () => getDnsProvider(ctx)),
  bind(
    saveDeclaration,
    (call) => saveDnsProvider(ctx, call),
    (call) => checkDnsProvider(ctx, call),
  ),
  bind(takeOverDeclaration, (call) => adoptRecord(ctx, call)),
];
