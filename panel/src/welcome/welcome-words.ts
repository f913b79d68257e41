import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { WelcomeStep, viewWelcome } from '@ramal/contract/operations/welcome';
import { formatDate } from '../foundation/dates.ts';

export type WelcomeAnswer = ResponseOf<typeof viewWelcome>;
export type StepState = WelcomeAnswer['steps'][number]['state'];

export const stepTitles: Readonly<Record<WelcomeStep, string>> = {
  address: 'Endereço público',
  tls: 'TLS',
  backup: 'Cópia de segurança',
  mail: 'E-mail',
  package: 'Primeiro pacote',
  reseller: 'Primeira revenda',
};

const purposes: Readonly<Record<WelcomeStep, string>> = {
  address: 'por onde revendas e clientes chegam',
  tls: 'a conexão cifrada',
  backup: 'um lugar fora desta máquina',
  mail: 'para avisos e lembretes',
  package: 'o que uma linha assiste, em quantas telas',
  reseller: 'quem vai vender',
};

/**
 * Returns the note of a step: the measured result of a completed step, or the purpose of an open
 * step.
 */
export function stepNote(name: WelcomeStep, state: StepState, welcome: WelcomeAnswer): string {
  if (state === 'skipped') return 'pulado';
  return state === 'done' ? results[name](welcome) : purposes[name];
}

const results: Readonly<Record<WelcomeStep, (welcome: WelcomeAnswer) => string>> = {
  address: ({ publicUrl }) => `${hostFromUrl(publicUrl)} responde`,
  tls: ({ certificateEndsTimestamp: ends }) =>
    ends === null ? 'conexão cifrada' : `certificado até ${formatDate(new Date(ends * 1000))}`,
  backup: () => 'chave comprovada, com um lugar fora desta máquina',
  mail: ({ mailHost }) => `sai por ${mailHost}`,
  package: () => 'cadastrado',
  reseller: () => 'cadastrada',
};

export const hostFromUrl = (url: string | null): string =>
  url !== null && URL.canParse(url) ? new URL(url).host : '';
