import { formatDays } from '../format.ts';
import { Copy } from '../ui/Copy.tsx';
import { Icon } from '../ui/Icon.tsx';
import { copy, whatsapp } from '../ui/icons.ts';
import type { Referral } from './api.ts';
import { invitationText } from './words.ts';
import pageClasses from '../portal.module.css';
import classes from './RewardCard.module.css';

/** The reward of both sides, the link with its copy button, and the button that sends it. */
export function RewardCard({ referral }: { referral: Referral }) {
  const { url, referrerDays, referrerPercent = 0, friendDays } = referral;
  const hasReward = referrerDays + referrerPercent > 0;
  return (
    <section className={pageClasses.card}>
      <div>
        <p className={classes.lead}>
          {hasReward ? 'Para cada amigo que assinar' : 'Cada amigo que assinar ganha'}
        </p>
        <h2 className={pageClasses.date}>
          {referrerPercent > 0
            ? `${referrerPercent}% de desconto`
            : `${formatDays(referrerDays || friendDays)} grátis`}
        </h2>
        {referrerPercent > 0 && (
          <p className={classes.lead}>No seu próximo pagamento, sem digitar nada.</p>
        )}
        {hasReward && friendDays > 0 && (
          <p className={classes.lead}>Ele também ganha: {formatDays(friendDays)} grátis.</p>
        )}
      </div>
      <div className={classes.link}>
        <code>{url.replace(/^https?:\/\//, '')}</code>
        <Copy text={url} label="Copiar o link" short="" icon={<Icon path={copy} />} />
      </div>
      <a
        className={`${pageClasses.main} ${classes.send}`}
        href={`https://wa.me/?text=${encodeURIComponent(invitationText(referral))}`}
        rel="noreferrer"
        target="_blank"
      >
        <Icon path={whatsapp} />
        Enviar no WhatsApp
      </a>
    </section>
  );
}
