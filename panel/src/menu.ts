/**
 * Builds the menu entries for an account. Leaves out entries that the server would reject because
 * of profile, permissions or flags (Q-SIDEBAR). The server enforces the permissions itself.
 */
import type { getProfile } from '@ramal/contract/sessions';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { type PlatformKey, platforms } from '@ramal/contract/rules/platforms';
import {
  IconBallFootball,
  IconBellRinging,
  IconBolt,
  IconBrandTelegram,
  IconBuildingBank,
  IconBuildingStore,
  IconBinaryTree2,
  IconChartBar,
  IconCoins,
  IconDatabase,
  IconDatabaseExport,
  IconDatabaseImport,
  IconDeviceRemote,
  IconDeviceTvOld,
  IconDots,
  IconFileImport,
  IconGift,
  IconHistory,
  IconHome,
  IconKey,
  IconLink,
  IconList,
  IconListCheck,
  IconMagnet,
  IconMail,
  IconMessage2,
  IconMessages,
  IconMovie,
  IconPalette,
  IconQrcode,
  IconRepeat,
  IconReportMoney,
  IconRosetteDiscount,
  IconRoute,
  IconScale,
  IconServer2,
  IconSettings,
  IconShieldLock,
  IconShieldOff,
  IconShieldX,
  IconSpeakerphone,
  IconTools,
  IconTrendingUp,
  IconUserPlus,
  IconUsers,
  IconUsersGroup,
  IconVersions,
  IconWebhook,
  IconPlugConnected,
  IconWorld,
  IconWorldSearch,
} from '@tabler/icons-react';
import { canReadExtract } from './credits/can-read-extract.ts';
import { platformIcons } from './lines/platforms/platform-icons.ts';
import { mayTest, soldPlatforms } from './lines/platforms/sold-platforms.ts';
import { managesResellers } from './sessions/manages-resellers.ts';
import type { CreateLink, MenuChild, MenuLink, MenuSection, Tab } from './shell/menu/menu.ts';

export type Profile = ResponseOf<typeof getProfile>;

export const profileLabels = {
  admin: 'Administração',
  franchise: 'Franquia',
  reseller: 'Revenda',
} as const;

/** Number of lines in the lists of the menu. Undefined until it is counted. */
export type LineTotals = Readonly<Partial<Record<PlatformKey, number | undefined>>>;

/**
 * Numbers of tickets that this account must answer. `tickets` counts tickets of accounts, and
 * `portal` tickets of customers.
 */
interface Waiting {
  readonly tickets: number;
  readonly portal: number;
}

interface MenuFacts {
  /** Number of boxes that ask for a line. */
  readonly waitingBoxes?: number | undefined;
  readonly lines?: LineTotals | undefined;
  readonly waiting?: Waiting | undefined;
  /** The brand's Telegram channel, if it has one (S-SHELL-16). */
  readonly telegram?: string | undefined;
}

export function buildMenu(
  profile: Profile,
  { lines = {}, waiting, waitingBoxes, telegram }: MenuFacts = {},
): MenuSection[] {
  return [
    {
      items: [
        { label: 'Início', icon: IconHome, to: '/dashboard' },
        { label: 'Relatórios', icon: IconChartBar, to: '/reports' },
        ...(profile.profile === 'admin' ? [] : [numbers]),
      ],
    },
    {
      title: 'Atendimento',
      icon: IconMessage2,
      isDaily: true,
      items: profile.ticketsMenu ? ticketItems(waiting) : [],
    },
    {
      title: 'Linhas',
      icon: IconUsers,
      isDaily: true,
      items: lineItems(profile, lines, waitingBoxes),
    },
    {
      title: 'Vendas',
      icon: IconBuildingStore,
      isDaily: true,
      items: sellsLines(profile) ? sales : [],
    },
    {
      title: 'Revendas',
      icon: IconBinaryTree2,
      isDaily: true,
      items: [
        { label: 'Listagem de Revendas', icon: IconBinaryTree2, to: '/list-resellers' },
        ...(managesResellers(profile) ? [createReseller] : []),
        ...(canReadExtract(profile) ? [extract] : []),
        { label: 'Logs Geral', icon: IconHistory, to: '/log' },
      ],
    },
    {
      title: 'Infraestrutura',
      icon: IconServer2,
      items: [
        ...(profile.profile === 'admin' ? [version, hostnames, collector] : []),
        ...(profile.grants.includes('dns.fixed') ? [activators] : []),
        ...(profile.profile === 'admin' ? infrastructure : []),
      ],
    },
    {
      title: 'Publicar',
      icon: IconSpeakerphone,
      items: [
        ...(profile.profile === 'admin' ? [settings] : []),
        ...(profile.profile === 'reseller' ? [] : publishing),
        ...(profile.profile === 'admin' ? [channels] : []),
      ],
    },
    {
      title: 'Mais',
      icon: IconDots,
      items: moreItems(profile, telegram),
    },
  ].filter((section) => section.items.length > 0);
}

