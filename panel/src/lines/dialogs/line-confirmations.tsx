/**
 * Confirmations of actions on a line. They show the effect on the customer, on credits and days,
 * and what stays unchanged (T-08). They contain only data; the caller adds the action.
 */
import { TRUST_HOURS, trustExpiry } from '@ramal/contract/rules/terms';
import {
  IconBrandWhatsapp,
  IconCalendarPlus,
  IconClock12,
  IconCoins,
  IconDeviceTv,
  IconHeartHandshake,
  IconHistory,
  IconKey,
  IconLinkOff,
  IconPlugConnectedX,
  IconPower,
  IconArrowBackUp,
  IconRefreshDot,
  IconRotate2,
  IconTransfer,
  IconTrash,
  IconUserDollar,
  IconUserEdit,
} from '@tabler/icons-react';
import { formatDate, formatDateTime } from '../../foundation/dates.ts';
import { creditsInWords, formatCredits } from '../../foundation/numbers.ts';
import type { ConfirmFact, ConfirmOptions } from '../../ui/dialogs/ConfirmBox.tsx';
import { rich } from '../../ui/rich-text.tsx';
import { OnlineMark } from '../../ui/status/OnlineMark.tsx';
import { LineStatusBadge } from '../list/line-columns.tsx';
import { customerName } from '@ramal/contract/rules/customer-name';
import type { Line } from '../line.ts';
import type { Quote } from '../fields/quote.ts';
import { MissingCredits } from '../fields/TopUpAction.tsx';
import { PayerNotice } from './PayerNotice.tsx';
import { describeTimeLeft } from '../time-left.ts';

export type LineConfirmation = Omit<ConfirmOptions, 'onConfirm'>;

export interface LineContext {
  readonly line: Line;
  readonly now: Date;
  /**
   * True if the customer watches through Ramal's player, which stops within 15 seconds after the
   * line is switched off. Other apps stop later, because they check the access only from time to
   * time (Q-P2PPLAY).
   */
  readonly plays: boolean;
  /** Owner of the line. Undefined if the account itself is the owner. */
  readonly owner: string | undefined;
}

/** Returns the customer's name, with the login and the rest of the note below it. */
export function lineSubject(line: Line): NonNullable<LineConfirmation['object']> {
  const { name, rest } = customerName(line);
  const isNamed = name !== line.username;
  return {
    name,
    mono: !isNamed,
    note: isNamed ? (
      <>
        <span className="mono">{line.username}</span>
        {rest && ` · ${rest}`}
      </>
    ) : (
      rest
    ),
    aside: (
      <>
        {line.online && <OnlineMark online label="Assistindo agora" />}
        <LineStatusBadge line={line} isExpired={line.expiresAt <= new Date()} />
      </>
    ),
  };
}

export const noCreditsFact: ConfirmFact = {
  icon: IconCoins,
  tone: 'ok',
  text: 'Nenhum crédito é debitado.',
};

/**
 * Returns the name of the customer's device: «A TV de Márcia» or «O aplicativo de Márcia». If the
 * customer has no name, «do cliente» replaces it.
 */
const deviceOf = ({ line, plays }: LineContext): string =>
  `${plays ? 'A TV' : 'O aplicativo'} ${customerName(line).name === line.username ? 'do cliente' : `de ${customerName(line).name}`}`;

const ON_CHECK = 'assim que conferir o acesso';

/** Returns when the device stops: «será desligada …» for a TV, «será desligado …» for an app. */
const willStop = ({ plays }: LineContext): string =>
  plays ? 'será desligada em até 15 segundos' : `será desligado ${ON_CHECK}`;

/**
 * Adds a second button to the confirmation of a renewal: «Renovar e enviar» also sends the receipt.
 */
export const andSend: Pick<LineConfirmation, 'also'> = {
  also: { label: 'Renovar e enviar', icon: IconBrandWhatsapp, variant: 'whatsapp-soft' },
};

export function renewConfirmation(
  { line, owner }: LineContext,
  credits: number,
  quote: Quote,
): LineConfirmation {
  const facts: ConfirmFact[] = [];
  if (quote.missing > 0)
    facts.push({
      icon: IconCoins,
      tone: 'warn',
      text: <MissingCredits quote={quote} what="esta renovação" />,
    });
  else if (typeof quote.after === 'number') {
    facts.push({
      icon: IconCoins,
      text: rich`Saldo depois: **${formatCredits(quote.after)}**`,
    });
  }
  if (owner)
    facts.push({
      icon: IconUserDollar,
      tone: 'warn',
      text: <PayerNotice owner={owner} quote={quote} />,
    });
  return {
    title: `Debitar ${creditsInWords(credits)} e renovar até ${formatDate(quote.expiresAt)}?`,
    icon: IconCalendarPlus,
    object: lineSubject(line),
    facts,
    confirmLabel: 'Sim, renovar',
  };
}

