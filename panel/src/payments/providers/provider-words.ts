/** Texts about payment providers, their proofs, and the ways of paying. */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type {
  getPaymentProviders,
  PaymentProviderState,
  PaymentUse,
  ProviderName,
} from '@ramal/contract/payments/payment-providers';
import {
  type Icon,
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconCreditCard,
  IconInfoCircle,
  IconQrcode,
  IconRepeat,
} from '@tabler/icons-react';
import { calendarDays, formatDayMonth, formatTime, relativeWord } from '../../foundation/dates.ts';
import type { Tone } from '../../ui/status/StatusBadge.tsx';

export type ProvidersState = ResponseOf<typeof getPaymentProviders>;
export type Provider = PaymentProviderState;
export type Proof = Provider['proofs'][number];

export const providerNames: Record<ProviderName, string> = {
  'mercado-pago': 'Mercado Pago',
  asaas: 'Asaas',
  woovi: 'Woovi',
};

export const providerInitials: Record<ProviderName, string> = {
  'mercado-pago': 'MP',
  asaas: 'AS',
  woovi: 'WO',
};

export function abilityText({ kind, status }: Pick<Provider, 'kind' | 'status'>): string {
  if (kind === 'mercado-pago') return 'Pix na hora e cartão';
  if (kind === 'woovi') return 'Pix na hora';
  return status === 'one-off-only' ? 'Pix na hora' : 'Pix na hora e Pix Automático';
}

export const providerStatus: Record<Provider['status'], { label: string; tone: Tone }> = {
  receiving: { label: 'Recebendo', tone: 'ok' },
  'one-off-only': { label: 'Só Pix na hora', tone: 'warn' },
  unproven: { label: 'Falta comprovar', tone: 'off' },
  refused: { label: 'Chave recusada', tone: 'bad' },
};

const proofWords: Record<Proof['key'], string> = {
  keys: 'Chaves comprovadas',
  notices: 'Avisos chegando',
  'company-age': 'CNPJ ativo há 6 meses ou mais',
  'company-name': 'Nome da conta igual ao da Receita',
  account: 'Conta, documentos e chave Pix aprovados',
  'no-recurring': 'Não faz Pix Automático. Aqui «recorrente» é só no cartão.',
};

/**
 * Returns the text of a proof: the reason if the proof failed or has a warning, otherwise the
 * proven fact.
 */
export function proofText({ key, state, text }: Proof): string {
  if (text && state !== 'proven') return text;
  return key === 'notices' && state !== 'proven' ? 'Nunca chegou aviso' : proofWords[key];
}

export const proofIcons: Record<Proof['state'], Icon> = {
  proven: IconCircleCheck,
  unknown: IconClock,
  warning: IconAlertTriangle,
  failed: IconAlertCircle,
  info: IconInfoCircle,
};

/** Returns the value at the right of a proof: its detail or its time. */
export function proofAside({ key, detail, atTimestamp }: Proof, now: Date): string {
  if (detail || atTimestamp === null) return detail;
  const at = new Date(atTimestamp * 1000);
  if (key === 'notices') return relativeWord(at, now);
  const day = calendarDays(at, now) === 0 ? 'hoje' : formatDayMonth(at);
  return `${day}, ${formatTime(at)}`;
}

interface UseWords {
  readonly icon: Icon;
  readonly title: string;
  readonly text: string;
}

export const useWords: Record<PaymentUse, UseWords> = {
  pix: {
    icon: IconQrcode,
    title: 'Pix na hora',
    text: 'Cada renovação, o cliente paga o código',
  },
  card: { icon: IconCreditCard, title: 'Cartão', text: 'Na página do provedor' },
  recurring: {
    icon: IconRepeat,
    title: 'Pix Automático',
    text: 'Só empresa com CNPJ há 6 meses pode receber',
  },
};
