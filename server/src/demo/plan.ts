/** Who sells below whom in the demo, and what their customers' lines look like. */
import type { Grant, Profile } from '@ramal/contract/access';

export interface DemoSeller {
  readonly username: string;
  readonly profile: Exclude<Profile, 'admin'>;
  readonly parent: string;
  /** Credits left when the house is furnished. */
  readonly credits: number;
  readonly grants?: readonly Grant[];
  readonly about: string;
}

/** Parents first. */
export const sellers: readonly DemoSeller[] = [
  { username: 'franquia', profile: 'franchise', parent: 'admin', credits: 2000, about: 'a franchise' },
  { username: 'master', profile: 'reseller', parent: 'admin', credits: 10_000, about: 'a reseller with three levels below' },
  { username: 'revenda', profile: 'reseller', parent: 'master', credits: 500, about: 'sells below master' },
  { username: 'loja-norte', profile: 'reseller', parent: 'master', credits: 300, about: 'sells below master' },
  { username: 'loja-centro', profile: 'reseller', parent: 'loja-norte', credits: 120, about: 'two levels below master' },
  { username: 'loja-bairro', profile: 'reseller', parent: 'loja-centro', credits: 40, about: 'three levels below master' },
  {
    username: 'especial',
    profile: 'reseller',
    parent: 'admin',
    credits: 100,
    grants: ['lines.new-p2p', 'lines.migrate-new-p2p'],
    about: 'another branch, with the new-P2P grants',
  },
];

export interface DemoLine {
  readonly note: string;
  readonly whatsapp: string | null;
  readonly hoursAgo: number;
  /** Credits of an official line; hours of a test. */
  readonly pays: { readonly credits: number } | { readonly testHours: number };
  readonly later?: 'switched off' | 'blocked';
}

const days = (count: number): number => count * 24;

/** Every state a line can be in. */
export const lines: readonly DemoLine[] = [
  { note: 'Dona Célia – TV da sala', whatsapp: '5511955550142', hoursAgo: days(29) + 14, pays: { credits: 1 } },
  { note: 'João Batista (vizinho do Téo)', whatsapp: '5511955550118', hoursAgo: days(28) + 6, pays: { credits: 1 } },
  { note: 'Ana Paula · paga dia 23', whatsapp: '5521955550177', hoursAgo: days(25), pays: { credits: 1 } },
  { note: 'Bar do Nando – 2 telas', whatsapp: '5531955550105', hoursAgo: days(50), pays: { credits: 2 } },
  { note: 'Rogério Lima', whatsapp: null, hoursAgo: days(12), pays: { credits: 1 } },
  { note: 'Pousada Sol Nascente – recepção', whatsapp: '5571955550133', hoursAgo: days(88), pays: { credits: 5 } },
  { note: 'Seu Osvaldo', whatsapp: '5541955550121', hoursAgo: days(3), pays: { credits: 10 } },
  { note: 'Fátima Ribeiro', whatsapp: '5511955550199', hoursAgo: days(31), pays: { credits: 1 } },
  { note: 'Barbearia do Zé', whatsapp: null, hoursAgo: days(70), pays: { credits: 2 } },
  { note: 'Pediu para pausar nas férias', whatsapp: '5551955550160', hoursAgo: days(20), pays: { credits: 1 }, later: 'switched off' },
  { note: 'Márcia – TV Box quarto', whatsapp: null, hoursAgo: days(9), pays: { credits: 0.6 }, later: 'blocked' },
  { note: 'Teste – Samsung 55”', whatsapp: null, hoursAgo: 1, pays: { testHours: 6 } },
  { note: 'Teste – Wellington', whatsapp: '5511955550188', hoursAgo: days(2), pays: { testHours: 3 } },
];
