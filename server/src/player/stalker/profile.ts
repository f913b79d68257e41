/** Answer to `get_profile`: the state of the box, for its page and for apps. */
import { BOX_POLL_SECONDS } from '@ramal/contract/boxes/boxes';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import { formatDate, formatDateTime, unixSeconds } from '../../foundation/clock.ts';
import { type PlayableState, toPlayableState } from '../line-state.ts';
import type { PortalBox } from './portal-boxes.sql.ts';
import type { PortalRequest } from './portal-request.ts';
import type { SignInResult } from './sign-in-box.ts';

/** Data for the page of this installation. Other pages and apps ignore it. */
interface PageFacts {
  readonly reason: 'ok' | Exclude<PlayableState, 'active'> | 'box-blocked' | 'unknown' | 'waiting';
  readonly mac: string;
  readonly customer: string;
  readonly seller: string;
  readonly whatsapp: string;
  readonly expires: number;
  readonly expires_text: string;
  readonly renew_url: string;
  readonly renew_code: string;
  readonly renew_short: string;
  readonly price_text: string;
  readonly code_until: number;
  /** 1 while a customer probably pays. The page then asks every ten seconds. */
  readonly opened: 0 | 1;
}

/** Link with which a customer renews, for the screen of an expired line. */
export interface BoxRenewal {
  readonly url: string;
  readonly code: string;
  /** Address that a person types, without scheme. */
  readonly shortUrl: string;
  readonly priceText: string;
  readonly expiresAt: Date;
  /** True if a customer opened the link in the last few minutes. */
  readonly isOpened: boolean;
}

export type FindBoxRenewal = (lineId: number, baseUrl: string) => Promise<BoxRenewal | undefined>;

const noFacts: PageFacts = {
  reason: 'unknown',
  mac: '',
  customer: '',
  seller: '',
  whatsapp: '',
  expires: 0,
  expires_text: '',
  renew_url: '',
  renew_code: '',
  renew_short: '',
  price_text: '',
  code_until: 0,
  opened: 0,
};

/** Fields that every page and app reads, whatever the state. */
const commonFields = (mac: string, portal: PortalRequest) => ({
  mac,
  stb_lang: 'pt',
  locale: 'pt_BR.utf8',
  default_timezone: portal.timeZone,
  default_locale: 'pt_BR.utf8',
  watchdog_timeout: String(BOX_POLL_SECONDS),
  timeslot: String(Number.parseInt(mac.slice(-5).replace(':', ''), 16) % BOX_POLL_SECONDS),
  timeslot_ratio: '1',
  parent_password: '0000',
  store_auth_data_on_stb: false,
  updated: {},
  storages: {},
  allowed_stb_types: [],
  allowed_stb_types_for_local_recording: [],
  play_in_preview_only_by_ok: false,
  hls_fast_start: '1',
  tv_archive_continued: '',
  show_tv_channel_logo: '1',
  additional_services_on: '1',
  playback_limit: 0,
  force_ch_link_check: '',
  account_balance: '',
  timezone_diff: 0,
  strict_stb_type_check: '',
});

const refused = (
  status: number,
  msg: string,
  lines: readonly string[],
  facts: Partial<PageFacts>,
) => ({
  id: '0',
  name: '',
  login: '',
  status,
  msg,
  block_msg: lines.join('<br/>'),
  last_itv_id: '0',
  expire_billing_date: '',
  ramal: { ...noFacts, ...facts },
});