export function toggleConfirmation(context: LineContext): LineConfirmation {
  return context.line.status === 'Desativado'
    ? turnOnConfirmation(context)
    : turnOffConfirmation(context);
}

function turnOnConfirmation({ line, now, plays }: LineContext): LineConfirmation {
  const works = plays ? 'tocar' : 'valer';
  const expired = line.expiresAt <= now;
  return {
    title: 'Ligar este usuário?',
    icon: IconPower,
    object: lineSubject(line),
    facts: [
      expired
        ? {
            icon: IconDeviceTv,
            tone: 'warn',
            text: `A linha já venceu: ela só volta a ${works} depois de renovada.`,
          }
        : {
            icon: IconDeviceTv,
            tone: 'ok',
            text: rich`Volta a ${works} **na hora**, até ${formatDateTime(line.expiresAt)}.`,
          },
      noCreditsFact,
    ],
    confirmLabel: 'Sim, ligar',
  };
}

function turnOffConfirmation(context: LineContext): LineConfirmation {
  const { line } = context;
  return {
    title: 'Desligar este usuário?',
    icon: IconPower,
    object: lineSubject(line),
    facts: [
      {
        icon: IconPlugConnectedX,
        tone: 'warn',
        text: rich`${deviceOf(context)} **${willStop(context)}**${line.online ? ', no meio do que está assistindo' : ''}.`,
      },
      {
        icon: IconCoins,
        text: 'O tempo continua contando e nenhum crédito é debitado nem devolvido.',
      },
      { icon: IconHistory, tone: 'ok', text: 'Para voltar, é só ligar de novo em On/Off.' },
    ],
    confirmLabel: 'Sim, desligar',
  };
}

export function endOfDayConfirmation({ line }: LineContext): LineConfirmation {
  const day = formatDate(line.expiresAt);
  return {
    title: 'Ajustar o vencimento para 23:59?',
    icon: IconClock12,
    object: lineSubject(line),
    facts: [
      {
        icon: IconDeviceTv,
        text: rich`Passa a vencer em **${day} 23:59**, em vez de ${formatDateTime(line.expiresAt)}.`,
      },
      noCreditsFact,
    ],
    confirmLabel: 'Sim, ajustar',
  };
}

export function trustConfirmation({ line, now }: LineContext): LineConfirmation {
  return {
    title: `Adicionar ${TRUST_HOURS} horas de confiança?`,
    icon: IconHeartHandshake,
    object: lineSubject(line),
    facts: [
      {
        icon: IconDeviceTv,
        tone: 'ok',
        text: rich`Passa a vencer em **${formatDateTime(trustExpiry(line.expiresAt, now))}**.`,
      },
      noCreditsFact,
      {
        icon: IconHistory,
        tone: 'warn',
        text: 'Vale uma vez por período: só volta depois da próxima renovação paga.',
      },
    ],
    confirmLabel: 'Sim, adicionar',
  };
}

/**
 * Effects of «Nova senha». This action has a separate dialog, because it offers to keep the short
 * link.
 */
export const passwordFacts = (context: LineContext): ConfirmFact[] => [
  {
    icon: IconPlugConnectedX,
    tone: 'warn',
    text: rich`A senha antiga deixa de valer **na hora**: ${lower(deviceOf(context))} fica sem acesso até a nova ser digitada.`,
  },
  {
    icon: IconLinkOff,
    tone: 'warn',
    text: 'O link curto e os links de renovação que o cliente já tem também deixam de valer.',
  },
  { icon: IconCoins, tone: 'ok', text: 'Nenhum crédito é debitado e o vencimento não muda.' },
];

export function rollBackConfirmation({ line }: LineContext, newExpiry: string): LineConfirmation {
  return {
    title: 'Deseja retroceder a data de expiração do usuário?',
    icon: IconArrowBackUp,
    tone: 'danger',
    object: lineSubject(line),
    facts: [
      {
        icon: IconDeviceTv,
        tone: 'warn',
        text: rich`Passa a vencer em **${newExpiry}**, em vez de ${formatDateTime(line.expiresAt)}.`,
      },
      {
        icon: IconCoins,
        tone: 'bad',
        text: 'Não dá para desfazer, e o crédito **não volta**.',
      },
    ],
    confirmLabel: 'Sim, retroceder',
  };
}