const lineItems = (
  profile: Profile,
  lines: LineTotals,
  waitingBoxes: number | undefined,
): MenuLink[] => [
  ...platformItems(profile, lines),
  ...(profile.profile === 'admin' ? [{ ...allLines, count: lines.iptv }] : []),
  ...(sellsLines(profile) ? ofSellers : []),
  ...(hasBoxes(profile) ? [{ ...boxes, badge: waitingBoxes }] : []),
  ...(profile.grants.includes('games') ? [games] : []),
];

const moreItems = (profile: Profile, telegram: string | undefined): MenuLink[] => [
  ...(profile.profile === 'admin' ? administration : []),
  { label: 'Filmes e Séries', icon: IconMovie, to: '/list-movies' },
  ...(profile.grants.includes('extras') ? [extras] : []),
  { label: 'Recargas', icon: IconQrcode, to: '/recharge-portal' },
  ...(profile.profile === 'admin' ? [] : [recurring, receiving, purchase, hostnames]),
  { label: 'Trabalhos em lote', icon: IconListCheck, to: '/batches' },
  { label: 'Smart App', icon: IconDeviceRemote, to: '/smart-app' },
  ...(holdsKeys(profile) ? [keys, webhooks] : []),
  { label: 'Minha conta', icon: IconShieldLock, to: '/me' },
  ...(telegram ? [{ label: 'Canal no Telegram', icon: IconBrandTelegram, href: telegram }] : []),
];

const numbers = { label: 'Números', icon: IconTrendingUp, to: '/numbers', holdsBelow: true };

const ticketItems = (waiting: Waiting | undefined) => [
  { label: 'Tickets', icon: IconMessage2, to: '/ticket', badge: waiting?.tickets },
  { label: 'Tickets do portal', icon: IconMessages, to: '/ticket-portal', badge: waiting?.portal },
];

const administration = [
  { label: 'Catálogo', icon: IconDatabase, to: '/catalogue', holdsBelow: true },
  { label: 'Painel Duplicado', icon: IconUsersGroup, to: '/view-duplicates' },
  { label: 'Gerenciador de 2FA', icon: IconShieldX, to: '/2fa-manager' },
];

const settings = { label: 'Configurações', icon: IconSettings, to: '/settings', holdsBelow: true };

const publishing = [
  { label: 'Links e anúncios', icon: IconLink, to: '/settings-franchise' },
  { label: 'Avisos e portal', icon: IconSpeakerphone, to: '/settings-franchise-portal' },
  { label: 'Marcas', icon: IconPalette, to: '/brands', holdsBelow: true },
];

const channels = { label: 'Canais de envio', icon: IconMail, to: '/channels' };

const version = { label: 'Versão e nós', icon: IconVersions, to: '/version' };

const hostnames = { label: 'DNS', icon: IconWorld, to: '/dns' };

const collector = { label: 'Coletor de DNS', icon: IconWorldSearch, to: '/dns-collector' };

const activators = { label: 'DNS fixo', icon: IconPlugConnected, to: '/dns-activator' };

const infrastructure = [
  { label: 'Balanceadores', icon: IconScale, to: '/balancer' },
  { label: 'Proxy IP', icon: IconRoute, to: '/dns-settings' },
  { label: 'Servidores de linhas', icon: IconServer2, to: '/line-servers', holdsBelow: true },
  { label: 'IPs bloqueados', icon: IconShieldOff, to: '/blacklist' },
  { label: 'Backups', icon: IconDatabaseExport, to: '/view-backups' },
  { label: 'Mudar de painel', icon: IconDatabaseImport, to: '/panel-imports' },
];

const recurring = { label: 'Pix Automático', icon: IconRepeat, to: '/recurring-pix' };

const receiving = { label: 'Recebimento', icon: IconBuildingBank, to: '/payment-providers' };

