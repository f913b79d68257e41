/**
 * Shows the accesses that caused the findings, twenty per page. Overlapping accesses have the same
 * letter and colour.
 */
import type { AbuseLog } from '@ramal/contract/abuse';
import { Box, Button, Text } from '@mantine/core';
import { formatTime } from '../../foundation/dates.ts';
import { AccessTable } from '../../lines/online/AccessTable.tsx';
import { Pager } from '../../ui/table/Pager.tsx';
import classes from './Evidence.module.css';

/** Rows per page (K-12). */
const PER_PAGE = 20;

const headers = ['Conteúdo', 'Codificação', 'AID', 'IP', 'Quando'];

export function Evidence({
  logs,
  page,
  onPage,
  onDoubleCheck,
}: {
  logs: readonly AbuseLog[];
  page: number;
  onPage: (page: number) => void;
  /** Called when «Double Check» is pressed. If absent, the button is hidden (Q-DCFLAG). */
  onDoubleCheck?: (log: AbuseLog) => void;
}) {
  if (logs.length === 0) {
    return (
      <Text c="var(--ink-2)" fz="note">
        Não há acessos guardados: ou a linha foi bloqueada à mão, ou eles já passaram do prazo.
      </Text>
    );
  }
  const shown = logs.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  return (
    <>
      <Text c="var(--ink-2)" fz="note">
        A mesma letra e cor: acessos ao mesmo tempo, ou um logo depois do outro.
      </Text>
      <AccessTable headers={headers} hasActions={onDoubleCheck !== undefined} small>
        {shown.map((log) => (
          <EvidenceRow key={log.onlineId} log={log} onDoubleCheck={onDoubleCheck} />
        ))}
      </AccessTable>
      {logs.length > PER_PAGE && (
        <Pager
          label="Páginas dos acessos"
          noun={['acesso', 'acessos']}
          total={logs.length}
          page={page}
          pageSize={PER_PAGE}
          onPage={onPage}
        />
      )}
    </>
  );
}

interface EvidenceRowProps {
  log: AbuseLog;
  onDoubleCheck: ((log: AbuseLog) => void) | undefined;
}

function EvidenceRow({ log, onDoubleCheck }: EvidenceRowProps) {
  return (
    <tr>
      <td data-cell="stream">{log.content}</td>
      <td data-cell="encoding">{log.encoding}</td>
      <td className={`${classes.aid} mono`}>{log.aid}</td>
      <td data-cell="ip" className="mono">
        {log.ip || '–'}
      </td>
      <Box
        component="td"
        className={classes.when}
        bg={`var(--group-${log.group}-soft)`}
        c={`var(--group-${log.group})`}
        data-group={log.group}
      >
        <span className={classes.letter}>
          <span className="visually-hidden">Grupo </span>
          {log.group.toUpperCase()}
        </span>
        <span>
          <span className="num">{log.createdAt}</span>
          <Text span inherit display="block" fz="tag">
            {until(log)}
          </Text>
        </span>
      </Box>
      {onDoubleCheck && (
        <td data-cell="actions">
          <Button
            size="xs"
            variant="default"
            aria-label={`Double Check: ${log.content}, ${log.createdAt}`}
            onClick={() => onDoubleCheck(log)}
          >
            Double Check
          </Button>
        </td>
      )}
    </tr>
  );
}

/** Formats the end and the duration: «até 16:02 · 1 h 30 min», or «em andamento» without an end. */
function until({ startedAtTimestamp: from, endedAtTimestamp: to }: AbuseLog): string {
  if (to === null) return 'em andamento';
  return `até ${formatTime(new Date(to * 1000))} · ${minutesInWords((to - from) / 60)}`;
}

/** Duration in words: «1 h 30 min», «12 min», «menos de 1 min». */
function minutesInWords(minutes: number): string {
  const whole = Math.floor(minutes);
  if (whole < 1) return 'menos de 1 min';
  const hours = Math.floor(whole / 60);
  const rest = whole % 60;
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ');
}
