/** What is handed to a customer after a creation or behind Ações › Links, in the panel's own words. */
export interface Receipt {
  readonly id: number;
  readonly username: string;
  readonly password: string;
  /** As the server writes it, in the office's time zone. */
  readonly expiresText: string;
  readonly expiresAt: Date;
  readonly note: string;
  readonly isTrial: boolean;
  /** Only for a test. */
  readonly testHours?: number;
  /** «45 dias», where it is not what the credits buy. */
  readonly time?: string;
  readonly whatsapp: string | null;
  readonly packageName: string;
  /** What the customer pays, where one set it. */
  readonly priceCents?: number | undefined;
  /** Opens adult content in the app, where that has a password of its own (Q-ADULTPASS). */
  readonly adultPassword?: string;
  /** Missing on platforms whose lines are not opened by an address. */
  readonly links?: ReceiptLinks;
  /** What the franchise adds to every receipt; may be empty. */
  readonly franchise: string;
  /** Only right after the act: what it cost in credits, and what is left (null for an admin). */
  readonly charge?: { readonly charged: number; readonly balance: number | null };
}

export interface ReceiptLinks {
  readonly m3u8: string;
  readonly m3u8Short: string;
  readonly hls: string;
  readonly hlsShort: string;
  readonly ssiptv: string;
  readonly ssiptvShort: string;
  readonly smarters: string;
  readonly stb: string;
  readonly webPlayer: string;
  /** Missing when the flag disable-xcloud hides it (K-78). */
  readonly xCloud?: string | undefined;
}

/** What an act answers of its cost; only right after it. */
export interface Charged {
  readonly charged?: number;
  readonly balance?: number | null;
}

export const chargeOf = ({ charged, balance }: Charged): Pick<Receipt, 'charge'> =>
  charged === undefined ? {} : { charge: { charged, balance: balance ?? null } };

/** A receipt as the calls of its platform answer it; addresses are IPTV's. */
export type ReceiptAnswer = Omit<Receipt, 'testHours' | 'links' | 'charge'> &
  Charged & { readonly testHours?: number | undefined; readonly m3u8?: string };

/** `defaultHours`: how long a test lasts where its platform may leave it out; an official line has none there. */
export function receiptOf(answer: ReceiptAnswer, defaultHours?: number): Receipt {
  const { testHours, ...told } = answer;
  const ofTest = answer.isTrial ? (testHours ?? defaultHours) : undefined;
  const hours = defaultHours === undefined ? testHours : ofTest;
  return {
    ...told,
    ...(hours === undefined ? {} : { testHours: hours }),
    ...('m3u8' in answer ? { links: answer as ReceiptAnswer & ReceiptLinks } : {}),
    ...chargeOf(answer),
  };
}

/** The documents' numbers of the link types (K-25), in the order they are offered. */
export const linkTypes = [
  { id: 8, label: 'M3U8' },
  { id: 4, label: 'SSIPTV' },
  { id: 1, label: 'Smarters' },
  { id: 2, label: 'Android' },
  { id: 7, label: 'X-CLOUD' },
  { id: 5, label: 'STB' },
  { id: 6, label: 'WEB PLAYER' },
  { id: 9, label: 'Completo' },
] as const;

export type LinkType = (typeof linkTypes)[number]['id'];

export interface LinkRow {
  readonly label: string;
  readonly value: string;
}

/** The six M3U8 addresses in the documented order (S-SHARED-06). */
export function m3u8Rows(links: ReceiptLinks): readonly LinkRow[] {
  return [
    { label: 'M3U8', value: links.m3u8 },
    { label: 'Encurtado', value: links.m3u8Short },
    { label: 'HLS', value: links.hls },
    { label: 'HLS encurtado', value: links.hlsShort },
    { label: 'SSIPTV', value: links.ssiptv },
    { label: 'SSIPTV encurtado', value: links.ssiptvShort },
  ];
}

/** What apps ask for; empty ones and a hidden X-CLOUD are left out. */
export function appRows(links: ReceiptLinks): readonly LinkRow[] {
  const rows = [
    { label: 'X-CLOUD', value: links.xCloud ?? '' },
    { label: 'STB', value: links.stb },
    { label: 'WEB PLAYER', value: links.webPlayer },
    { label: 'Smarters', value: links.smarters },
  ];
  return rows.filter((row) => row.value.trim() !== '');
}

/** The address an instruction is about, which is what tells one from another in a row; else its first line. */
export const addressIn = (text: string): string =>
  /https?:\/\/\S+/.exec(text)?.[0] ?? text.trim().split('\n')[0] ?? '';

export const offeredLinkTypes = (receipt: Receipt) =>
  receipt.links ? linkTypes.filter(({ id }) => id !== 7 || receipt.links?.xCloud) : [];