const purchase = { label: 'Comprar créditos', icon: IconCoins, to: '/buy-credits' };

const reminders = { label: 'Lembretes', icon: IconBellRinging, to: '/reminders', holdsBelow: true };

const holdsKeys = ({ profile, grants }: Profile) =>
  profile !== 'admin' && grants.includes('api.keys');

const keys = { label: 'Chaves de API', icon: IconKey, to: '/api-keys' };

const webhooks = { label: 'Webhooks', icon: IconWebhook, to: '/webhooks' };

/**
 * True if the menu shows the boxes. Boxes play only IPTV lines, so a seller must sell IPTV. An
 * admin always sees them.
 */
export const hasBoxes = (profile: Profile): boolean =>
  profile.profile === 'admin' || soldPlatforms(profile).some(({ key }) => key === 'iptv');

const boxes = { label: 'Caixas', icon: IconDeviceTvOld, to: '/boxes' };

const games = { label: 'Jogos do dia', icon: IconBallFootball, to: '/categorie-config' };

const extras = { label: 'Funções Extra', icon: IconTools, to: '/settings-extra' };

const createReseller = { label: 'Cadastro de Revenda', icon: IconUserPlus, to: '/reseller' };

const extract = { label: 'Extrato financeiro', icon: IconReportMoney, to: '/extract' };

const allLines = { label: 'Usuários IPTV', icon: IconUsers, to: '/double-access' };

/** Entries of the list migrators, by platform (S-SHELL-29). */
const migrators: Partial<Record<PlatformKey, readonly MenuChild[]>> = {
  iptv: [{ label: 'Migrador IPTV', remark: 'por tempo limitado', to: '/migration-iptv' }],
  p2p: [{ label: 'Migrador P2P', remark: 'por tempo limitado', to: '/migration-p2p' }],
};

const sellsLines = (profile: Profile): boolean => soldPlatforms(profile).length > 0;

const ofSellers = [
  reminders,
  { label: 'Importar linhas', icon: IconFileImport, to: '/import-lines' },
];

/** Screens that sell lines: the sales page, win-back, coupons and referrals, in this order. */
const sales: readonly MenuLink[] = [
  { label: 'Página de venda', icon: IconBuildingStore, to: '/storefront', holdsBelow: true },
  { label: 'Reconquista', icon: IconMagnet, to: '/win-back', holdsBelow: true },
  { label: 'Cupons', icon: IconRosetteDiscount, to: '/coupons' },
  { label: 'Indicação', icon: IconGift, to: '/referrals' },
];

const platformItems = (profile: Profile, lines: LineTotals) =>
  soldPlatforms(profile).map((platform) => ({
    label: platform.label,
    icon: platformIcons[platform.key],
    count: lines[platform.key],
    children: [
      { label: 'Criar usuário', to: platform.createPath },
      { label: 'Listagem', to: platform.listPath, count: lines[platform.key] },
      ...(migrators[platform.key] ?? []),
    ],
  }));

export function buildTabs(profile: Profile): Tab[] {
  const sold = soldPlatforms(profile);
  const [first = platforms.iptv] = sold;
  const lines = profile.profile === 'admin' ? '/double-access' : first.listPath;
  return [
    { label: 'Início', icon: IconHome, to: '/dashboard' },
    {
      label: 'Linhas',
      icon: IconList,
      to: lines,
      holds: sold.map(({ listPath }) => listPath),
    },
    { label: 'Revendas', icon: IconBinaryTree2, to: '/list-resellers' },
  ];
}

/** Returns the entries of the + button on a phone: tests first, then other things to create. */
export function buildCreateLinks(profile: Profile): CreateLink[] {
  const sold = soldPlatforms(profile);
  const trials = sold.filter((platform) => mayTest(profile, platform));
  return [
    ...trials.map((platform) => ({
      label: `Teste ${platform.label}`,
      hint: 'grátis, por horas',
      icon: IconBolt,
      look: 'test' as const,
      to: platform.createPath,
      search: { kind: 'test' },
    })),
    ...sold.map((platform) => ({
      label: `Criar usuário ${platform.label}`,
      hint: 'oficial, com créditos',
      icon: platformIcons[platform.key],
      to: platform.createPath,
    })),
    ...(managesResellers(profile) ? [{ ...createReseller, label: 'Cadastrar revenda' }] : []),
  ];
}
