/** Describes the accounts of the demo and the lines of their customers. */
import type { Grant, Profile } from '@ramal/contract/api/access';
import { type PlatformKey, platforms } from '@ramal/contract/rules/platforms';
import type { Config } from '../foundation/config.ts';
import type { ProductChoice } from '../lines/lines.ts';

export interface DemoSeller {
  readonly username: string;
  readonly profile: Exclude<Profile, 'admin'>;
  readonly parent: string;
  /** Credits that the account still has after the demo has created all lines. */
  readonly credits: number;
  readonly grants?: readonly Grant[];
  readonly about: string;
}

/** Sellers of the demo. Parents must come before their children. */
export const sellers: readonly DemoSeller[] = [
  {
    username: 'franquia',
    profile: 'franchise',
    parent: 'admin',
    credits: 2000,
    about: 'a franchise',
  },
  {
    username: 'master',
    profile: 'reseller',
    parent: 'admin',
    credits: 10_000,
    about: 'a reseller with three levels below',
  },
  {
    username: 'revenda',
    profile: 'reseller',
    parent: 'master',
    credits: 500,
    about: 'sells below master',
  },
  {
    username: 'loja-norte',
    profile: 'reseller',
    parent: 'master',
    credits: 300,
    about: 'sells below master',
  },
  {
    username: 'loja-centro',
    profile: 'reseller',
    parent: 'loja-norte',
    credits: 120,
    about: 'two levels below master',
  },
  {
    username: 'loja-bairro',
    profile: 'reseller',
    parent: 'loja-centro',
    credits: 40,
    about: 'three levels below master',
  },
  {
    username: 'especial',
    profile: 'reseller',
    parent: 'admin',
    credits: 100,
    grants: ['lines.new-p2p', 'lines.migrate-new-p2p', 'api.keys', 'games', 'extras', 'dns.fixed'],
    about: 'another branch, with the grants of new P2P, API keys, games, extras and fixed DNS',
  },
];

export interface DemoLine {
  readonly platform: PlatformKey;
  readonly plan: (config: Config) => ProductChoice;
  readonly note: string;
  readonly whatsapp: string | null;
  readonly hoursAgo: number;
  /** Credits paid for an official line, or hours of a test. */
  readonly pays: { readonly credits: number } | { readonly testHours: number };
  readonly later?: 'switched off';
  /**
   * Set for a line that two households watch, so that the detection reports it. 'blocked' means
   * that an admin has also blocked it.
   */
  readonly shared?: 'suspect' | 'blocked';
}

/**
 * User names of the sellers that have shared lines. Each shared line needs 24 viewings, so only
 * three sellers have shared lines.
 */
export const usernamesOfSharing: readonly string[] = ['franquia', 'revenda', 'loja-norte'];

const days = (count: number): number => count * 24;

type LineDescription = Omit<DemoLine, 'platform' | 'plan'>;

/** Descriptions of the IPTV lines. Together they have every possible status. */
const iptvDescriptions: readonly LineDescription[] = [
  {
    note: 'Dona Célia – TV da sala',
    whatsapp: '5511955550142',
    hoursAgo: days(29) + 14,
    pays: { credits: 1 },
  },
  {
    note: 'João Batista (vizinho do Téo)',
    whatsapp: '5511955550118',
    hoursAgo: days(28) + 6,
    pays: { credits: 1 },
  },
  {
    note: 'Ana Paula · paga dia 23',
    whatsapp: '5521955550177',
    hoursAgo: days(25),
    pays: { credits: 1 },
  },
  {
    note: 'Bar do Nando – 2 telas',
    whatsapp: '5531955550105',
    hoursAgo: days(50),
    pays: { credits: 2 },
    shared: 'suspect',
  },
  { note: 'Rogério Lima', whatsapp: null, hoursAgo: days(12), pays: { credits: 1 } },
  {
    note: 'Pousada Sol Nascente – recepção',
    whatsapp: '5571955550133',
    hoursAgo: days(88),
    pays: { credits: 5 },
  },
  { note: 'Seu Osvaldo', whatsapp: '5541955550121', hoursAgo: days(3), pays: { credits: 10 } },
  { note: 'Fátima Ribeiro', whatsapp: '5511955550199', hoursAgo: days(31), pays: { credits: 1 } },
  { note: 'Barbearia do Zé', whatsapp: null, hoursAgo: days(70), pays: { credits: 2 } },
  {
    note: 'Pediu para pausar nas férias',
    whatsapp: '5551955550160',
    hoursAgo: days(20),
    pays: { credits: 1 },
    later: 'switched off',
  },
  {
    note: 'Márcia – TV Box quarto',
    whatsapp: null,
    hoursAgo: days(9),
    pays: { credits: 0.6 },
    shared: 'blocked',
  },
  { note: 'Teste – Samsung 55”', whatsapp: null, hoursAgo: 1, pays: { testHours: 6 } },
  {
    note: 'Teste – Wellington',
    whatsapp: '5511955550188',
    hoursAgo: days(2),
    pays: { testHours: 3 },
  },
];