export async function toBoxProfile(
  ctx: AppContext,
  portal: PortalRequest,
  result: SignInResult,
  findRenewal: (box: PortalBox) => Promise<BoxRenewal | undefined>,
) {
  const now = ctx.clock.now();
  const mac = portal.mac ?? '';
  const common = commonFields(mac, portal);
  switch (result.state) {
    case 'unknown':
      return { ...common, ...unknownBox(mac) };
    case 'waiting':
      return {
        ...common,
        ...refused(
          1,
          'Pedido enviado',
          ['Pedido enviado.', 'Peça a quem vende para você que aceite esta caixa.'],
          { reason: 'waiting', mac },
        ),
      };
    case 'blocked':
      return {
        ...common,
        ...refused(
          1,
          'Caixa bloqueada',
          ['Esta caixa está bloqueada.', 'Fale com quem vende para você.'],
          { reason: 'box-blocked', mac },
        ),
      };
    case 'in':
      break;
  }
  const { box } = result;
  const state = toPlayableState(box, now);
  if (state === 'active') return { ...common, ...playing(ctx, box, mac) };
  return {
    ...common,
    ...(await notPlaying(ctx, { box, state, mac, renewal: await findRenewal(box) })),
  };
}

/**
 * Returns the answer to an unknown MAC, which prompts for a login. The MAC of another device gets
 * the same answer, so that nobody can test MACs.
 */
const unknownBox = (mac: string) =>
  refused(
    2,
    'Esta caixa ainda não está cadastrada',
    ['Esta caixa ainda não está cadastrada.', `Informe este MAC a quem vende para você: ${mac}`],
    { reason: 'unknown', mac },
  );

const customerOf = ({ note, username }: PortalBox): string => note.trim() || username;

function playing({ clock }: AppContext, box: PortalBox, mac: string) {
  const expires = formatDateTime(box.expiresAt, clock.timeZone);
  return {
    id: String(box.boxId),
    name: mac,
    login: box.username,
    status: 0,
    msg: '',
    block_msg: '',
    last_itv_id: String(box.lastStreamId ?? 0),
    expire_billing_date: expires,
    ramal: {
      ...noFacts,
      reason: 'ok',
      mac,
      customer: customerOf(box),
      expires: unixSeconds(box.expiresAt),
      expires_text: expires,
    } satisfies PageFacts,
  };
}

interface NotPlaying {
  readonly box: PortalBox;
  readonly state: Exclude<PlayableState, 'active'>;
  readonly mac: string;
  readonly renewal: BoxRenewal | undefined;
}

async function notPlaying(ctx: AppContext, { box, state, mac, renewal }: NotPlaying) {
  const seller = await ctx.db.first<{ name: string; whatsapp: string | null }>(
    sql`select username as name, whatsapp from accounts where id = ${box.ownerId}`,
  );
  const zone = ctx.clock.timeZone;
  const facts: Partial<PageFacts> = {
    reason: state,
    mac,
    customer: customerOf(box),
    seller: seller?.name ?? '',
    whatsapp: seller?.whatsapp ?? '',
    expires: unixSeconds(box.expiresAt),
    expires_text: formatDateTime(box.expiresAt, zone),
  };
  if (state !== 'expired') {
    const word = state === 'blocked' ? 'bloqueada' : 'desativada';
    const text = [`Esta linha está ${word}.`, 'Fale com quem vende para você.'];
    return { ...refused(1, text[0]!, text, facts), id: String(box.boxId) };
  }
  const ended = `Seu plano venceu em ${formatDate(box.expiresAt, zone)}.`;
  const renew = renewal
    ? `Renove em ${renewal.shortUrl} com o código ${renewal.code}.`
    : 'Fale com quem vende para você.';
  const text = [ended, renew, 'A TV volta sozinha.'];
  return {
    ...refused(1, ended, text, { ...facts, ...renewalFacts(renewal) }),
    id: String(box.boxId),
  };
}

const renewalFacts = (renewal: BoxRenewal | undefined): Partial<PageFacts> =>
  renewal === undefined
    ? {}
    : {
        renew_url: renewal.url,
        renew_code: renewal.code,
        renew_short: renewal.shortUrl,
        price_text: renewal.priceText,
        code_until: unixSeconds(renewal.expiresAt),
        opened: renewal.isOpened ? 1 : 0,
      };
