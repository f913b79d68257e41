/** What a quick test is asked with: who it is for and how long it runs (S-DASH-16, S-DASH-17). */
import { DEFAULT_TEST_HOURS, TEST_HOURS } from '@ramal/contract/rules/terms';

export interface QuickDraft {
  readonly note: string;
  readonly hours: number;
}

export const freshQuickDraft: QuickDraft = { note: '', hours: DEFAULT_TEST_HOURS };

export const hourOptions = TEST_HOURS.map((hours) => ({
  value: String(hours),
  label: `${hours} h`,
}));

export const inHours = (hours: number): string => `${hours} ${hours === 1 ? 'hora' : 'horas'}`;

/** The draft where its fields are folded: «6 horas · sem nota». */
export const draftInWords = ({ note, hours }: QuickDraft): string =>
  `${inHours(hours)} · ${note.trim() || 'sem nota'}`;
