import type { NamedApp } from '@ramal/contract/rules/named-apps';
import { createContext } from 'react';
import type { ComponentType } from 'react';
import type { LineDialogProps } from './line-dialog.ts';
import type { Line } from '../line.ts';
import type { LineActions } from './use-line-actions.tsx';

/** Content of a section of the customer's page. */
export interface LineSectionProps {
  readonly line: Line;
  readonly onClose: () => void;
}

/** Dialogs and sections about a line that belong to modules which this module must not import. */
export interface OtherLineDialogs {
  readonly abuse: ComponentType<LineDialogProps & { actions: LineActions }>;
  readonly renewalLink: ComponentType<LineSectionProps>;
  readonly reminders: ComponentType<LineSectionProps>;
  readonly boxes: ComponentType<LineDialogProps>;
  readonly recurring: ComponentType<LineDialogProps>;
  readonly activateApp: ComponentType<LineDialogProps & { app: NamedApp }>;
}

/** Context for these dialogs. The root of the panel provides them. */
export const OtherLineDialogsContext = createContext<OtherLineDialogs | undefined>(undefined);
