import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FreshCode } from '../../second-factors/FreshCode.tsx';
import type { FreshCodeState } from '../../second-factors/use-fresh-code.ts';
import type { Fact } from '../../ui/dialogs/Facts.tsx';
import { Segmented } from '../../ui/form/fields/Segmented.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import type { Form } from '../../ui/form/use-form.ts';

interface ProviderDialogProps<Kind extends string> {
  form: Pick<Form<object>, 'busy' | 'submit' | 'reset' | 'ref' | 'changed'>;
  code: FreshCodeState;
  title: string;
  icon: Icon;
  facts: readonly Fact[];
  label: string;
  kinds: readonly Kind[];
  words: Readonly<Record<Kind, string>>;
  value: Kind;
  onChange: (value: Kind) => void;
  onClose: () => void;
  /** Fields of the chosen provider. */
  children: ReactNode;
}

/** Changes a provider of the operator. The server tests the provider's key before it is saved. */
export function ProviderDialog<Kind extends string>(props: ProviderDialogProps<Kind>) {
  const { form, code, title, icon, facts, label, kinds, words, value } = props;
  return (
    <FormDialog {...{ form, title, icon, facts }} onClose={props.onClose}>
      <Segmented
        label={label}
        wide
        value={value}
        options={kinds.map((kind) => ({
          value: kind,
          label: kind === 'sandbox' ? 'De teste' : words[kind],
        }))}
        onChange={(kind) => props.onChange(kind as Kind)}
      />
      {props.children}
      <FreshCode code={code} disabled={form.busy} />
    </FormDialog>
  );
}
