/** Writes the texts of a seller's page, which every channel without a person uses. */
import type { StorefrontText } from '@ramal/contract/storefront/settings';
import { customerName } from '@ramal/contract/rules/customer-name';
import { fillText } from '@ramal/contract/rules/message';
import { publicBaseUrl } from '../../brands/brands.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { RequestMeta } from '../../foundation/caller.ts';
import { formatDateTime } from '../../foundation/clock.ts';
import type { Reader } from '../../foundation/database.ts';
import type { Line } from '../../lines/lines.ts';
import { readStorefront, type StoredStorefront } from '../settings/storefronts.sql.ts';

type TextLine = Pick<Line, 'username' | 'password' | 'expiresAt' | 'note'>;

export const storefrontUrl = async (
  ctx: AppContext,
  { slug }: Pick<StoredStorefront, 'slug'>,
  baseUrl: string,
): Promise<string> => `${await publicBaseUrl(ctx, baseUrl)}/loja/${slug}`;

/**
 * Returns the address at which customers of the account subscribe, with a coupon. Undefined unless
 * the page of the account is online.
 */
export async function findSubscribeUrl(
  ctx: AppContext,
  reader: Reader,
  { accountId, baseUrl, coupon }: SubscribeLink,
): Promise<string | undefined> {
  const page = await readStorefront(reader, accountId);
  if (!page?.isOnline) return undefined;
  return `${await storefrontUrl(ctx, page, baseUrl)}${coupon ? `?cupom=${coupon}` : ''}`;
}

interface SubscribeLink {
  readonly accountId: number;
  readonly baseUrl: string;
  readonly coupon: string | undefined;
}

/** Fills a text. Placeholders about a line are empty without one. */
export function fillStorefrontText(
  { clock }: Pick<AppContext, 'clock'>,
  text: string,
  line: TextLine | undefined,
  link: string,
): string {
  const name = line ? customerName(line).name : '';
  return fillText(text, {
    nome: line && name !== line.username ? name : '',
    usuario: line?.username ?? '',
    senha: line?.password ?? '',
    vencimento: line ? formatDateTime(line.expiresAt, clock.timeZone) : '',
    instalar: link,
    link,
  });
}

/** Returns a text of the account's page. Undefined if the account has saved no page. */
export async function writeStorefrontText(
  ctx: AppContext,
  accountId: number,
  kind: StorefrontText,
  about: {
    readonly line: TextLine | undefined;
    readonly requestMeta: Pick<RequestMeta, 'baseUrl'>;
  },
): Promise<string | undefined> {
  const page = await readStorefront(ctx.db, accountId);
  if (!page) return undefined;
  const link = await storefrontUrl(ctx, page, about.requestMeta.baseUrl);
  return fillStorefrontText(ctx, page.texts[kind], about.line, link);
}
