import {
  getAppLinks as getAppLinksDeclaration,
  getLinksInfo as getLinksInfoDeclaration,
  getPortalLinks as getPortalLinksDeclaration,
  getTelegram as getTelegramDeclaration,
  saveAppLinks as saveAppLinksDeclaration,
  savePortalLinks as savePortalLinksDeclaration,
  savePortalLinksAsDns as savePortalLinksAsDnsDeclaration,
  saveTelegram as saveTelegramDeclaration,
  shortenLink as shortenLinkDeclaration,
} from '@ramal/contract/links';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { getAppLinks, getLinksInfo, saveAppLinks } from './app-links.ts';
import { getPortalLinks, getTelegram, savePortalLinks, saveTelegram } from './published-links.ts';
import { shortenLink } from './shorten-link.ts';

export const linkRoutes = (ctx: AppContext): Binding[] => [
  bind(getAppLinksDeclaration, (call) => getAppLinks(ctx, call)),
  bind(saveAppLinksDeclaration, (call) => saveAppLinks(ctx, call)),
  bind(getLinksInfoDeclaration, (call) => getLinksInfo(ctx, call)),
  bind(getTelegramDeclaration, () => getTelegram(ctx)),
  bind(saveTelegramDeclaration, (call) => saveTelegram(ctx, call)),
  bind(getPortalLinksDeclaration, () => getPortalLinks(ctx)),
  bind(savePortalLinksDeclaration, (call) => savePortalLinks(ctx, call, call.body)),
  bind(savePortalLinksAsDnsDeclaration, (call) => savePortalLinks(ctx, call, call.body.links)),
  bind(shortenLinkDeclaration, (call) => shortenLink(ctx, call)),
];
