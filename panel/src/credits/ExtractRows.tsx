/** The statement's rows, gathered by month (S-EXTRACT-02 to -06, -10); cards of a month on the phone. */
import type { getExtract } from '@ramal/contract/resellers/credits';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { creditsInWords, formatMoney } from '../foundation/numbers.ts';
import { TypeBadge } from './movement-words.tsx';

type Row = ResponseOf<typeof getExtract>['extracts'][number];

export function ExtractRows({ rows, busy }: { rows: readonly Row[]; busy: boolean }) {
  return (
    <div className="data-table-frame" aria-busy={busy}>
      {busy && <div className="data-table-bar" />}
      <table className="extract-table">
        <caption className="visually-hidden">Extrato financeiro por mês</caption>
        <thead>
          <tr>
            <th scope="col">Mês</th>
            <th scope="col" data-end>
              Total de créditos
            </th>
            <th scope="col">Revenda</th>
            <th scope="col">Via</th>
            <th scope="col" data-end>
              Valor
            </th>
            <th scope="col">Referência</th>
          </tr>
        </thead>
        {monthsOf(rows).map(([month, of]) => (
          <tbody key={month}>
            {of.map((row, at) => (
              <ExtractRow key={row.token} row={row} monthSpan={at === 0 ? of.length : undefined} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function ExtractRow({ row, monthSpan }: { row: Row; monthSpan: number | undefined }) {
  return (
    <tr>
      {monthSpan !== undefined && (
        <td className="extract-month num" rowSpan={monthSpan}>
          {row.date}
        </td>
      )}
      <td data-end className="num extract-amount">
        {creditsInWords(row.amount)}
      </td>
      <td className="extract-reseller">{row.reseller}</td>
      <td className="extract-via">
        <TypeBadge type={row.type} />
      </td>
      <td data-end className="num extract-value">
        {row.value === null ? '–' : formatMoney(row.value)}
      </td>
      <td className="extract-reference mono">{row.token}</td>
    </tr>
  );
}

function monthsOf(rows: readonly Row[]): [string, Row[]][] {
  const months = new Map<string, Row[]>();
  for (const row of rows) months.set(row.date, [...(months.get(row.date) ?? []), row]);
  return [...months];
}