/** Returns the confirmation of a migration. `plan` is the package on the target platform. */
export function migrateConfirmation(
  context: LineContext,
  to: string,
  plan: string,
): LineConfirmation {
  const { line } = context;
  return {
    title: `Migrar este usuário para ${to}?`,
    icon: IconTransfer,
    object: lineSubject(line),
    facts: [
      line.status === 'Desativado'
        ? {
            icon: IconPower,
            text: 'Usuário e senha serão novos, e a linha continua desligada até ser ligada em On/Off.',
          }
        : {
            icon: IconPlugConnectedX,
            tone: 'warn',
            text: rich`Usuário e senha serão novos: ${lower(deviceOf(context))} **${willStop(context)}**, até entrar com eles.`,
          },
      {
        icon: IconDeviceTv,
        tone: 'ok',
        text: rich`Passa a ter **${plan}** e continua até ${formatDateTime(line.expiresAt)}.`,
      },
      noCreditsFact,
    ],
    confirmLabel: 'Sim, migrar',
  };
}

export const renameConfirmation = (context: LineContext, username: string): LineConfirmation => ({
  title: 'Trocar o usuário desta linha?',
  icon: IconUserEdit,
  object: lineSubject(context.line),
  facts: [
    { icon: IconUserEdit, text: rich`Passa a entrar como **${username}**.` },
    {
      icon: IconPlugConnectedX,
      tone: 'warn',
      text: rich`O usuário antigo deixa de valer **na hora**: ${lower(deviceOf(context))} para até o novo ser digitado.`,
    },
    noCreditsFact,
  ],
  confirmLabel: 'Sim, trocar',
});

const SAME_ACCESS = 'Usuário, senha e vencimento continuam os mesmos.';

export function recreateConfirmation(context: LineContext): LineConfirmation {
  const { line, plays } = context;
  return {
    title: 'Recriar esta linha?',
    icon: IconRotate2,
    object: lineSubject(line),
    facts: [
      plays
        ? {
            icon: IconPlugConnectedX,
            tone: 'warn',
            text: 'O que estiver tocando é encerrado, e os aparelhos entram de novo.',
          }
        : { icon: IconHistory, text: NO_UPSTREAM },
      { icon: IconKey, tone: 'ok', text: SAME_ACCESS },
      noCreditsFact,
    ],
    confirmLabel: 'Sim, recriar',
  };
}

const NO_UPSTREAM = 'Os dados do painel valem para esta linha.';

export function syncConfirmation({ line }: LineContext): LineConfirmation {
  return {
    title: 'Sincronizar esta linha?',
    icon: IconRefreshDot,
    object: lineSubject(line),
    facts: [
      {
        icon: IconHistory,
        text: `${NO_UPSTREAM} O painel lê a linha de novo e confirma como ela está.`,
      },
      { icon: IconKey, tone: 'ok', text: SAME_ACCESS },
      noCreditsFact,
    ],
    confirmLabel: 'Sim, sincronizar',
  };
}

export function deleteConfirmation(context: LineContext): LineConfirmation {
  const { line, now, owner, plays } = context;
  const left = describeTimeLeft(line.expiresAt, now);
  const facts: ConfirmFact[] = [];
  if (left && line.status !== 'Desativado') {
    facts.push({
      icon: IconPlugConnectedX,
      tone: 'bad',
      text: rich`${deviceOf(context)} para de funcionar **${plays ? 'agora' : ON_CHECK}**${line.online ? ', no meio do que está assistindo' : ''}.`,
    });
  }
  if (left) {
    const lost = left.many ? 'se perdem' : 'se perde';
    facts.push({
      icon: IconCoins,
      tone: 'bad',
      text: line.isTrial
        ? rich`**${left.words}** ${lost}.`
        : rich`**${left.words}** ${lost}. O crédito **não volta**${owner ? '' : ' para o seu saldo'}.`,
    });
  }
  facts.push({ icon: IconHistory, tone: 'ok', text: 'O histórico da linha continua guardado.' });
  return {
    title: 'Deletar este usuário?',
    lead: 'Só um administrador pode trazê-lo de volta, em até 30 dias.',
    tone: 'danger',
    icon: IconTrash,
    object: lineSubject(line),
    facts,
    ...(line.status === 'Desativado' ? {} : { hint: 'Só quer pausar? Use On/Off.' }),
    confirmLabel: 'Sim, deletar',
  };
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
