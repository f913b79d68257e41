/** Saves the edits that a customer's page makes in place. Each edit sends only its own field. */
import { messages } from '@ramal/contract/api/validation';
import { listLinesToCharge } from '@ramal/contract/lines/charging';
import { getDueLines } from '@ramal/contract/lines/due-lines';
import { listLinePayments } from '@ramal/contract/lines/line-page';
import { setLinePrice } from '@ramal/contract/lines/line-payments';
import { setLineWhatsapp } from '@ramal/contract/lines/lines';
import { customerName } from '@ramal/contract/rules/customer-name';
import { awaitPhoneNumbers } from '../../foundation/phone.ts';
import { useAction } from '../../foundation/api/query.ts';
import { useToast } from '../../ui/toasts.tsx';
import { offerUndo } from '../../ui/undo/offered-act.ts';
import { KEEP_PACKAGE } from '../fields/product.ts';
import { amountError, parseCents } from '../fields/line-values.ts';
import { typedProblem } from '../fields/whatsapp.ts';
import type { Line } from '../line.ts';
import { callsChangedByActions, usePlatformAct } from '../platforms/calls.ts';
import type { LineEditing, LinePlatform, LineProduct } from '../platforms/platform.ts';
import { offerLineUndo } from '../undo/line-undo.ts';
import { noteWithName, noteWithText } from './notes/edit-note.ts';
import { InvalidInput } from './parts/use-inline-edit.ts';

/** Returns the product of an edit that does not change it. */
export const keptProduct = (editing: LineEditing | undefined): LineProduct => ({
  custom: false,
  packageId: editing?.keepsPackage ? KEEP_PACKAGE : undefined,
  bouquetIds: [],
});

export interface HeadInput {
  readonly name: string;
  readonly number: string;
}

export type CustomerEdits = ReturnType<typeof useCustomerEdits>;

export function useCustomerEdits(platform: LinePlatform, line: Line) {
  const toast = useToast();
  const changed = callsChangedByActions(platform);
  const noting = platform.edits.note ?? platform.edits.edit;
  const note = usePlatformAct(platform, noting?.call);
  const changedByNumber = [...changed, listLinesToCharge];
  const number = useAction(setLineWhatsapp, { refresh: changedByNumber });
  const changedByPrice = [...changed, getDueLines, listLinePayments];
  const price = useAction(setLinePrice, { refresh: changedByPrice });
  const saveNote = async (text: string) => {
    if (text === line.note) return;
    if (text === '') throw new InvalidInput(messages.required('Anotações'));
    const { undoId, ...change } = await note.run({
      line,
      edit: { ...keptProduct(noting), note: text },
    });
    if (undoId) offerLineUndo(platform, { line: change.line, undoId, effect: noting!.done });
  };
  const saveNumber = async (typed: string) => {
    await awaitPhoneNumbers();
    const problem = typedProblem(typed);
    if (problem) throw new InvalidInput(problem);
    const { message, undoId } = await number.mutateAsync({
      params: { id: line.id },
      body: { whatsapp: typed },
    });
    const { name } = customerName(line);
    if (undoId) offerUndo({ undoId, name, effect: message, refresh: changedByNumber });
  };
  return {
    /** Saves the fields of the head that changed. An empty number is removed. */
    saveHead: async (typed: HeadInput, initial: HeadInput) => {
      if (typed.number !== initial.number) await saveNumber(typed.number);
      if (typed.name === initial.name) return;
      if (typed.name.trim() === '') throw new InvalidInput(messages.required('Nome'));
      await saveNote(noteWithName(line, typed.name));
    },
    saveNote: (text: string) => saveNote(noteWithText(line, text)),
    /** An empty text removes the price. */
    savePrice: async (typed: string) => {
      const problem = amountError(typed);
      if (problem) throw new InvalidInput(problem);
      const { message, undoId } = await price.mutateAsync({
        params: { id: line.id },
        body: { priceCents: parseCents(typed) ?? null },
      });
      const { name } = customerName(line);
      if (undoId) offerUndo({ undoId, name, effect: message, refresh: changedByPrice });
      else toast({ title: message, text: name });
    },
  };
}
