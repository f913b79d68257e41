/** Receipt for a customer. It is shown after a creation and by «Ações › Links». */
export interface Receipt {
  readonly id: number;
  readonly username: string;
  readonly password: string;
  /** Text from the server, in the time zone of the installation. */
  readonly expiresText: string;
  readonly expiresAt: Date;
  readonly note: string;
  readonly isTrial: boolean;
  /** Duration of a test in hours; undefined for other lines. */
  readonly testHours?: number;
  /** Duration such as «45 dias», if it differs from the usual one for the credits. */
  readonly time?: string;
  readonly whatsapp: string | null;
  readonly packageName: string;
  readonly priceCents?: number | undefined;
  /** Password for adult content, if the app has a separate one (Q-ADULTPASS). */
  readonly adultPassword?: string;
  /** Undefined on platforms whose lines have no addresses. */
  readonly links?: ReceiptLinks;
  /** Text that the franchise adds to every receipt; may be empty. */
  readonly franchise: string;
  /**
   * Cost of the action in credits, and the balance after it (null for an admin). Set only right
   * after the action.
   */
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
  /** Undefined if the flag disable-xcloud hides it (K-78). */
  readonly xCloud?: string | undefined;
}

/** Cost in the answer of an action; set only right after it. */
export interface ChargeResult {
  readonly charged?: number;
  readonly balance?: number | null;
}

export const toReceiptCharge = ({ charged, balance }: ChargeResult): Pick<Receipt, 'charge'> =>
  charged === undefined ? {} : { charge: { charged, balance: balance ?? null } };

/** A receipt in the format of its platform's answers. Only IPTV has addresses. */
export type ReceiptAnswer = Omit<Receipt, 'testHours' | 'links' | 'charge'> &
  ChargeResult & { readonly testHours?: number | undefined; readonly m3u8?: string };

/**
 * Converts an answer to a receipt. `defaultHours` is the duration of a test on platforms whose
 * answers may omit it. On these platforms, official lines have no duration.
 */
export function toReceipt(answer: ReceiptAnswer, defaultHours?: number): Receipt {
  const { testHours, ...facts } = answer;
  const ofTest = answer.isTrial ? (testHours ?? defaultHours) : undefined;
  const hours = defaultHours === undefined ? testHours : ofTest;
  return {
    ...facts,
    ...(hours === undefined ? {} : { testHours: hours }),
    ...('m3u8' in answer ? { links: answer as ReceiptAnswer & ReceiptLinks } : {}),
    ...toReceiptCharge(answer),
  };
}

/** Link types in display order. Their ids are fixed by the wire format (K-25). */
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

/** Returns the six M3U8 addresses in display order (S-SHARED-06). */
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

/**
 * Returns the data that apps require. Empty values are omitted, and X-CLOUD is omitted if it is
 * hidden.
 */
export function appRows(links: ReceiptLinks): readonly LinkRow[] {
  const rows = [
    { label: 'X-CLOUD', value: links.xCloud ?? '' },
    { label: 'STB', value: links.stb },
    { label: 'WEB PLAYER', value: links.webPlayer },
    { label: 'Smarters', value: links.smarters },
  ];
  return rows.filter((row) => row.value.trim() !== '');
}

/**
 * Returns the address in the text of an app, because such a text may be an instruction. Without an
 * address, returns the first text line.
 */
export const addressIn = (text: string): string =>
  /https?:\/\/\S+/.exec(text)?.[0] ?? text.trim().split('\n')[0] ?? '';

export const offeredLinkTypes = (receipt: Receipt) =>
  receipt.links ? linkTypes.filter(({ id }) => id !== 7 || receipt.links?.xCloud) : [];

export const nameCreation = ({ isTrial }: Receipt): string =>
  isTrial ? 'Teste criado' : 'Usuário criado';
