/**
 * Builds responses about a line with the field names of the glossary: rows (E-06, E-10) and
 * receipts (E-08, E-12, E-18).
 */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { getIptvLinks, listIptvLines } from '@ramal/contract/lines/iptv-lines';
import type { p2pLines } from '@ramal/contract/lines/p2p-lines';
import type { AppLinkType } from '@ramal/contract/links';
import { type PlatformKey, platforms } from '@ramal/contract/rules/platforms';
import { expiringLevel } from '@ramal/contract/rules/terms';
import sql, { type Sql } from 'sql-template-tag';
import type { Caller } from '../foundation/caller.ts';
import { formatDateTime } from '../foundation/clock.ts';
import { linkHostnameColumn } from '../hostnames/hostnames.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { HOW_TO_ENTER, appLinksColumn, linkText } from '../links/links.ts';
import { lineUrls, playerBaseUrl } from '../player/player.ts';
import { type Line, lineStatus, pickDetails, statusWords, describeDeletion } from './line.ts';
import { productName } from './product.ts';
import { earliestRollBack } from './change/roll-back-line.ts';

/** Fields that the declaration of a platform does not name are dropped from the response. */
export type LineRow = ResponseOf<typeof listIptvLines>['data'][number];
export type LineReceipt = ResponseOf<typeof getIptvLinks> & ResponseOf<typeof p2pLines.receipt>;

/** Builds a row. `viewer` sees prices on its own lines only. */
export function lineRow(ctx: AppContext, line: Line, viewer?: { readonly id: number }): LineRow {
  const { timeZone } = ctx.clock;
  return {
    id: line.id,
    platformId: line.id,
    username: line.username,
    password: line.password,
    status: statusWords[lineStatus(line)],
    isTrial: line.isTrial,
    online: line.watching !== null,
    watching: line.watching ?? '',
    ...pickDetails(line),
    expiresText: formatDateTime(line.expiresAt, timeZone),
    expiresAt: line.expiresAt,
    createdText: formatDateTime(line.createdAt, timeZone),
    createdAt: line.createdAt,
    lastWatchedAt: line.lastWatchedAt,
    expiring: expiringLevel(line.expiresAt, ctx.clock.now()),
    ownerId: line.ownerId,
    packageId: line.productId ?? line.packageId ?? 0,
    packageName: productName(ctx, line),
    bouquetIds: [...line.bouquetIds],
    trusted: line.trustedAt !== null,
    rollbackFrom: earliestRollBack(line, timeZone) ?? null,
    blockedForAbuse: line.blockedForAbuseAt !== null,
    abuseReasons: line.abuseReasons,
    ownerName: line.owner,
    ...(line.chargedAt ? { chargedAt: line.chargedAt } : {}),
    ...(line.informedAt ? { informedAt: line.informedAt } : {}),
    ...(line.priceCents !== null && viewer?.id === line.ownerId
      ? { priceCents: line.priceCents, paid: line.isPaid }
      : {}),
    ...(line.recurringDueOn === null
      ? {}
      : {
          recurringDueOn: line.recurringDueOn || null,
          isRecurringRefused: line.isRecurringRefused,
        }),
    ...(line.contestedUntil ? { contestedUntil: line.contestedUntil } : {}),
    ...describeDeletion(line),
  };
}

/** The hostname that an account chose for its links, and the texts of its franchise. */
export interface ReceiptFacts {
  readonly linkHostname: string | null;
  readonly appLinks: { readonly type: AppLinkType; readonly html: string }[] | null;
}

/** Columns that read the `ReceiptFacts`. */
export const receiptColumns = ({ id, idFranchise }: Caller['actor']): Sql => sql`
  ${linkHostnameColumn(id)} as link_hostname, ${appLinksColumn(idFranchise)} as app_links`;

export async function receiptsFor(
  ctx: AppContext,
  call: Pick<Caller, 'actor' | 'requestMeta'>,
): Promise<(line: Line) => LineReceipt> {
  const facts = await ctx.db.first<ReceiptFacts>(
    sql`select ${receiptColumns(call.actor)}`,
    'prepared',
  );
  return receiptsFrom(ctx, call, facts!);
}

export function receiptsFrom(
  ctx: AppContext,
  { actor, requestMeta }: Pick<Caller, 'actor' | 'requestMeta'>,
  { linkHostname, appLinks }: ReceiptFacts,
): (line: Line) => LineReceipt {
  const published = new Map(appLinks?.map((row) => [row.type, row]));
  const base = playerBaseUrl(ctx, requestMeta, linkHostname ?? actor.linkHost);
  return (line) => {
    const { xCloud, ...links } = lineUrls(base, line);
    const dns = line.serverUrl ?? base;
    const values = { dns, username: line.username, password: line.password };
    const written = (...types: AppLinkType[]) => linkText(published, types, values);
    return {
      ...links,
      stb: written(5) ?? links.stb,
      webPlayer: written(6) ?? links.webPlayer,
      ...(actor.flags.has('xcloud') ? { xCloud: written(7) ?? xCloud } : {}),
      // The text contains the addresses. For a test it is omitted, and the hours of the test are
      // shown instead (S-SHARED-08).
      ...(line.isTrial ? {} : { linksText: addressLines(links) }),
      franchise:
        written(...receiptTypes[line.platform]) ??
        (platforms[line.platform].plays ? links.franchise : HOW_TO_ENTER),
      id: line.id,
      username: line.username,
      password: line.password,
      expiresText: formatDateTime(line.expiresAt, ctx.clock.timeZone),
      expiresAt: line.expiresAt,
      isTrial: line.isTrial,
      ...(line.isTrial && line.testHours !== null ? { testHours: line.testHours } : {}),
      adultPassword: ctx.config.adultPassword,
      ...pickDetails(line),
      packageName: productName(ctx, line),
      ...(line.priceCents !== null && actor.id === line.ownerId
        ? { priceCents: line.priceCents }
        : {}),
    };
  };
}

export const lineReceipt = async (
  ctx: AppContext,
  line: Line,
  call: Pick<Caller, 'actor' | 'requestMeta'>,
): Promise<LineReceipt> => (await receiptsFor(ctx, call))(line);

/**
 * Types of the published text for each platform, in order of priority. New P2P uses the P2P text if
 * it has no text of its own (Q-LINKTYPES).
 */
const receiptTypes: Record<PlatformKey, readonly AppLinkType[]> = {
  iptv: [1],
  p2p: [2],
  'new-p2p': [3, 2],
};

/** Returns the six URLs as text, in the order that S-SHARED-06 gives. */
const addressLines = (links: Omit<ReturnType<typeof lineUrls>, 'xCloud'>): string =>
  [
    `M3U8: ${links.m3u8}`,
    `M3U8 encurtado: ${links.m3u8Short}`,
    `HLS: ${links.hls}`,
    `HLS encurtado: ${links.hlsShort}`,
    `SSIPTV: ${links.ssiptv}`,
    `SSIPTV encurtado: ${links.ssiptvShort}`,
  ].join('\n');
