/**
 * Ready packages of bouquets, for admins. A package that any line has cannot be deleted, even if
 * the line is deleted (Q-PACKAGES).
 */
import type {
  CataloguePackage,
  createPackage as creating,
  deletePackage as deleting,
  editPackage as editing,
} from '@ramal/contract/catalogue/catalogue-packages';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import sql, { type Sql } from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import { type Reader, type Tx, violatedConstraint } from '../foundation/database.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
import { refuseIfChanged, versionColumn } from '../foundation/queries/row-version.ts';
import { refuseTakenNames } from './import/taken-names.ts';

const packagesWhere = (reader: Reader, where: Sql): Promise<CataloguePackage[]> =>
  reader.many<CataloguePackage>(sql`
    select p.id, p.name, p.max_connections, p.allows_tests,
      array(select bouquet_id from package_bouquets b where b.package_id = p.id order by 1) as bouquet_ids,
      (select count(*) from lines where package_id = p.id and deleted_at is null) as lines,
      ${versionColumn}
    from packages p where ${where} order by p.id`);

export const listPackages = ({ db }: AppContext): Promise<CataloguePackage[]> =>
  packagesWhere(db, sql`true`);

const NAME_KEY = 'packages_name_key';

export async function createPackage(
  { db }: AppContext,
  { body, actor, requestMeta }: Call<typeof creating>,
): Promise<HandlerResult<typeof creating>> {
  return refuseTakenNames(NAME_KEY, () =>
    db.tx(async (tx) => {
      const created = await tx.first<{ id: number }>(sql`
        insert into packages (name, max_connections, allows_tests)
        values (${body.name}, ${body.maxConnections}, ${body.allowsTests}) returning id`);
      await fill(tx, created!.id, body.bouquetIds);
      const [after] = await packagesWhere(tx, sql`p.id = ${created!.id}`);
      await recordEvent(tx, requestMeta, {
        kind: 'package-created',
        actorId: actor.id,
        after: eventData(after!),
      });
      return { ...after!, message: 'Pacote criado com sucesso' };
    }),
  );
}

export async function editPackage(
  { db }: AppContext,
  { params, body, actor, requestMeta }: Call<typeof editing>,
): Promise<HandlerResult<typeof editing>> {
  return refuseTakenNames(NAME_KEY, () =>
    db.tx(async (tx) => {
      await tx.first(sql`select from packages where id = ${params.id} for update`);
      const [before] = await packagesWhere(tx, sql`p.id = ${params.id}`);
      if (!before) return refuse('package_not_found');
      refuseIfChanged(before, body.version);
      // Writes the row even if only the bouquets change. The version of the row covers the package
      // and its bouquets.
      await tx.run(sql`
        update packages set name = ${body.name}, max_connections = ${body.maxConnections},
          allows_tests = coalesce(${body.allowsTests ?? null}, allows_tests)
        where id = ${params.id}`);
      await fill(tx, params.id, body.bouquetIds);
      const [after] = await packagesWhere(tx, sql`p.id = ${params.id}`);
      await recordEvent(tx, requestMeta, {
        kind: 'package-edited',
        actorId: actor.id,
        before: eventData(before),
        after: eventData(after!),
      });
      return { ...after!, message: 'Pacote alterado com sucesso' };
    }),
  );
}

export async function deletePackage(
  { db }: AppContext,
  { params, actor, requestMeta }: Call<typeof deleting>,
): Promise<HandlerResult<typeof deleting>> {
  await orInUse(() =>
    db.tx(async (tx) => {
      const readyPackage =
        (await tx.first<{ name: string; isInUse: boolean }>(sql`
        select name, exists (select from lines where package_id = p.id) as is_in_use
        from packages p where id = ${params.id} for update`)) ?? refuse('package_not_found');
      if (readyPackage.isInUse) refuse('package_in_use');
      await tx.run(sql`delete from packages where id = ${params.id}`);
      await recordEvent(tx, requestMeta, {
        kind: 'package-deleted',
        actorId: actor.id,
        before: { package: params.id, name: readyPackage.name },
      });
    }),
  );
  return { message: 'Pacote excluído com sucesso' };
}

/** Runs the deletion. Refuses if a line got the package after the check. */
async function orInUse(erase: () => Promise<void>): Promise<void> {
  try {
    await erase();
  } catch (error) {
    if (violatedConstraint(error) === 'lines_package_id_fkey') refuse('package_in_use');
    throw error;
  }
}

const eventData = ({ id, name, maxConnections, allowsTests, bouquetIds }: CataloguePackage) => ({
  package: id,
  name,
  max_connections: maxConnections,
  allows_tests: allowsTests,
  bouquet_ids: bouquetIds,
});

async function fill(tx: Tx, packageId: number, bouquetIds: readonly number[]): Promise<void> {
  const input = [...new Set(bouquetIds)];
  await tx.run(sql`delete from package_bouquets where package_id = ${packageId}`);
  const members = await tx.run(sql`
    insert into package_bouquets (package_id, bouquet_id)
    select ${packageId}, id from bouquets where id = any(${input}::bigint[])`);
  if (members !== input.length) {
    refuse('bouquet_unknown', { fields: { bouquetIds: 'Escolha bouquets que existam.' } });
  }
}
