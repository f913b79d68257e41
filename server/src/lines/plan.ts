/**
 * What a customer may watch, as each platform sells it: a package or a set of bouquets from the
 * catalogue, or a product whose meaning is the platform's own and whose list is the configuration's.
 * Judged here once, for creations and edits. Source: V-09, V-10, V-14, V-15, Q-PACKAGES, Q-PRODUCTIDS.
 */
import { refuse } from '@ramal/contract/errors';
import sql, { type Sql } from 'sql-template-tag';
import {
  type PackageChoice,
  type PackageFacts,
  judgePackage,
  packageFacts,
} from '../catalogue/packages.ts';
import type { House } from '../foundation/house.ts';
import type { Line } from './line.ts';

export type PlanChoice = PackageChoice | { readonly productId: number };

/** The columns of a line that say what it may watch. */
export type Plan = Pick<Line, 'packageId' | 'packageName' | 'bouquetIds' | 'productId'>;

/** The documents write `productid` here and `product_id` there: both are read (Q-PRODFIELD). */
export function readProductChoice(body: {
  readonly productid?: number | undefined;
  readonly product_id?: number | undefined;
}): PlanChoice {
  const productId = body.productid ?? body.product_id;
  if (productId) return { productId };
  return refuse('package_missing', { fields: { productid: 'O campo Pacote é necessário.' } });
}

/** Part: the facts of a choice. Of a product there is nothing to ask: a row without columns. */
export const planFacts = (choice: PlanChoice): Sql =>
  'productId' in choice ? sql`select` : packageFacts(choice);

/** Refuses a choice that does not exist or does not serve tests. */
export function judgePlan(
  { config }: House,
  choice: PlanChoice,
  facts: PackageFacts | undefined,
  isTrial: boolean,
): Plan {
  if ('productId' in choice) {
    if (config.p2pProducts.some(({ id }) => id === choice.productId)) {
      return { ...choice, packageId: null, packageName: null, bouquetIds: [] };
    }
    return refuse('package_unknown', { fields: { productid: 'Escolha um que exista na lista.' } });
  }
  const { id, name, bouquetIds } = judgePackage(choice, facts, isTrial);
  return { packageId: id, packageName: name, bouquetIds, productId: null };
}

export const CUSTOM_PACKAGE = 'Personalizado';

/** A product that is sold no more keeps its number. */
export function planName({ config }: House, { productId, packageName }: Plan): string {
  if (productId === null) return packageName ?? CUSTOM_PACKAGE;
  const product = config.p2pProducts.find(({ id }) => id === productId);
  return product?.name ?? `Pacote ${productId}`;
}

/** What products are called, by their ids. */
export const productNames = ({ config }: House): Readonly<Record<string, string>> =>
  Object.fromEntries(config.p2pProducts.map(({ id, name }) => [id, name]));

/** What an event tells of it; the history turns bouquets into names. */
export const toldPlan = (house: House, plan: Plan) => ({
  package: planName(house, plan),
  bouquets: plan.bouquetIds,
});
