/** The findings about a line, each as a sentence, the newest first. */
import type { getAbuseDetail } from '@ramal/contract/abuse';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { IconHomeExclamation, IconLock } from '@tabler/icons-react';
import { formatDateTime } from '../../foundation/dates.ts';
import classes from './Findings.module.css';

const at = (seconds: number): string => formatDateTime(new Date(seconds * 1000));

export function Findings({ detail }: { detail: ResponseOf<typeof getAbuseDetail> }) {
  const { findings, blockAbuse: blocked, abuseReasons: reasons } = detail;
  return (
    <section className={classes.root} aria-label="Achados">
      {blocked && (
        <p className={classes.blocked}>
          <IconLock size={18} stroke={1.75} aria-hidden />
          <span>
            <b>Bloqueado por abuso</b>
            {reasons && !findings.some(({ reason }) => reason === reasons) && `: ${reasons}`}
          </span>
        </p>
      )}
      <ul>
        {findings.map((finding) => (
          <li key={finding.foundAtTimestamp}>
            <IconHomeExclamation size={18} stroke={1.75} aria-hidden />
            <div>
              <p>{finding.reason}</p>
              <p className={classes.more}>
                {finding.addresses.map((address) => (
                  <span key={address} className="mono">
                    {address}
                  </span>
                ))}
                <span>visto em {at(finding.foundAtTimestamp)}</span>
              </p>
            </div>
          </li>
        ))}
      </ul>
      {findings.length === 0 && !blocked && (
        <p className={classes.more}>Não há achados: a suspeita foi descartada.</p>
      )}
    </section>
  );
}
