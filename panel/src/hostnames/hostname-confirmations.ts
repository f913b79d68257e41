/**
 * Confirmation texts: the effect of an action on credits and links, shown before it runs (T-08,
 * Q-GETMUT).
 */
import type { Hostname } from '@ramal/contract/operations/hostnames';
import {
  IconCalendarX,
  IconCoins,
  IconLink,
  IconLinkOff,
  IconRefresh,
  IconRefreshOff,
  IconRotateClockwise,
  IconShare,
  IconShareOff,
  IconWorldCheck,
  IconWorldOff,
} from '@tabler/icons-react';
import { creditsInWords } from '../foundation/numbers.ts';
import type { Question } from '../ui/dialogs/ConfirmBox.tsx';
import { rich } from '../ui/rich-text.tsx';

export const configureConfirmation = ({ dns }: Hostname): Question => ({
  title: `Sincronizar ${dns}?`,
  icon: IconRefresh,
  facts: [
    {
      icon: IconWorldCheck,
      text: 'O que falta da compra é feito agora, sem esperar o painel. Não gasta mais créditos.',
    },
  ],
  confirmLabel: 'Sim, sincronizar',
});

export const renewalConfirmation = (hostname: Hostname): Question => {
  const { dns, autorenew, creditsRenew: credits, dueDateFormatted: due } = hostname;
  if (autorenew)
    return {
      title: `Desligar a renovação automática de ${dns}?`,
      icon: IconRefreshOff,
      facts: [
        {
          icon: IconCalendarX,
          tone: 'warn',
          text: `Se ninguém o renovar, vence em ${due}, e os links que o levam deixam de abrir.`,
        },
      ],
      confirmLabel: 'Sim, desligar',
    };
  return {
    title: `Ligar a renovação automática de ${dns}?`,
    icon: IconRefresh,
    facts: [
      {
        icon: IconCoins,
        tone: 'warn',
        text:
          credits === null
            ? 'A cada ano, 15 dias antes de vencer, é pago sozinho, sem perguntar de novo.'
            : rich`A cada ano, 15 dias antes de vencer, gasta sozinho o preço do dia, hoje **${creditsInWords(credits)}**.`,
      },
    ],
    confirmLabel: 'Sim, ligar',
  };
};

export const rotationConfirmation = (hostname: Hostname): Question => {
  const { dns, isRotation: isIn, isCurrent } = hostname;
  return {
    title: isIn ? `Remover ${dns} do rodízio?` : `Pôr ${dns} no rodízio?`,
    icon: IconRotateClockwise,
    facts: [
      isIn
        ? {
            icon: IconLinkOff,
            tone: 'warn',
            text: isCurrent
              ? 'Seus links novos passam ao seguinte que responder.'
              : 'Seus links novos não passam mais a ele quando outro cair.',
          }
        : {
            icon: IconLink,
            text: 'Fica no fim da ordem: seus links novos levam o primeiro do rodízio que responder.',
          },
    ],
    confirmLabel: isIn ? 'Sim, remover' : 'Sim, pôr',
  };
};

export const sharingConfirmation = (hostname: Hostname, isAdmin: boolean): Question => {
  const { dns, isShared } = hostname;
  // A seller has permission only for its own hostnames, so the owner is the user.
  const owner = isAdmin ? hostname.owner : 'você';
  if (isShared)
    return {
      title: `Não compartilhar mais ${dns}?`,
      icon: IconShareOff,
      facts: [
        {
          icon: IconLinkOff,
          tone: 'warn',
          text: `Sai dos links novos de todas as revendas abaixo de ${owner}, que passam a outro DNS ou ao padrão.`,
        },
      ],
      confirmLabel: 'Sim, parar',
    };
  return {
    title: `Compartilhar ${dns} na árvore?`,
    icon: IconShare,
    facts: [
      {
        icon: IconLink,
        text: `Todas as revendas abaixo de ${owner} passam a tê-lo nos links novos, onde não usam um DNS próprio.`,
      },
    ],
    confirmLabel: 'Sim, compartilhar',
  };
};

export const sharedUseConfirmation = (hostname: Hostname): Question => {
  const { dns, isActiveShared: isUsed } = hostname;
  return {
    title: isUsed ? `Desativar ${dns}?` : `Ativar ${dns}?`,
    icon: isUsed ? IconWorldOff : IconWorldCheck,
    facts: [
      isUsed
        ? {
            icon: IconLinkOff,
            tone: 'warn',
            text: 'Sai só dos seus links novos; os das outras revendas não mudam.',
          }
        : {
            icon: IconLink,
            text: 'Pode voltar aos seus links novos; os das outras revendas não mudam.',
          },
    ],
    confirmLabel: isUsed ? 'Sim, desativar' : 'Sim, ativar',
  };
};
