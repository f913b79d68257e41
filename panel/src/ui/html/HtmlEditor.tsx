/** The editor of formatted text. It knows what the allow list lets through, and nothing else. */
import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useEffect } from 'react';
import classes from './HtmlEditor.module.css';
import { HtmlToolbar } from './HtmlToolbar.tsx';
import text from './HtmlText.module.css';

const extensions = [
  StarterKit.configure({
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      protocols: ['http', 'https', 'mailto', 'tel'],
      // Where it opens is decided by whoever shows it.
      HTMLAttributes: { target: null, rel: null },
    },
  }),
];

/** Where drawing takes long, the library ends the editor it made first, and hands over another one. */
const isEnded = (editor: Editor): boolean => (editor.schema as unknown) === null;

const wordsOf = (editor: Editor): string => (editor.isEmpty ? '' : editor.getHTML());

interface HtmlEditorProps {
  readonly labelledBy: string;
  readonly describedBy: string | undefined;
  readonly value: string;
  readonly onChange: (html: string) => void;
}

export default function HtmlEditor({ labelledBy, describedBy, value, onChange }: HtmlEditorProps) {
  const editor = useEditor({
    extensions,
    content: value,
    // Its style sheet would stand in the page; ours is in the module.
    injectCSS: false,
    onUpdate: (update) => onChange(wordsOf(update.editor)),
  });
  useEffect(() => {
    editor.setOptions({
      editorProps: {
        attributes: {
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-labelledby': labelledBy,
          ...(describedBy ? { 'aria-describedby': describedBy, 'aria-invalid': 'true' } : {}),
        },
      },
    });
  }, [editor, labelledBy, describedBy]);
  // The form was emptied, or its text has arrived.
  useEffect(() => {
    if (isEnded(editor)) return;
    if (value !== wordsOf(editor)) editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  return (
    <div className={classes.root} data-invalid={describedBy ? true : undefined}>
      <HtmlToolbar editor={editor} />
      <EditorContent editor={editor} className={`${classes.page} ${text.root}`} />
    </div>
  );
}
