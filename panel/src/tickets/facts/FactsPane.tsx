/** Facts of an open ticket: its line or seller now, the faults of its channels, related tickets. */
import { Group, Stack, Text } from '@mantine/core';
import { platforms } from '@ramal/contract/rules/platforms';
import type { TicketContext } from '@ramal/contract/tickets/ticket-facts';
import { IconAlertCircle, IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatDate, formatTime, relativeWord } from '../../foundation/dates.ts';
import { creditsInWords, formatCount } from '../../foundation/numbers.ts';
import { OnlineMark } from '../../ui/status/OnlineMark.tsx';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import type { OpenTicket } from '../chat/use-chat.ts';
import { at } from '../ticket-words.ts';
import classes from './FactsPane.module.css';
import { ChannelFault, FactRow, FactsPanel, lineTones } from './FactsPanel.tsx';

interface FactsPaneProps {
  readonly ticket: OpenTicket;
  readonly context: TicketContext | undefined;
  readonly now: Date;
  /** Lists the tickets about a channel. */
  readonly onChannel: (key: string) => void;
}

export function FactsPane({ ticket, context, now, onChannel }: FactsPaneProps) {
  if (!context) return <Text c="var(--ink-2)">Carregando…</Text>;
  const { line, seller, channels, related } = context;
  const faults = channels.filter(({ problem }) => problem !== '');
  return (
    <Stack gap="lg" component="section" aria-label="Detalhes">
      {line ? (
        <Line line={line} />
      ) : seller ? (
        <Seller seller={seller} now={now} />
      ) : ticket.facts?.line ? (
        <FactsPanel title="A linha, ao abrir o ticket" facts={ticket.facts} now={now} />
      ) : (
        <Subject ticket={ticket} />
      )}
      {faults.map((channel) => (
        <ChannelFault key={channel.label} channel={channel} now={now} />
      ))}
      {(related.length > 0 || line) && (
        <div className={classes.part}>
          {related.length > 0 && <p className={classes.label}>Mesmo canal, hoje</p>}
          {related.map(({ key, label, tickets }) => (
            <button key={key} type="button" className={classes.link} onClick={() => onChannel(key)}>
              {tickets === 1
                ? `Ver outro ticket sobre ${label}`
                : `Ver outros ${formatCount(tickets)} tickets sobre ${label}`}
              <IconArrowRight size={16} stroke={1.75} aria-hidden />
            </button>
          ))}
          {line && (
            <Link {...customerPage(line)} className={classes.link}>
              Abrir a página da cliente
              <IconArrowRight size={16} stroke={1.75} aria-hidden />
            </Link>
          )}
        </div>
      )}
    </Stack>
  );
}

type Line = NonNullable<TicketContext['line']>;

const customerPage = ({ id, platform }: Pick<Line, 'id' | 'platform'>) => ({
  to: platforms[platform].listPath,
  search: { line: id } as never,
});

function Line({ line }: { line: Line }) {
  const { note, username, status, screens, screensInUse, watching, lastPlayed } = line;
  return (
    <>
      <div>
        <p className={classes.label}>A linha</p>
        <Group gap="sm" justify="space-between" wrap="nowrap">
          <Link {...customerPage(line)} className={classes.name}>
            {note || username}
          </Link>
          <StatusBadge tone={lineTones[status]}>{status}</StatusBadge>
        </Group>
        {note && <p className="mono">{username}</p>}
      </div>
      <dl className={classes.part}>
        <FactRow label="Vencimento">{formatDate(at(line.expiresAt))}</FactRow>
        {line.package && (
          <FactRow label="Pacote">
            {line.package}
            {screens !== null && `, ${screens} ${screens === 1 ? 'tela' : 'telas'}`}
          </FactRow>
        )}
        <FactRow label="Assistindo">
          <OnlineMark
            online={screensInUse > 0}
            label={
              screens === null
                ? formatCount(screensInUse)
                : `${formatCount(screensInUse)} de ${screens} ${screens === 1 ? 'tela' : 'telas'}`
            }
          />
        </FactRow>
        {(watching ?? lastPlayed) && <FactRow label="Canal">{watching ?? lastPlayed}</FactRow>}
      </dl>
      <Refusals line={line} />
    </>
  );
}

function Refusals({ line: { refusedToday, refusals } }: { line: Line }) {
  const total = refusedToday + refusals.length;
  return (
    <dl className={classes.part}>
      <FactRow label="Entradas recusadas" bad={total > 0}>
        {total === 0 ? (
          'nenhuma hoje'
        ) : (
          <>
            <IconAlertCircle size={15} stroke={1.75} aria-hidden /> {formatCount(total)} hoje
          </>
        )}
      </FactRow>
      {refusedToday > 0 && (
        <FactRow label="Senha errada" inner>
          {formatCount(refusedToday)}
        </FactRow>
      )}
      {refusals.map(({ text, at: moment }) => (
        <FactRow key={text} label={text} inner>
          {formatTime(at(moment))}
        </FactRow>
      ))}
    </dl>
  );
}

type SellerFacts = NonNullable<TicketContext['seller']>;

const Seller = ({ seller, now }: { seller: SellerFacts; now: Date }) => (
  <>
    <div>
      <p className={classes.label}>A revenda</p>
      <p className={classes.name}>{seller.username}</p>
      <p className="num">ID {seller.id}</p>
    </div>
    <dl className={classes.part}>
      {seller.balance !== null && <FactRow label="Saldo">{creditsInWords(seller.balance)}</FactRow>}
      <FactRow label="Linhas ativas">{formatCount(seller.activeLines)}</FactRow>
      <FactRow label="Último acesso">
        {seller.lastSignInAt === null ? 'nunca' : relativeWord(at(seller.lastSignInAt), now)}
      </FactRow>
    </dl>
  </>
);

/** Facts of a ticket without a line, for its author. */
const Subject = ({ ticket: { user, author, franchise } }: { ticket: OpenTicket }) => (
  <dl className={classes.part}>
    <FactRow label="Feita por">{author}</FactRow>
    {franchise && <FactRow label="Franquia">{franchise}</FactRow>}
    {user && <FactRow label="Usuário">{user}</FactRow>}
  </dl>
);
