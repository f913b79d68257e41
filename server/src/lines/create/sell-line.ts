/**
 * Creates the official line of a paid order, in the transaction that settles its payment. No person
 * acts, so the line belongs to the seller of the order and no credits are charged here.
 */
import type { LineOrigin } from '@ramal/contract/lines/line-origins';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import sql from 'sql-template-tag';
import type { PackageFacts } from '../../catalogue/catalogue.ts';
import { type EventOrigin, insertEventCte } from '../../events/events.ts';
import type { Config } from '../../foundation/config.ts';
import { type Ctes, combineCtes, type Tx } from '../../foundation/database.ts';
import { newServerUrlColumn } from '../../server-addresses.ts';
import { newLineName, newLinePassword } from '../credentials.ts';
import { type Product, productEventData, productFacts } from '../product.ts';
import { insertLineCte, newLine } from './create-line.ts';

/** Package of IPTV, or product of P2P. */
export type SoldProduct = { readonly packageId: number } | { readonly productId: number };

export interface SoldLine {
  readonly ownerId: number;
  readonly platform: PlatformKey;
  readonly product: SoldProduct;
  readonly whatsapp: string | null;
  readonly origin: LineOrigin;
  readonly expiresAt: Date;
  readonly now: Date;
}

interface SoldLineEvent {
  readonly requestMeta: EventOrigin;
  readonly after: Record<string, unknown>;
  /** CTEs of the statement that inserts the line. */
  readonly parts: (lineId: number) => Ctes;
}

/** Returns a sold product with its contents. Undefined if the product no longer exists. */
export async function findSoldProduct(
  tx: Tx,
  { config }: { readonly config: Config },
  choice: SoldProduct,
): Promise<Product | undefined> {
  const facts = await tx.first<PackageFacts>(productFacts(choice));
  return facts && toProduct(config, choice, facts);
}

interface SaleFacts extends PackageFacts {
  readonly lineId: number;
  readonly serverUrl: string | null;
  readonly username: string;
}

/** Returns the id of the new line. Undefined if the product of the order no longer exists. */
export async function sellLine(
  tx: Tx,
  { config }: { readonly config: Config },
  sold: SoldLine,
  event: SoldLineEvent,
): Promise<number | undefined> {
  const facts = (await tx.first<SaleFacts>(sql`
    with plan as (${productFacts(sold.product)})
    select plan.*, nextval('lines_id_seq') as line_id, a.username,
      ${newServerUrlColumn(sold.platform, sold.ownerId, sold.product)} as server_url
    from accounts a left join plan on true where a.id = ${sold.ownerId}`))!;
  const product = toProduct(config, sold.product, facts);
  if (!product) return undefined;
  const owner = { actor: { id: sold.ownerId, username: facts.username } };
  const line = newLine(owner, facts.lineId, {
    platform: sold.platform,
    username: newLineName(),
    password: newLinePassword(),
    isTrial: false,
    expiresAt: sold.expiresAt,
    createdAt: sold.now,
    whatsapp: sold.whatsapp,
    ...product,
    serverUrl: facts.serverUrl,
    testHours: null,
  });
  await tx.run(
    combineCtes({
      line: insertLineCte(line, sold.origin),
      ...event.parts(line.id),
      event: insertEventCte(event.requestMeta, {
        kind: 'line-created',
        actorId: null,
        accountId: line.ownerId,
        lineId: line.id,
        platform: line.platform,
        after: {
          username: line.username,
          expiresAt: line.expiresAt,
          ...productEventData({ config }, line),
          ...event.after,
        },
      }),
    }),
  );
  return line.id;
}

function toProduct(
  { p2pProducts }: Config,
  choice: SoldProduct,
  { packageName }: PackageFacts,
): Product | undefined {
  const none = { packageId: null, packageName: null, bouquetIds: [], productId: null };
  if ('productId' in choice)
    return p2pProducts.some(({ id }) => id === choice.productId)
      ? { ...none, productId: choice.productId }
      : undefined;
  return packageName === null ? undefined : { ...none, packageId: choice.packageId, packageName };
}
