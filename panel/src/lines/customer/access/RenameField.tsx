import { useConfirm } from '../../../ui/dialogs/dialogs.tsx';
import { renameConfirmation } from '../../dialogs/line-confirmations.tsx';
import { usePlatformAct } from '../../platforms/calls.ts';
import type { Customer } from '../customer.ts';
import { InlineField } from '../parts/InlineField.tsx';
import { keptProduct } from '../use-customer-edits.ts';

interface RenameFieldProps {
  readonly customer: Customer;
  readonly clean: ((typed: string) => string) | undefined;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Field for another user name. The customer must sign in again, so a confirmation follows. */
export function RenameField({ customer, clean, onClose, onSaved }: RenameFieldProps) {
  const { platform, line, acts } = customer;
  const confirm = useConfirm();
  const editing = platform.edits.edit;
  const edit = usePlatformAct(platform, editing?.call);
  return (
    <InlineField
      name={`linha-${line.id}-usuário`}
      label={platform.words.name}
      initial={line.username}
      maxLength={20}
      {...(clean ? { clean } : {})}
      save={(username) =>
        confirm({
          ...renameConfirmation(acts.contextOf(line), username),
          onConfirm: () => edit.run({ line, edit: { ...keptProduct(editing), username } }),
        })
      }
      onClose={onClose}
      onSaved={onSaved}
    />
  );
}
