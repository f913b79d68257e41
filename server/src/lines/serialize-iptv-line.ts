/** IPTV lines in the wire format of the documents: rows (E-06) and receipts (E-08, E-18). */
import type { IptvLine, IptvReceipt } from '@ramal/contract/iptv-lines';
import { expiringLevel } from '@ramal/contract/terms';
import type { RequestMeta } from '../foundation/caller.ts';
import { formatDateTime, unixSeconds } from '../foundation/clock.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { lineUrls, playerBaseUrl } from '../player/player.ts';
import { type Line, lineStatus, statusWords, serializeDeletion } from './line.ts';
import { productName } from './product.ts';
import { earliestRollBack } from './change/roll-back-line.ts';

export function serializeIptvLine(ctx: AppContext, line: Line): IptvLine {
  const { timeZone } = ctx.clock;
  return {
    id: line.id,
    id_iptv: line.id,
    username: line.username,
    password: line.password,
    status: statusWords[lineStatus(line)],
    is_trial: line.isTrial,
    online: line.watching !== null,
    watching: line.watching ?? '',
    nota: line.note,
    exp_date: formatDateTime(line.expiresAt, timeZone),
    exp_date_timestamp: unixSeconds(line.expiresAt),
    created_at: formatDateTime(line.createdAt, timeZone),
    created_at_timestamp: unixSeconds(line.createdAt),
    last_watched_timestamp: line.lastWatchedAt ? unixSeconds(line.lastWatchedAt) : null,
    expiring: expiringLevel(line.expiresAt, ctx.clock.now()),
    id_res: line.ownerId,
    whatsapp: line.whatsapp,
    package: line.packageId ?? 0,
    package_name: productName(ctx, line),
    bouquets: [...line.bouquetIds],
    trusted: line.trustedAt !== null,
    rollback_min: earliestRollBack(line, timeZone) ?? null,
    block_abuse: line.blockedForAbuseAt !== null,
    abuse_reasons: line.abuseReasons,
    reseller: { username: line.owner },
    ...serializeDeletion(line),
  };
}

export function serializeIptvReceipt(
  ctx: AppContext,
  line: Line,
  requestMeta: RequestMeta,
): IptvReceipt {
  return {
    ...lineUrls(playerBaseUrl(ctx, requestMeta), line),
    id: line.id,
    username: line.username,
    password: line.password,
    exp_date_formatted: formatDateTime(line.expiresAt, ctx.clock.timeZone),
    exp_date_timestamp: unixSeconds(line.expiresAt),
    is_trial: line.isTrial,
    ...(line.testHours === null ? {} : { test_hours: line.testHours }),
    whatsapp: line.whatsapp,
    nota: line.note,
    package_name: productName(ctx, line),
  };
}
