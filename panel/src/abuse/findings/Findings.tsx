/** The findings about a line, one sentence each, newest first. */
import { Group, Stack } from '@mantine/core';
import type { getAbuseDetail } from '@ramal/contract/abuse';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { IconHomeExclamation, IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../foundation/dates.ts';
import classes from './Findings.module.css';

const at = (seconds: number): string => formatDateTime(new Date(seconds * 1000));

export function Findings({ detail }: { detail: ResponseOf<typeof getAbuseDetail> }) {
  const { findings, blockAbuse: blocked, abuseReasons: reasons } = detail;
  return (
    <section className={classes.root} aria-label="Achados">
      {blocked && (
        <Group
          component="p"
          gap="md"
          align="stretch"
          wrap="nowrap"
          fz="body"
          mb="lg"
          className={classes.blocked}
        >
          <IconLock size={18} stroke={1.75} aria-hidden />
          <span>
            <b>Bloqueado por abuso</b>
            {reasons && !findings.some(({ reason }) => reason === reasons) && `: ${reasons}`}
          </span>
        </Group>
      )}
      <Stack component="ul" gap="lg">
        {findings.map((finding) => (
          <Group
            key={finding.foundAtTimestamp}
            component="li"
            gap="md"
            align="stretch"
            wrap="nowrap"
            fz="body"
          >
            <IconHomeExclamation size={18} stroke={1.75} aria-hidden />
            <div>
              <p>{finding.reason}</p>
              <Details>
                {finding.addresses.map((address) => (
                  <span key={address} className="mono">
                    {address}
                  </span>
                ))}
                <span>visto em {at(finding.foundAtTimestamp)}</span>
              </Details>
            </div>
          </Group>
        ))}
      </Stack>
      {findings.length === 0 && !blocked && (
        <Details>Não há achados: a suspeita foi descartada.</Details>
      )}
    </section>
  );
}

const Details = ({ children }: { children: ReactNode }) => (
  <Group
    component="p"
    gap="var(--space-3xs) var(--space-xl)"
    align="stretch"
    mt="3xs"
    c="var(--ink-2)"
    fz="note"
  >
    {children}
  </Group>
);
