import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
import {
  type Icon,
  IconBold,
  IconClearFormatting,
  IconHeading,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconUnderline,
} from '@tabler/icons-react';
import { type ChainedCommands, type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, useState } from 'react';
import classes from './HtmlToolbar.module.css';

interface Tool {
  readonly key: string;
  readonly label: string;
  readonly icon: Icon;
  readonly run: (chain: ChainedCommands) => ChainedCommands;
}

const tools: readonly (readonly Tool[])[] = [
  [
    {
      key: 'heading',
      label: 'Título',
      icon: IconHeading,
      run: (chain) => chain.toggleHeading({ level: 3 }),
    },
    { key: 'bold', label: 'Negrito', icon: IconBold, run: (chain) => chain.toggleBold() },
    { key: 'italic', label: 'Itálico', icon: IconItalic, run: (chain) => chain.toggleItalic() },
    {
      key: 'underline',
      label: 'Sublinhado',
      icon: IconUnderline,
      run: (chain) => chain.toggleUnderline(),
    },
  ],
  [
    { key: 'bulletList', label: 'Lista', icon: IconList, run: (chain) => chain.toggleBulletList() },
    {
      key: 'orderedList',
      label: 'Lista numerada',
      icon: IconListNumbers,
      run: (chain) => chain.toggleOrderedList(),
    },
  ],
];

export function HtmlToolbar({ editor }: { editor: Editor }) {
  const [address, setAddress] = useState<string>();
  const active = useEditorState({
    editor,
    selector: (state) =>
      new Set(
        ['heading', 'bold', 'italic', 'underline', 'bulletList', 'orderedList', 'link'].filter(
          (name) => state.editor.isActive(name),
        ),
      ),
  });
  const clear = () => editor.chain().focus().unsetAllMarks().clearNodes().run();
  const askLink = () => {
    const { href } = editor.getAttributes('link') as { href?: string };
    setAddress(href ?? 'https://');
  };
  const close = () => {
    setAddress(undefined);
    editor.commands.focus();
  };
  return (
    <>
      <div className={classes.root} role="toolbar" aria-label="Formatação">
        {tools.map((group) => (
          <Group
            gap="3xs"
            align="stretch"
            wrap="nowrap"
            key={group[0]?.key}
            className={classes.group}
          >
            {group.map(({ key, label, icon, run }) => (
              <ToolButton
                key={key}
                label={label}
                icon={icon}
                pressed={active.has(key)}
                onClick={() => run(editor.chain().focus()).run()}
              />
            ))}
          </Group>
        ))}
        <Group gap="3xs" align="stretch" wrap="nowrap" className={classes.group}>
          <ToolButton label="Link" icon={IconLink} pressed={active.has('link')} onClick={askLink} />
          <ToolButton label="Limpar formatação" icon={IconClearFormatting} onClick={clear} />
        </Group>
      </div>
      {address !== undefined && (
        <LinkRow
          address={address}
          onChange={setAddress}
          onClose={close}
          onSet={(href) => {
            setLink(editor, href);
            setAddress(undefined);
          }}
          {...(active.has('link') && { onUnset: () => setLink(editor, '') })}
        />
      )}
    </>
  );
}

/**
 * Sets or removes the link. If no text is selected and the cursor is not in a link, the address is
 * also inserted as text.
 */
function setLink(editor: Editor, href: string) {
  const chain = editor.chain().focus().extendMarkRange('link');
  if (href === '') chain.unsetLink().run();
  else if (editor.state.selection.empty && !editor.isActive('link'))
    chain
      .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
      .run();
  else chain.setLink({ href }).run();
}

interface ToolButtonProps {
  readonly label: string;
  readonly icon: Icon;
  readonly pressed?: boolean;
  readonly onClick: () => void;
}

const ToolButton = ({ label, icon: ToolIcon, pressed, onClick }: ToolButtonProps) => (
  <ActionIcon
    variant="subtle"
    size={32}
    aria-label={label}
    title={label}
    aria-pressed={pressed}
    data-pressed={pressed || undefined}
    className={classes.tool}
    // Keeps the focus in the text during the press, so that the selection stays.
    onMouseDown={(event) => event.preventDefault()}
    onClick={onClick}
  >
    <ToolIcon size={17} stroke={1.75} aria-hidden />
  </ActionIcon>
);

interface LinkRowProps {
  readonly address: string;
  readonly onChange: (address: string) => void;
  readonly onSet: (address: string) => void;
  readonly onUnset?: () => void;
  readonly onClose: () => void;
}

const isAddress = (typed: string): boolean =>
  /^(?:https?:\/\/[^\s/]|mailto:\S|tel:\S)/i.test(typed) && URL.canParse(typed);

/**
 * Row for the address of a link. It is not a form element, because it is inside of another form.
 */
function LinkRow({ address, onChange, onSet, onUnset, onClose }: LinkRowProps) {
  const typed = address.trim();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') onClose();
    else if (isAddress(typed)) onSet(typed);
  };
  return (
    <Group className={classes.link} gap="sm" wrap="nowrap">
      <TextInput
        className={classes.address}
        aria-label="Endereço do link"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        autoFocus
        value={address}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button variant="default" disabled={!isAddress(typed)} onClick={() => onSet(typed)}>
        Aplicar
      </Button>
      <Button variant="subtle" onClick={onUnset ?? onClose}>
        {onUnset ? 'Remover' : 'Cancelar'}
      </Button>
    </Group>
  );
}
