/**
 * Product of a line. On some platforms it is a package or a set of bouquets from the catalogue. On
 * others it is a product from the configuration, which only the platform interprets. Creations and
 * edits validate the product here. Source: V-09, V-10, V-14, V-15, Q-PACKAGES, Q-PRODUCTIDS.
 */
import { refuse } from '@ramal/contract/api/errors';
import type { IptvFields, LineBody, P2pFields } from '@ramal/contract/lines/line-fields';
import type { Platform } from '@ramal/contract/rules/platforms';
import sql, { type Sql } from 'sql-template-tag';
import {
  type PackageChoice,
  type PackageFacts,
  packageFacts,
  readPackageChoice,
  validatePackage,
} from '../catalogue/catalogue.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Line } from './line.ts';

export type ProductChoice = PackageChoice | { readonly productId: number };

export type Product = Pick<Line, 'packageId' | 'packageName' | 'bouquetIds' | 'productId'>;

/**
 * Reads the product from `productid` or `product_id`, because both names are documented
 * (Q-PRODFIELD).
 */
export function parseProductChoice(body: LineBody<P2pFields, 'editProduct'>): ProductChoice {
  const productId = body.packageId ?? body.productId;
  if (productId) return { productId };
  return refuse('package_missing', { fields: { productid: 'O campo Pacote é necessário.' } });
}

type ProductBody = Partial<LineBody<IptvFields, 'promote'> & LineBody<P2pFields, 'promote'>>;

export const readProductChoice = ({ sells }: Platform, body: ProductBody): ProductChoice =>
  sells === 'packages'
    ? readPackageChoice({ ...body, custom: body.custom ?? false })
    : parseProductChoice(body);

/**
 * Returns the new product of a line. Undefined if the request contains none or 0, which keeps the
 * current product (V-18).
 */
export const readNewProduct = (platform: Platform, body: ProductBody): ProductChoice | undefined =>
  body.custom || body.packageId || body.productId ? readProductChoice(platform, body) : undefined;

/**
 * CTE: reads the facts of the chosen product from the catalogue. A product from the configuration
 * has no such facts.
 */
export const productFacts = (choice: ProductChoice): Sql =>
  'productId' in choice
    ? sql`select null::text as package_name, null::boolean as allows_tests, null::bigint as known_bouquets, null::text as without_tests`
    : packageFacts(choice);

/**
 * Refuses a choice that does not exist. For a test, also refuses a choice that does not serve
 * tests.
 */
export function validateProduct(
  { config }: AppContext,
  choice: ProductChoice,
  facts: PackageFacts | undefined,
  isTrial: boolean,
): Product {
  if ('productId' in choice) {
    if (config.p2pProducts.some(({ id }) => id === choice.productId)) {
      return { ...choice, packageId: null, packageName: null, bouquetIds: [] };
    }
    return refuse('package_unknown', { fields: { productid: 'Escolha um que exista na lista.' } });
  }
  const { id, name, bouquetIds } = validatePackage(choice, facts, isTrial);
  return { packageId: id, packageName: name, bouquetIds, productId: null };
}

export const CUSTOM_PACKAGE = 'Personalizado';

/** Returns the product's name, or its number if the product is no longer sold. */
export function productName(
  { config }: Pick<AppContext, 'config'>,
  { productId, packageName }: Product,
): string {
  if (productId === null) return packageName ?? CUSTOM_PACKAGE;
  const product = config.p2pProducts.find(({ id }) => id === productId);
  return product?.name ?? `Pacote ${productId}`;
}

/** Names of the configured products, by their ids. */
export const productNames = ({ config }: AppContext): Readonly<Record<string, string>> =>
  Object.fromEntries(config.p2pProducts.map(({ id, name }) => [id, name]));

/** Event data of a product. The history converts bouquet ids to names. */
export const productEventData = (ctx: Pick<AppContext, 'config'>, product: Product) => ({
  package: productName(ctx, product),
  bouquets: product.bouquetIds,
});
