/** The accesses that show it, twenty to a page; those of one time carry the same letter and colour. */
import type { AbuseLog } from '@ramal/contract/abuse';
import { Button } from '@mantine/core';
import { formatTime } from '../foundation/dates.ts';
import { Pager } from '../ui/table/Pager.tsx';
import { minutesInWords } from './minutes.ts';

/** K-12. */
export const PER_PAGE = 20;

export function Evidence({
  logs,
  page,
  onPage,
  onDoubleCheck,
}: {
  logs: readonly AbuseLog[];
  page: number;
  onPage: (page: number) => void;
  /** Absent: the button is not offered (Q-DCFLAG). */
  onDoubleCheck?: (log: AbuseLog) => void;
}) {
  if (logs.length === 0) {
    return (
      <p className="abuse-no-logs">
        Não há acessos guardados: ou a linha foi bloqueada à mão, ou eles já passaram do prazo.
      </p>
    );
  }
  const shown = logs.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  return (
    <>
      <p className="abuse-legend">
        A mesma letra e cor: acessos ao mesmo tempo, ou um logo depois do outro.
      </p>
      <table className="online-rows abuse-rows">
        <thead>
          <tr>
            <th>Conteúdo</th>
            <th>Codificação</th>
            <th>AID</th>
            <th>IP</th>
            <th>Quando</th>
            {onDoubleCheck && (
              <th>
                <span className="visually-hidden">Ações</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map((log) => (
            <tr key={log.online_id}>
              <td className="online-stream">{log.content}</td>
              <td className="online-encoding">{log.encoding}</td>
              <td className="abuse-aid mono">{log.aid}</td>
              <td className="online-ip mono">{log.ip || '–'}</td>
              <td className="abuse-when" data-group={log.group}>
                <span className="abuse-mark">
                  <span className="visually-hidden">Grupo </span>
                  {log.group.toUpperCase()}
                </span>
                <span>
                  <span className="num">{log.created_at}</span>
                  <span className="abuse-until">{until(log)}</span>
                </span>
              </td>
              {onDoubleCheck && (
                <td className="online-act">
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={`Double Check: ${log.content}, ${log.created_at}`}
                    onClick={() => onDoubleCheck(log)}
                  >
                    Double Check
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {logs.length > PER_PAGE && (
        <Pager
          label="Páginas dos acessos"
          noun={['acesso', 'acessos']}
          total={logs.length}
          totalExact
          page={page}
          pageSize={PER_PAGE}
          onPage={onPage}
          onPageSize={undefined}
        />
      )}
    </>
  );
}

/** «até 16:02 · 1 h 30 min», or that it still runs. */
function until({ started_at_timestamp: from, ended_at_timestamp: to }: AbuseLog): string {
  if (to === null) return 'em andamento';
  return `até ${formatTime(new Date(to * 1000))} · ${minutesInWords((to - from) / 60)}`;
}
