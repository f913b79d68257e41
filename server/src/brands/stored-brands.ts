/** Reads the brands that were set on the screen, in the format of brands.json. */
import sql from 'sql-template-tag';
import type { Reader } from '../foundation/database.ts';
import { type VersionedRow, versionColumn } from '../foundation/queries/row-version.ts';
import type { BrandRecord } from './brands-file.ts';

export interface StoredBrand extends BrandRecord, VersionedRow {
  readonly id: number;
}

interface Row extends VersionedRow {
  readonly id: number;
  readonly name: string;
  readonly title: string;
  readonly accent: string;
  readonly forceLight: boolean;
  readonly idFranchise: number | null;
  readonly logo: string;
  readonly favicon: string;
  readonly background: string;
  readonly receiptText: string | null;
  readonly testText: string | null;
  readonly chargeText: string | null;
  readonly hosts: string[];
}

export async function readStoredBrands(reader: Reader): Promise<StoredBrand[]> {
  const rows = await reader.many<Row>(
    sql`
      select b.id, b.name, b.title, b.accent, b.force_light, b.id_franchise,
        coalesce(b.logo, '') as logo, coalesce(b.favicon, '') as favicon,
        coalesce(b.background, '') as background, b.receipt_text,
        b.test_text, b.charge_text,
        array(select h.host from brand_hosts h where h.brand_id = b.id order by h.position) as hosts,
        ${versionColumn}
      from brands b order by b.name, b.id`,
    'prepared',
  );
  return rows.map(
    ({ idFranchise, background, receiptText, testText, chargeText, ...row }): StoredBrand => ({
      ...row,
      idFranchise,
      background: background ? [background] : [],
      texts: {
        receipt: receiptText ?? undefined,
        test: testText ?? undefined,
        charge: chargeText ?? undefined,
      },
    }),
  );
}