const p2pDescriptions: readonly LineDescription[] = [
  {
    note: 'Dona Lurdes – TV Box da sala',
    whatsapp: '5511955550111',
    hoursAgo: days(29) + 12,
    pays: { credits: 1 },
  },
  {
    note: 'Padaria Pão da Vila',
    whatsapp: '5511955550142',
    hoursAgo: days(26),
    pays: { credits: 1 },
  },
  {
    note: 'Sérgio (irmão do João Batista)',
    whatsapp: null,
    hoursAgo: days(65),
    pays: { credits: 3 },
  },
  {
    note: 'Academia Corpo e Mente',
    whatsapp: '5531955550156',
    hoursAgo: days(15),
    pays: { credits: 10 },
  },
  {
    note: 'Dr. Meireles – consultório',
    whatsapp: '5521955550134',
    hoursAgo: days(33),
    pays: { credits: 1 },
  },
  {
    note: 'Volta de viagem em dezembro',
    whatsapp: '5561955550190',
    hoursAgo: days(18),
    pays: { credits: 1 },
    later: 'switched off',
  },
  {
    note: 'Teste – TV Box do Cláudio',
    whatsapp: '5511955550173',
    hoursAgo: 2,
    pays: { testHours: 6 },
  },
];

const newP2pDescriptions: readonly LineDescription[] = [
  {
    note: 'Vera Lúcia – apartamento 42',
    whatsapp: '5581955550107',
    hoursAgo: days(29) + 20,
    pays: { credits: 1 },
  },
  {
    note: 'Lanchonete da Praça',
    whatsapp: '5581955550115',
    hoursAgo: days(24),
    pays: { credits: 1 },
  },
  { note: 'Edson – celular', whatsapp: null, hoursAgo: days(40), pays: { credits: 2 } },
  {
    note: 'Condomínio Jardim das Flores',
    whatsapp: '5581955550128',
    hoursAgo: days(5),
    pays: { credits: 5 },
  },
  {
    note: 'Teste – Fire TV da Sandra',
    whatsapp: '5581955550169',
    hoursAgo: 1,
    pays: { testHours: 3 },
  },
];

const completePackage = () => ({ packageId: 1 });
const firstProduct = ({ p2pProducts }: Config) => ({ productId: p2pProducts[0]!.id });
const toDemoLine = (platform: PlatformKey, plan: DemoLine['plan']) => (line: LineDescription) => ({
  ...line,
  platform,
  plan,
});

const lines: readonly DemoLine[] = [
  ...iptvDescriptions.map(toDemoLine('iptv', completePackage)),
  ...p2pDescriptions.map(toDemoLine('p2p', firstProduct)),
  ...newP2pDescriptions.map(toDemoLine('new-p2p', firstProduct)),
];

/** Returns the lines of a seller. Leaves out platforms for which the seller has no grant. */
export const demoLinesFor = ({ grants = [] }: DemoSeller): readonly DemoLine[] =>
  lines.filter(({ platform }) =>
    platforms[platform].grants.every((grant) => grants.includes(grant)),
  );
