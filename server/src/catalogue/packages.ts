/**
 * Reads and checks the titles that a seller chooses for a line. The choice is a ready package, or a
 * set of bouquets with one connection. Source: V-09, V-10, Q-PACKAGES.
 */
import { refuse } from '@ramal/contract/api/errors';
import sql, { type Sql } from 'sql-template-tag';
import type { Reader } from '../foundation/database.ts';

export type PackageChoice =
  | { readonly packageId: number }
  | { readonly bouquetIds: readonly number[] };

/**
 * Data from the database that the check of a choice needs. For a package, the fields about bouquets
 * are null. For bouquets, the fields about the package are null.
 */
export interface PackageFacts {
  readonly packageName: string | null;
  readonly allowsTests: boolean | null;
  readonly knownBouquets: number | null;
  /**
   * Names of the chosen bouquets that are in no package with tests. Null if there are no such
   * bouquets.
   */
  readonly withoutTests: string | null;
}

interface ChosenPackage {
  /** Id of the package. Null for a set of bouquets. */
  readonly id: number | null;
  readonly name: string | null;
  readonly bouquetIds: readonly number[];
}

/** Returns the package or the bouquets of a request. Refuses an empty choice. */
export function readPackageChoice(body: {
  readonly custom: boolean;
  readonly packageId?: number | undefined;
  readonly bouquetIds?: readonly number[] | undefined;
}): PackageChoice {
  if (body.custom) {
    const bouquetIds = [...new Set(body.bouquetIds)];
    if (bouquetIds.length > 0) return { bouquetIds };
    return refuse('package_missing', {
      fields: { bouquets: 'É necessário inserir ao menos um(a) Bouquet.' },
    });
  }
  if (body.packageId) return { packageId: body.packageId };
  return refuse('package_missing', { fields: { package: 'O campo Pacote é necessário.' } });
}

/** CTE: the data for the check of a choice. It has no row if the ready package does not exist. */
export const packageFacts = (choice: PackageChoice): Sql =>
  'packageId' in choice
    ? sql`
      select name as package_name, allows_tests, null::bigint as known_bouquets,
        null::text as without_tests
      from packages where id = ${choice.packageId}`
    : sql`
      select null::text as package_name, null::boolean as allows_tests, count(*) as known_bouquets,
        string_agg(name, ', ' order by name) filter (where not exists (
          select from package_bouquets held join packages p on p.id = held.package_id
          where held.bouquet_id = bouquets.id and p.allows_tests)) as without_tests
      from bouquets where id = any(${choice.bouquetIds}::bigint[])`;

/**
 * Refuses a choice that does not exist. For a test, also refuses a choice that is not available for
 * tests.
 */
export function validatePackage(
  choice: PackageChoice,
  facts: PackageFacts | undefined,
  isTrial: boolean,
): ChosenPackage {
  if ('packageId' in choice) {
    const serves = facts?.packageName != null && (!isTrial || facts.allowsTests);
    if (!serves) refuse('package_unknown', { fields: { package: UNKNOWN } });
    return { id: choice.packageId, name: facts.packageName, bouquetIds: [] };
  }
  if (facts?.knownBouquets !== choice.bouquetIds.length)
    refuse('bouquet_unknown', { fields: { bouquets: UNKNOWN } });
  // A bouquet is allowed in a test only if a package with tests contains it (Q-CUSTOMTESTS).
  if (isTrial && facts.withoutTests !== null)
    refuse('bouquet_unknown', {
      fields: { bouquets: `Sem testes: ${facts.withoutTests}. Escolha outros.` },
    });
  return { id: null, name: null, bouquetIds: choice.bouquetIds };
}

const UNKNOWN = 'Escolha um que exista na lista.';

export async function bouquetNames(
  reader: Reader,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.many<{ id: number; name: string }>(
    sql`select id, name from bouquets where id = any(${ids}::bigint[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
