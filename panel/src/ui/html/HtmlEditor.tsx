/** Editor for formatted text. It supports only the elements that the allow list contains. */
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
      // Stores links without target, because the component that shows the text decides where a link
      // opens.
      HTMLAttributes: { target: null, rel: null },
    },
  }),
];

/**
 * True if the library has destroyed this editor. If rendering is slow, the library creates a second
 * editor and destroys the first.
 */
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
    // Stops the library from adding its style sheet to the page. The CSS module contains these
    // styles instead.
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
  // Shows a value that was set from outside, for example after the form was emptied or its text was
  // loaded.
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
