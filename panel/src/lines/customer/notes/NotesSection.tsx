import { Textarea } from '@mantine/core';
import type { Customer } from '../customer.ts';
import { furtherNote, MAX_NOTE_LENGTH } from './edit-note.ts';
import { InlineGroup } from '../parts/InlineField.tsx';
import classes from './NotesSection.module.css';
import { Section, useSavedMark } from '../parts/Section.tsx';
import { useInlineEdit } from '../parts/use-inline-edit.ts';

/** Further text of the note. The area is always editable, and leaving it saves. */
export function NotesSection({ customer }: { customer: Customer }) {
  const { line, edits, section } = customer;
  const [isSaved, showSaved] = useSavedMark();
  const edit = useInlineEdit({
    name: `linha-${line.id}-nota`,
    initial: furtherNote(line),
    save: edits.saveNote,
    onSaved: showSaved,
    hasLines: true,
  });
  return (
    <Section title="Anotações" isSaved={isSaved} isTarget={section === 'note'}>
      <InlineGroup edit={edit}>
        <Textarea
          className={classes.area!}
          aria-label="Anotações"
          placeholder="Nenhuma anotação"
          rows={2}
          maxLength={MAX_NOTE_LENGTH}
          autoComplete="off"
          autoFocus={section === 'note'}
          readOnly={edit.isSaving}
          value={edit.value}
          onChange={({ currentTarget }) => edit.change(currentTarget.value)}
        />
      </InlineGroup>
    </Section>
  );
}
